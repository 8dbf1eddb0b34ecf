import { growthText } from '../../content/growth/shell.ts';
import { Failure } from './panel.tsx';

/** In place of what has failed; the console reports it to nobody. */
export const Failed = () => (
  <Failure label={growthText.report.retry} onPress={() => location.reload()}>
    {growthText.viewFailed}
  </Failure>
);
