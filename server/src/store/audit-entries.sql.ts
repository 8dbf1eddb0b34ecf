import type { Act, DataAct } from '#shared/people';
import type { Db, Op } from './sql/operation.ts';
import { sql } from './sql/statement.ts';
import type { RowCounts } from './store.ts';

/** What was done with people's data. It does not say whose, so it is kept after their data is deleted. */
export interface AuditEntry {
  at: number;
  kind: DataAct;
  counts: Partial<RowCounts>;
}

/** Who does something in the console. */
export interface Actor {
  /** Null for a token or a command. */
  personId: string | null;
  /** The person's name, or `token` or `command`. */
  doneBy: string;
  at: number;
}

const INSERT = sql(`
  INSERT INTO audit (at, kind, counts, done_by, person_id)
  VALUES ({at:time}, {kind:text}, {counts:json}, {doneBy:text?}, {personId:text?})`);
const INSERT_ACT = sql(`
  INSERT INTO audit (at, kind, counts, done_by, person_id, thing, signup_id)
  SELECT {at:time}, {kind:text}, {counts:json}, {doneBy:text}, {personId:text?}, {thing:text?}, {signupId:text?} FROM {each}`);
const SELECT = sql('SELECT at, kind, counts FROM audit ORDER BY id').rows<AuditEntry>({
  counts: 'json',
});

const SITE = { doneBy: null, personId: null };

export function* recordAudit(db: Db, entry: AuditEntry, by?: Actor): Op<void> {
  yield* db.run(INSERT, { ...entry, ...(by ?? SITE) });
}

/**
 * Records what somebody did, in the transaction that does it: one row for each signup. Nothing where nobody in the console did it.
 *
 * @param thing the mailing, funnel, note or person that it was done to
 */
export function* recordAct(
  db: Db,
  by: Actor | undefined,
  kind: Act,
  { thing, signupIds = [null] }: { thing?: string; signupIds?: readonly (string | null)[] } = {},
): Op<void> {
  if (!by) return;
  const act = { ...by, kind, counts: {}, thing: thing ?? null };
  yield* db.each(
    INSERT_ACT,
    signupIds.map((signupId) => ({ ...act, signupId })),
  );
}

/** Returns the whole audit, oldest first. */
export const readAudit = (db: Db): Op<AuditEntry[]> => db.all(SELECT, {});
