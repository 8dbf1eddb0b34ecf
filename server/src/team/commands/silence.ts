import { parseArgs } from 'node:util';
import { orHelp, type Subcommand } from '../../cli/frame/subcommand.ts';
import { withStore } from '../../database/open-database.ts';
import { StartError } from '../../lib/start-error.ts';
import { ALERT_NAMES } from '../alerts/alert-rules.ts';

const help = `npm run alerts -- silence NAME --for TIME

Sends nothing about an alert for some time. It is still raised, and shown in the console and in /readyz. NAME is one of
${ALERT_NAMES.join(', ')}.

  --for TIME   30m, 12h or 2d; at most 3650d; 0m ends the silence
  --help       prints this text`;

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const MAX_MS = 3_650 * UNIT_MS.d;

export const silenceCommand: Subcommand = {
  summary: 'sends nothing about an alert for some time',
  help,
  async run(args, { database, out }) {
    const { values, positionals } = orHelp(help, () =>
      parseArgs({ args, options: { for: { type: 'string' } }, allowPositionals: true }),
    );
    const [name, ...more] = positionals;
    const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(values.for ?? '') ?? [];
    const ms = Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
    if (!ALERT_NAMES.some((known) => known === name) || more.length > 0 || !(ms <= MAX_MS)) {
      throw new StartError(
        `silence takes one NAME and --for with a time, not ${JSON.stringify(args.slice(0, 5)).slice(0, 200)}\n\n${help}`,
      );
    }
    const until = Date.now() + ms;
    await withStore(database, (store) => store.silenceAlert(name ?? '', until));
    const state = ms === 0 ? 'is not silent' : `is silent until ${new Date(until).toISOString()}`;
    out.write(`${name} ${state}\n`);
  },
};
