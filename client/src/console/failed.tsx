import { FailureNote } from './ui/panel.tsx';
import { commonWords } from './words/console-messages.ts';

/** Shown in place of a component that has failed. The console reports the error to nobody. */
export const Failed = () => (
  <FailureNote label={commonWords.report.retry} onPress={() => location.reload()}>
    {commonWords.viewFailed}
  </FailureNote>
);
