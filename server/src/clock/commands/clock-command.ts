import { parseArgs } from 'node:util';
import { type DataContext, formatPairs } from '../../cli/frame/data-context.ts';
import { orHelp, type Subcommand } from '../../cli/frame/subcommand.ts';
import { withStore } from '../../database/open-database.ts';
import { CLOCK_ADVICE, describeDoubt } from '../clock.ts';

const help = `npm run data -- clock [--accept]

Compares the clock with the latest time in the database. If it is more than two days after that time, or more than
five minutes before it, nothing is deleted and no message or link expires: a wrong clock would destroy what cannot be
brought back. This lasts until the clock is right again, or you say that it is right, for example because the site was
off for a week.

  --accept   says that the clock is right
  --help     prints this text`;

export const clockCommand: Subcommand<DataContext> = {
  summary: 'says whether the clock is in doubt, and accepts it',
  help,
  async run(args, { database, out, now }) {
    const options = { accept: { type: 'boolean' } } as const;
    const { accept = false } = orHelp(help, () => parseArgs({ args, options }).values);
    const at = now();
    const state = await withStore(database, (store) => store.seeTime(at, accept));
    const why = describeDoubt(state, at);
    out.write(
      formatPairs([
        ['clock', new Date(at).toISOString()],
        ['latest', new Date(state.latest).toISOString()],
        ['state', why === null ? 'plausible' : `in doubt: ${why} To go on, ${CLOCK_ADVICE}`],
      ]),
    );
  },
};
