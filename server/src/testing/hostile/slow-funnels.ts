import { type DatabaseAddress, isPostgres } from '../../settings/database-address.ts';
import { ask } from '../programs/postgres.ts';
import { change } from '../sites/kept-site.ts';

/**
 * Makes every funnel take hours: moves the last of at least two events so far into the future that billions of empty
 * windows lie before it.
 */
export async function makeFunnelsSlow(database: DatabaseAddress): Promise<void> {
  const move = `UPDATE events SET seq = 10000000000000 WHERE seq = (SELECT max(seq) FROM events)`;
  if (isPostgres(database)) await ask(database, move);
  else change(database, move);
}
