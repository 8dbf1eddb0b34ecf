import type { SavedFunnel } from '#shared/saved-funnels';
import { printable } from '../../lib/printable.ts';
import { StartError } from '../../lib/start-error.ts';
import { appOrigin } from '../../posthog/app-origin.ts';
import { describeDashboard } from '../../posthog/dashboard/posthog-dashboard.ts';
import { applyPlan, type PlanStep, planDashboard } from '../../posthog/dashboard/posthog-plan.ts';
import { createRestApi } from '../../posthog/dashboard/rest-api.ts';
import { isReadable } from '../../reports/funnel/find-saved-funnel.ts';
import type { Config } from '../../settings/config.ts';
import { command } from '../frame/subcommand.ts';

export interface PosthogContext {
  out: NodeJS.WritableStream;
  config: Pick<Config, 'posthogHost' | 'posthogPersonalApiKey' | 'posthogProjectId'>;
  brand: string;
  readFunnels(): Promise<SavedFunnel[]>;
  fetch: typeof fetch;
}

const SETTINGS_HELP = `POSTHOG_PERSONAL_API_KEY is a personal API key (phx_…) with the scopes insight:write and dashboard:write.
POSTHOG_PROJECT_ID is the number in the project's address. POSTHOG_HOST is where events are sent; for PostHog Cloud
(https://eu.i.posthog.com, https://us.i.posthog.com) the command derives the app's address from it.

It also reads the funnels that the team saved from the database in DATABASE_URL.

The command manages what has both the tag managed-by:dubkit and a tag dubkit:…. Of everything else it reads only the
tags, and changes nothing.`;

/** @throws StartError when a setting is missing, or PostHog refuses */
async function plan({ out, config, brand, readFunnels, fetch }: PosthogContext) {
  const { posthogHost, posthogPersonalApiKey, posthogProjectId } = config;
  if (posthogPersonalApiKey === null) throw missing('POSTHOG_PERSONAL_API_KEY', 'phx_…');
  if (posthogProjectId === null) throw missing('POSTHOG_PROJECT_ID', '12345');
  const api = createRestApi({
    fetch,
    origin: appOrigin(posthogHost),
    personalApiKey: posthogPersonalApiKey,
    projectId: posthogProjectId,
  });
  const saved = await readFunnels();
  for (const { name } of saved.filter((funnel) => !isReadable(funnel))) {
    out.write(
      `${printable(`This version cannot read the saved funnel ${JSON.stringify(name)}; its insight is not kept.`)}\n`,
    );
  }
  return { api, steps: await planDashboard(api, describeDashboard(brand, saved)) };
}

const missing = (name: string, example: string) =>
  new StartError(`${name} is not set; expected e.g. ${name}=${example}\n\n${SETTINGS_HELP}`);

const NOUNS = { dashboards: 'dashboard', insights: 'insight' };

function describeStep({ verb, kind, name, differences }: PlanStep): string {
  const what = differences.length > 0 ? `: ${differences.join(', ')}` : '';
  return `${verb.padEnd(7)} ${NOUNS[kind].padEnd(9)} ${printable(name)}${what}`;
}

const isChange = ({ verb }: PlanStep): boolean => verb !== 'keep';

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
