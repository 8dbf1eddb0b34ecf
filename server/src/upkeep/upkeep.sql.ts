import { readAudit, recordAudit } from '../store/audit-entries.sql.ts';
import { type Db, type Engine, type Op, one } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import type { RowCounts } from '../store/store.ts';
import { createExpiry, type LockPersons } from './expiry.sql.ts';

const COUNT = sql(`
  SELECT (SELECT count(*) FROM notifyme_signups) AS signups, (SELECT count(*) FROM consents) AS consents,
    (SELECT count(*) FROM events) AS events`).rows<RowCounts>();

export const countRows = (db: Db): Op<RowCounts> => one(db, COUNT, {});

/** The part of the store for its own upkeep. Each method's prose is at its operation. */
export type UpkeepStore = ReturnType<typeof createUpkeep>;

export const createUpkeep = (engine: Engine, lockPersons: LockPersons) => ({
  expire: createExpiry(engine, lockPersons),
  countRows: engine.reads(countRows),
  recordAudit: engine.writes(1, recordAudit),
  readAudit: engine.reads(readAudit),
});
