import { parseArgs } from 'node:util';
import { DAY_MS } from '#shared/limits';
import { orHelp, type Subcommand } from '../../cli/frame/subcommand.ts';
import { withStore } from '../../database/open-database.ts';
import { printable } from '../../lib/printable.ts';
import { adviceOf } from '../alerts/alert-watch.ts';

const help = `npm run alerts -- list

Lists the alerts of the last 28 days, latest first: since when, whether it is over, what is wrong and what to do.

  --help   prints this text`;

export const listCommand: Subcommand = {
  summary: 'lists the alerts of the last 28 days',
  help,
  async run(args, { database, out }) {
    orHelp(help, () => parseArgs({ args, options: {} }));
    const now = Date.now();
    const [alerts, silences] = await withStore(database, (store) =>
      Promise.all([
        store.readAlerts({ from: now - 28 * DAY_MS, to: now }),
        store.readSilences(now),
      ]),
    );
    const iso = (time: number) => new Date(time).toISOString();
    const lines = alerts.map(({ name, text, raisedAt, clearedAt }) => {
      const until = clearedAt === null ? 'now' : iso(clearedAt);
      const advice = clearedAt === null ? ` ${adviceOf(name)}` : '';
      return `${iso(raisedAt)} to ${until}  ${name}: ${text}${advice}`;
    });
    for (const [name, until] of silences) lines.push(`${name} is silent until ${iso(until)}`);
    if (lines.length === 0) lines.push('There was no alert in the last 28 days.');
    out.write(`${lines.map(printable).join('\n')}\n`);
  },
};
