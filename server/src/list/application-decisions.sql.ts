import type { ApplicationStages } from '#shared/list';
import type { DecidedReport } from '#shared/list-answers';
import type { ApplicationState, ListDecision } from '#shared/list-values';
import {
  dropPersonal,
  type PersonalMessage,
  queuePersonal,
} from '../mail/personal-messages.sql.ts';
import { medianOf } from '../reports/funnel/tally.ts';
import { type Actor, recordAct } from '../store/audit-entries.sql.ts';
import { type Db, type Op, one } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import { forgetUnsent } from './invitations.sql.ts';

export interface NewDecision {
  decision: ListDecision;
  at: number;
  by: string | null;
  note: string | null;
}

export type Decided = Omit<DecidedReport, 'queued'>;

/** A message to one person, of which nothing but its kind is stored. */
export type NewPersonalMessage = Pick<PersonalMessage, 'id' | 'signupId' | 'at'>;

const ACTS = { accepted: 'accept', declined: 'turn_down' } as const;

const LOCK = sql(`
  SELECT id FROM notifyme_signups WHERE id IN {ids:texts} AND signup_type = 'beta' ORDER BY id FOR UPDATE`).rows<{
  id: string;
}>();
const SELECT_DECIDED = sql(`
  SELECT signup_id AS id, decision, decided_by AS "by", told_at AS "toldAt" FROM signup_decisions
  WHERE signup_id IN {ids:texts} FOR UPDATE`).rows<{
  id: string;
  decision: ListDecision;
  by: string | null;
  toldAt: number | null;
}>();
const DECIDE = sql(`
  INSERT INTO signup_decisions (signup_id, decision, decided_at, decided_by, note)
  SELECT {id:text}, {decision:text}, {at:time}, {by:text?}, {note:text?} FROM {each}`);
const TAKE_BACK = sql('DELETE FROM signup_decisions WHERE signup_id IN {ids:texts}');
const SELECT_DECLINED = sql(`
  SELECT id, email FROM notifyme_signups AS signups JOIN signup_decisions ON signup_id = id
  WHERE id IN {ids:texts} AND decision = 'declined' AND told_at IS NULL
    AND confirmed_at IS NOT NULL AND restricted_at IS NULL`).rows<{ id: string; email: string }>();

/**
 * Decides about applications whose people have not been told of an earlier decision. Null takes decisions back.
 *
 * @param seen the state that the operator saw; applications in another state stay as they are. Null for any.
 */
export function* decide(
  db: Db,
  ids: readonly string[],
  decision: NewDecision | null,
  seen: ApplicationState | null = null,
  by?: Actor,
): Op<Decided> {
  const found = (yield* db.all(LOCK, { ids })).map(({ id }) => id);
  const rows = yield* db.all(SELECT_DECIDED, { ids: found });
  const decided = new Map(rows.map((row) => [row.id, row]));
  const stateOf = (id: string): ApplicationState => decided.get(id)?.decision ?? 'waiting';
  const isAsSeen = (id: string) => seen === null || stateOf(id) === seen;
  const asSeen = found.filter(isAsSeen);
  const others = found
    .filter((id) => !isAsSeen(id))
    .map((id) => ({ id, state: stateOf(id), by: decided.get(id)?.by ?? null }));
  const isTold = (id: string) => (decided.get(id)?.toldAt ?? null) !== null;
  const open = asSeen.filter((id) => !isTold(id));
  // The same decision again changes its note, and never a message that waits.
  const turned = open.filter((id) => stateOf(id) !== (decision?.decision ?? 'waiting'));
  yield* dropPersonal(db, turned);
  yield* forgetUnsent(db, turned);
  yield* db.run(TAKE_BACK, { ids: open });
  if (decision) {
    yield* db.each(
      DECIDE,
      open.map((id) => ({ ...decision, id })),
    );
  }
  yield* recordAct(db, by, decision ? ACTS[decision.decision] : 'take_back', { signupIds: open });
  const missing = new Set(ids).size - found.length;
  return { changed: open.length, told: asSeen.filter(isTold), missing, others };
}

/** Queues the polite message to people who are declined and were not told. Returns how many. */
export function* tellDeclined(
  db: Db,
  messages: readonly NewPersonalMessage[],
  by?: Actor,
): Op<number> {
  const ids = messages.map(({ signupId }) => signupId);
  const emails = new Map(
    (yield* db.all(SELECT_DECLINED, { ids })).map(({ id, email }) => [id, email]),
  );
  const wanted = messages.flatMap((message) => {
    const email = emails.get(message.signupId);
    return email === undefined
      ? []
      : [{ ...message, kind: 'declined' as const, email, payload: {} }];
  });
  yield* queuePersonal(db, wanted);
  yield* recordAct(db, by, 'tell', { signupIds: wanted.map(({ signupId }) => signupId) });
  return wanted.length;
}

const FIRST_INVITED =
  '(SELECT min(created_at) FROM invitations WHERE invitations.signup_id = signups.id)';
const REDEEMED =
  '(SELECT min(redeemed_at) FROM invitations WHERE invitations.signup_id = signups.id)';
type Stage = 'applied' | 'begun' | 'confirmed' | 'decided' | 'accepted' | 'invited' | 'redeemed';
/** When each application reached each stage. Somebody can decide once it is confirmed, or else at once. */
const STAGES =
  `SELECT created_at AS applied, confirmed_at AS confirmed, coalesce(confirmed_at, created_at) AS begun, decision,
    decided_at AS decided, CASE WHEN decision = 'accepted' THEN decided_at END AS accepted,
    ${FIRST_INVITED} AS invited, ${REDEEMED} AS redeemed
  FROM notifyme_signups AS signups LEFT JOIN signup_decisions ON signup_id = signups.id WHERE signup_type = 'beta'` as const;
const COUNT = sql(`
  SELECT count(*) AS applied, count(confirmed) AS confirmed, count(decided) AS decided, count(accepted) AS accepted, count(invited) AS invited,
    count(redeemed) AS redeemed, count(CASE WHEN decision = 'declined' THEN 1 END) AS declined,
    min(CASE WHEN decision IS NULL THEN applied END) AS "waitingSince" FROM (${STAGES}) AS stages`).rows<
  Omit<ApplicationStages, 'times'>
>();
/** Medians are those of the latest applications: enough to be exact, and a bound for the memory. */
const SELECT_TIMES = sql(
  `SELECT * FROM (${STAGES} ORDER BY signups.rowid DESC LIMIT 10000) AS stages`,
).rows<Record<Stage, number | null>>();

export function* applicationStages(db: Db): Op<ApplicationStages> {
  const counts = yield* one(db, COUNT, {});
  const all = yield* db.all(SELECT_TIMES, {});
  const median = (from: Stage, to: Stage) => {
    const differences = all.flatMap(({ [from]: start, [to]: end }) =>
      start === null || end === null ? [] : [Math.max(0, end - start)],
    );
    return differences.length > 0 ? medianOf(Float64Array.from(differences)) : null;
  };
  return {
    ...counts,
    times: {
      confirmed: median('applied', 'confirmed'),
      decided: median('begun', 'decided'),
      accepted: median('begun', 'accepted'),
      invited: median('accepted', 'invited'),
      redeemed: median('invited', 'redeemed'),
    },
  };
}
