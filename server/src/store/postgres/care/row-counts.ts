import type { Pool } from 'pg';
import type { RowCounts } from '../../store.ts';
import { ask } from '../connection/transaction.ts';

export async function countRows(pool: Pool): Promise<RowCounts> {
  const [counts] = await ask<RowCounts>(
    pool,
    `SELECT (SELECT count(*) FROM notifyme_signups) AS signups, (SELECT count(*) FROM consents) AS consents,
       (SELECT count(*) FROM events) AS events`,
  );
  return counts ?? { signups: 0, consents: 0, events: 0 };
}
