import { printable } from '../../lib/printable.ts';
import { applyPlan } from '../../posthog/dashboard/posthog-plan.ts';
import { command } from '../frame/subcommand.ts';
import { describeStep, isChange, type PosthogContext, plan, SETTINGS_HELP } from './dashboard.ts';

export const applyCommand = command<PosthogContext>()({
  usage: 'npm run posthog -- apply',
  summary: 'brings the dashboard in PostHog up to date',
  about: `Prints the plan and carries it out: creates what is missing, restores what differs and deletes what is no longer wanted.
A second run changes nothing. After an error, the next run continues.

${SETTINGS_HELP}`,
  options: {},
  async run(_, context) {
    const { api, steps } = await plan(context);
    const print = (line: string) => context.out.write(`${line}\n`);
    for (const step of steps) print(describeStep(step));
    const count = steps.filter(isChange).length;
    let done = 0;
    await applyPlan(api, steps, ({ name }) => {
      done += 1;
      print(`${done}/${count} ${printable(name)}`);
    });
    print(count === 0 ? 'Nothing to do.' : 'Done.');
  },
});
