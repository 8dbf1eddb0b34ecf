import { growthText } from './console-words.ts';
import { Failure } from './ui/panel.tsx';

/** Shown in place of a component that has failed. The console reports the error to nobody. */
export const Failed = () => (
  <Failure label={growthText.report.retry} onPress={() => location.reload()}>
    {growthText.viewFailed}
  </Failure>
);
