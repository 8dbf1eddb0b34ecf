import { parseArgs } from 'node:util';
import { orHelp, type Subcommand } from '../../cli/frame/subcommand.ts';
import { describeStep, isChange, type PosthogContext, plan, SETTINGS_HELP } from './dashboard.ts';

const help = `npm run posthog -- plan

Prints what apply would create, update and delete, and what differs in each update. Changes nothing.

${SETTINGS_HELP}

  --help   prints this text`;

export const planCommand: Subcommand<PosthogContext> = {
  summary: 'prints what apply would do',
  help,
  async run(args, context) {
    orHelp(help, () => parseArgs({ args, options: {} }));
    const { steps } = await plan(context);
    const count = steps.filter(isChange).length;
    const end = count === 0 ? 'Nothing to do.' : `${count} to do: npm run posthog -- apply`;
    context.out.write(`${[...steps.map(describeStep), end].join('\n')}\n`);
  },
};
