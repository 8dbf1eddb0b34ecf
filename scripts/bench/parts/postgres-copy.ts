import { openTables } from '../../../server/src/database/open-database.ts';
import { COPY_TABLES } from '../../../server/src/store/table-copy.ts';
import {
  findPostgres,
  startPostgres,
} from '../../../server/src/testing/programs/postgres-server.ts';
import { makeChunks } from './year-of-events.ts';

/**
 * Starts a PostgreSQL with the content of a SQLite file. Unlike `npm run data -- copy`, it does not compare the two.
 *
 * @param file a database that nobody else has open
 */
export async function copyToPostgres(file: string) {
  const bin = findPostgres();
  if (!bin) throw new Error('there is no PostgreSQL: see CONTRIBUTING.md');
  const server = await startPostgres(bin);
  try {
    const url = server.urlOf('postgres');
    const source = await openTables(file, { create: false });
    const target = await openTables(url, { create: true });
    for (const table of COPY_TABLES) {
      for await (const rows of source.read(table, null)) await target.write(table, rows);
    }
    await target.finish();
    await Promise.all([source.close(), target.close()]);
    await makeChunks(url);
    return { url, stop: server.stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
