import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import type { DecisionOnRecord } from './consent-rule.ts';

/**
 * How many decisions of one person are read, latest first. Nothing limits how often somebody may grant and withdraw, and
 * reading 100,000 decisions for each batch delayed everybody else.
 */
const MAX_DECISIONS = 100;

const TIME = 'coalesce(decided_at, recorded_at)';
const LATEST = `FROM consents WHERE consent_id = wanted.value ORDER BY ${TIME} DESC, rowid DESC LIMIT ${MAX_DECISIONS}`;
const COLUMNS = 'wanted.value AS "consentId", analytics, revision, recorded_at AS "recordedAt"';
/** The latest decisions of people, in the order of the clicks. Only PostgreSQL knows LATERAL, and without it reads every row. */
const SELECT_DECISIONS = sql({
  sqlite: `SELECT ${COLUMNS} FROM {ids:texts} AS wanted CROSS JOIN consents
    WHERE consents.rowid IN (SELECT rowid ${LATEST}) ORDER BY ${TIME}, consents.rowid`,
  postgres: `SELECT ${COLUMNS} FROM {ids:texts} AS wanted CROSS JOIN LATERAL (SELECT * ${LATEST}) AS latest ORDER BY ${TIME}, rowid`,
}).rows<DecisionOnRecord & { consentId: string }>({ analytics: 'flag' });

/** Returns the latest {@link MAX_DECISIONS} decisions of each of these people, in the order of the clicks. */
export function* readLatestDecisions(
  db: Db,
  ids: readonly string[],
): Op<Map<string, DecisionOnRecord[]>> {
  const histories = new Map<string, DecisionOnRecord[]>(ids.map((id) => [id, []]));
  for (const { consentId, ...decision } of yield* db.all(SELECT_DECISIONS, { ids }))
    histories.get(consentId)?.push(decision);
  return histories;
}
