import { resolve } from 'node:path';
import { openTables, requireForeign } from '../../database/open-database.ts';
import { StartError } from '../../lib/start-error.ts';
import { parseDatabase } from '../../settings/config.ts';
import { type DatabaseAddress, isPostgres, nameOf } from '../../settings/database-address.ts';
import { copyDatabase } from '../../upkeep/copy-database.ts';
import { type DataContext, formatPairs } from '../frame/data-context.ts';
import { command, text } from '../frame/subcommand.ts';

export const copyCommand = command<DataContext>()({
  usage: 'npm run data -- copy --to DATABASE',
  summary: 'moves the site from SQLite to PostgreSQL, or back',
  about: `Copies the database in DATABASE_URL into another one, from SQLite to PostgreSQL or back. It copies everything, including
how far the delivery to PostHog is. Stop the servers of both databases first: it refuses to run beside one. Write DATABASE like DATABASE_URL. It must be
empty or new (but a PostgreSQL database must exist). At the end it compares every row of both databases, by count and
checksum. The copy is one transaction: if the command is interrupted, nothing is left of it, and you can run it again. Then
set DATABASE_URL to the copy and start the server. Keep the old database until you are sure.`,
  options: {
    to: text('DATABASE', 'e.g. postgres://user:password@localhost/site, or file:data/site.db'),
  },
  async run({ to }, { database, out }) {
    const address = addressOf(to);
    if (!isPostgres(address)) requireForeign(address, database);
    if (address === database) throw new StartError('--to is the database itself; name another one');
    const source = await openTables(database, { create: false });
    try {
      const target = await openTables(address, { create: true });
      try {
        const result = await copyDatabase(source, target);
        if (result.outcome === 'copied') {
          out.write(formatPairs([['copied to', nameOf(address)], ...Object.entries(result.rows)]));
          return;
        }
        throw new StartError(
          result.outcome === 'not_empty'
            ? `the database ${nameOf(address)} holds ${result.table}, and was not changed; name an empty or new one`
            : `the ${result.table} of the two databases differ, and nothing was kept of the copy; stop all servers and copy again`,
        );
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
  },
});

/** @throws StartError */
function addressOf(to: string | undefined): DatabaseAddress {
  if (to === undefined) throw new StartError('copy needs --to DATABASE');
  const address = parseDatabase('--to', to);
  return isPostgres(address) ? address : resolve(address);
}
