import { Failure } from './ui/panel.tsx';
import { growthText } from './words.ts';

/** In place of what has failed; the console reports it to nobody. */
export const Failed = () => (
  <Failure label={growthText.report.retry} onPress={() => location.reload()}>
    {growthText.viewFailed}
  </Failure>
);
