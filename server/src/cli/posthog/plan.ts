import { command } from '../frame/subcommand.ts';
import { describeStep, isChange, type PosthogContext, plan, SETTINGS_HELP } from './dashboard.ts';

export const planCommand = command<PosthogContext>()({
  usage: 'npm run posthog -- plan',
  summary: 'prints what apply would do',
  about: `Prints what apply would create, update and delete, and what differs in each update. Changes nothing.

${SETTINGS_HELP}`,
  options: {},
  async run(_, context) {
    const { steps } = await plan(context);
    const count = steps.filter(isChange).length;
    const end = count === 0 ? 'Nothing to do.' : `${count} to do: npm run posthog -- apply`;
    context.out.write(`${[...steps.map(describeStep), end].join('\n')}\n`);
  },
});
