import { parseArgs } from 'node:util';
import { orHelp, type Subcommand } from '../../cli/frame/subcommand.ts';
import { printable } from '../../lib/printable.ts';
import { applyPlan } from '../dashboard/posthog-plan.ts';
import { describeStep, isChange, type PosthogContext, plan, SETTINGS_HELP } from './dashboard.ts';

const help = `npm run posthog -- apply

Prints the plan and carries it out: creates what is missing, restores what differs and deletes what is no longer wanted.
A second run changes nothing. After an error, the next run continues.

${SETTINGS_HELP}

  --help   prints this text`;

export const applyCommand: Subcommand<PosthogContext> = {
  summary: 'brings the dashboard in PostHog up to date',
  help,
  async run(args, context) {
    orHelp(help, () => parseArgs({ args, options: {} }));
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
};
