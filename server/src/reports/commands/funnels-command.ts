import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { FUNNEL_BREAKDOWNS, FUNNEL_ORDERS } from '#shared/funnel';
import { DEFAULT_WINDOW_DAYS } from '#shared/funnel-limits';
import { MAX_SAVED_FUNNELS, newFunnelSchema, type SavedFunnel } from '#shared/saved-funnels';
import { orHelp, type Subcommand } from '../../cli/frame/subcommand.ts';
import { formatTable } from '../../cli/frame/text-table.ts';
import { readDatabase, withStore } from '../../database/open-database.ts';
import { printable, printableJson } from '../../lib/printable.ts';
import { StartError } from '../../lib/start-error.ts';
import { parseInput } from '../../settings/parse-input.ts';
import {
  findEqual,
  findFunnel,
  isReadable,
  listFunnels,
  stepIssues,
} from '../funnel/find-saved-funnel.ts';

const help = `npm run growth -- funnels [--save NAME --step STEP --step STEP … | --delete NAME]

Lists the site's own funnels and those that the team saved. Everybody with a token for the console sees them there, npm run
growth -- funnel --name NAME counts one, and npm run posthog -- apply shows each on the dashboard.

  --save NAME       saves a funnel, in place of the one with this name; at most ${MAX_SAVED_FUNNELS} are kept
  --step STEP       a step, as in npm run growth -- funnel; at least two
  --order ORDER     ${FUNNEL_ORDERS.join(', ')}
  --window DAYS     the longest time from the first step to the last, in whole days; default ${DEFAULT_WINDOW_DAYS}
  --breakdown BY    ${FUNNEL_BREAKDOWNS.slice(0, 6).join(', ')},
                    ${FUNNEL_BREAKDOWNS.slice(6).join(', ')}
  --among-first     counts only people who took the first step
  --delete NAME     deletes a saved funnel
  --json            prints the same as the console's /growth/api/funnels
  --help            prints this text`;

const options = {
  save: { type: 'string' },
  step: { type: 'string', multiple: true },
  order: { type: 'string' },
  window: { type: 'string' },
  breakdown: { type: 'string' },
  'among-first': { type: 'boolean' },
  delete: { type: 'string' },
  json: { type: 'boolean' },
} as const;
const parse = (args: string[]) => orHelp(help, () => parseArgs({ args, options }).values);

export const funnelsCommand: Subcommand = {
  summary: 'lists, saves and deletes funnels of the team',
  help,
  async run(args, { database, out }) {
    const { json, delete: deleted, ...values } = parse(args);
    const isSaving = Object.keys(values).length > 0;
    if (isSaving && (values.save === undefined || deleted !== undefined))
      throw new StartError(`expected --save NAME with its steps, or --delete NAME\n\n${help}`);
    if (isSaving) {
      const funnel = readFunnel(values);
      const isSaved = await withStore(database, async (store) => {
        const equal = findEqual(await store.readFunnels(), funnel);
        if (equal)
          throw new StartError(
            printable(
              `the saved funnel ${JSON.stringify(equal.name)} asks the same; delete it first`,
            ),
          );
        return store.saveFunnel(funnel, MAX_SAVED_FUNNELS);
      });
      if (!isSaved)
        throw new StartError(`there are ${MAX_SAVED_FUNNELS} saved funnels; delete one first`);
    }
    if (deleted !== undefined) {
      await withStore(database, async (store) => {
        const { id } = requireFunnel(await store.readFunnels(), deleted);
        await store.deleteFunnel(id);
      });
    }
    const saved = await readDatabase(database, (reader) => reader.readFunnels());
    const report = listFunnels(saved);
    const rows = report.funnels.map(({ preset, name, steps, breakdown }) => [
      name,
      preset ? `--preset ${preset}` : 'saved',
      `${steps.join(' → ')}${breakdown === null ? '' : `, by ${breakdown}`}`,
    ]);
    const unreadable = saved.filter((funnel) => !isReadable(funnel));
    rows.push(...unreadable.map(({ name }) => [name, 'saved', 'this version cannot read it']));
    out.write(
      json ? `${printableJson(report)}\n` : `${formatTable(['name', '', 'steps'], rows, 3)}\n`,
    );
  },
};

/** @throws StartError */
export function requireFunnel(saved: readonly SavedFunnel[], name: string): SavedFunnel {
  const found = findFunnel(saved, name);
  if (found) return found;
  const names = saved.map((funnel) => JSON.stringify(funnel.name)).join(', ') || 'none';
  const given = JSON.stringify(name.slice(0, 100));
  throw new StartError(printable(`there is no saved funnel ${given}; there are: ${names}`));
}

function readFunnel({ save: name, step: steps, window, ...values }: ReturnType<typeof parse>) {
  const { order, breakdown, 'among-first': amongFirst } = values;
  const input = {
    ...{ name, steps, order, breakdown },
    window: Number.isNaN(Number(window)) ? window : Number(window), // a wrong one is named as given
    ...(amongFirst && { among: 'first' }),
  };
  const funnel = parseInput(newFunnelSchema, input, { whole: 'the funnel', within: '--' });
  const [issue] = stepIssues(funnel);
  if (issue) throw new StartError(printable(`--step: ${issue.message}`));
  return { id: randomUUID(), ...funnel };
}
