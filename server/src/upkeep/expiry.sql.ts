import { isWithdrawn } from '../consent/consent-rule.ts';
import { readLatestDecisions } from '../consent/latest-decisions.sql.ts';
import { expiryOf, UNCONFIRMED_SQL } from '../mail/confirmation-rule.ts';
import { queueNotices, queueRemoved } from '../mail/outbox/notices.sql.ts';
import { noteErased } from '../persons/erase-person.sql.ts';
import { keepProofs, PROVEN, type Proven } from '../signups/signup-proofs.sql.ts';
import type { NewNotice, RemovedSignup, ToldOfRemoved } from '../store/mail-store.ts';
import { type Db, type Engine, type Op, one } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import type { RowCounts } from '../store/store.ts';

/** `events` has no index by time. Reading this many rows takes a few milliseconds. */
const WINDOW_ROWS = 20_000;
/** Reading that many events with the decisions of their people takes a few milliseconds, too. */
const WITHDRAWN_WINDOW_ROWS = 2_000;
/** Rows deleted in one transaction, which delays the intake of this process. */
const MAX_ROWS = 300;

export interface ExpiryStep {
  kind: keyof RowCounts | 'withdrawn' | 'withdrawals';
  at: number;
  /**
   * Rows older than this have expired: a signup by its creation, an event by its receipt, the whole proof under one
   * consent id by its last decision. Events that their person withdrew have, whatever their age.
   */
  before: number;
  /** Of withdrawals, those that were recorded after this time. */
  since?: number;
  /** An unconfirmed signup has also expired if its last message was queued before this time. */
  unconfirmedBefore?: number | null;
  /** `next` of the previous step; null for the first step. */
  after: string | null;
  /** Counts without deleting. */
  dryRun: boolean;
  told?: ToldOfRemoved;
  /** Returns what asks others to delete what a person withdrew. */
  ask?(consentId: string): NewNotice[];
}

export interface ExpiredStep {
  expired: number;
  /** How many of these were events that the relay had not processed. */
  undelivered: number;
  /** Who withdrew. */
  people: readonly string[];
  /** Roughly how many rows were read. */
  looked: number;
  /** Where the next step continues; null at the end. */
  next: string | null;
}

interface Found {
  keys: (string | number)[];
  /** The number of rows with these keys, if not one each. */
  rows?: number;
  undelivered?: number;
  people?: readonly string[];
  looked: number;
  next: string | number | null;
}

type ExpiryTimes = Required<Pick<ExpiryStep, 'at' | 'before' | 'unconfirmedBefore' | 'since'>> &
  Pick<ExpiryStep, 'told' | 'ask'>;
interface Removal {
  kind: ExpiryStep['kind'];
  found: Found;
  times: ExpiryTimes;
}

export type LockPersons = (db: Db, consentIds: readonly string[]) => Op<void>;

/** How the rows of one kind are found and deleted. A key is what the search steps through. */
interface Expiring {
  find(db: Db, times: ExpiryTimes, after: string | null): Op<Found>;
  /** Checks again, because rows may have changed since they were found. */
  remove(db: Db, found: Found, times: ExpiryTimes, lockPersons: LockPersons): Op<number>;
}

/**
 * Deletes expired rows among the next ones, or only counts them. The step is small, so that nobody waits for it: it searches
 * outside any transaction, and deletes in the groups of the intake.
 *
 * @param lockPersons makes others that decide for these people wait until the transaction ends
 */
export function createExpiry({ reads, queues }: Engine, lockPersons: LockPersons) {
  const find = reads((db, { kind, after }: ExpiryStep, times: ExpiryTimes) =>
    KINDS[kind].find(db, times, after),
  );
  const remove = queues(
    ({ found }: Removal) => found.keys.length, // a person may have any number of decisions
    (db, { kind, found, times }: Removal) => KINDS[kind].remove(db, found, times, lockPersons),
  );
  return async (step: ExpiryStep): Promise<ExpiredStep> => {
    const times = { unconfirmedBefore: null, since: 0, ...step };
    const found = await find(step, times);
    const { keys, rows = keys.length, undelivered = 0, people = [], looked, next } = found;
    const expired =
      step.dryRun || keys.length === 0 ? rows : await remove({ kind: step.kind, found, times });
    return { expired, undelivered, people, looked, next: next === null ? null : String(next) };
  };
}

// One question for each end: SQLite reads the whole table for both in one.
const SELECT_ENDS =
  sql(`SELECT (SELECT min(seq) FROM events) AS first, (SELECT max(seq) FROM events) AS last,
    coalesce((SELECT last_seq FROM relay_state), 0) AS cursor`).rows<{
    first: number | null;
    last: number | null;
    cursor: number;
  }>();
const SELECT_EVENTS = sql(`SELECT seq FROM events
  WHERE seq > {start:int} AND seq <= {end:int} AND received_at < {before:time} ORDER BY seq LIMIT ${MAX_ROWS}`).rows<{
  seq: number;
}>();
const COUNT_EVENTS = sql(
  'SELECT count(*) AS count FROM events WHERE seq > {start:int} AND seq <= {end:int}',
).rows<{ count: number }>();
const DELETE_EVENTS = sql(
  'DELETE FROM events WHERE seq IN {seqs:ints} AND received_at < {before:time}',
);

/** Returns the next window of at most `rows` events; null if there are no events. */
function* nextWindow(db: Db, after: string | null, rows: number) {
  const { first, last, cursor } = yield* one(db, SELECT_ENDS, {});
  if (first === null || last === null) return null;
  const start = after === null ? first - 1 : Number(after);
  return { start, end: Math.min(start + rows, last), last, cursor };
}
const NOTHING: Found = { keys: [], looked: 0, next: null };

const events: Expiring = {
  *find(db, { before }, after) {
    const window = yield* nextWindow(db, after, WINDOW_ROWS);
    if (!window) return NOTHING;
    const { start, end, last, cursor } = window;
    const keys = (yield* db.all(SELECT_EVENTS, { start, end, before })).map(({ seq }) => seq);
    const reached = (keys.length === MAX_ROWS && keys.at(-1)) || end;
    return {
      keys,
      undelivered: keys.filter((seq) => seq > cursor).length,
      looked: (yield* one(db, COUNT_EVENTS, { start, end: reached })).count,
      next: reached < last ? reached : null,
    };
  },
  remove: (db, { keys }, { before }) => db.run(DELETE_EVENTS, { seqs: keys.map(Number), before }),
};

const SELECT_PEOPLE = sql(
  'SELECT DISTINCT consent_id AS id FROM events WHERE seq > {start:int} AND seq <= {end:int}',
).rows<{ id: string }>();
const SELECT_OF_PEOPLE = sql(`SELECT seq, consent_id AS id, received_at AS "receivedAt" FROM events
  WHERE seq > {start:int} AND seq <= {end:int} AND consent_id IN {ids:texts} ORDER BY seq`).rows<{
  seq: number;
  id: string;
  receivedAt: number;
}>();
const DELETE_WITHDRAWN = sql('DELETE FROM events WHERE seq IN {seqs:ints}');

/** Events that their person withdrew. An event that was stored before a withdrawal stays withdrawn: nothing is checked again. */
const withdrawn: Expiring = {
  *find(db, _, after) {
    const window = yield* nextWindow(db, after, WITHDRAWN_WINDOW_ROWS);
    if (!window) return NOTHING;
    const { start, end, last } = window;
    const present = (yield* db.all(SELECT_PEOPLE, { start, end })).map(({ id }) => id);
    const histories = yield* readLatestDecisions(db, present);
    const historyOf = (id: string) => histories.get(id) ?? [];
    const ids = present.filter((id) => historyOf(id).some(({ analytics }) => !analytics));
    const rows = ids.length === 0 ? [] : yield* db.all(SELECT_OF_PEOPLE, { start, end, ids });
    const found = rows
      .filter(({ id, receivedAt }) => isWithdrawn(receivedAt, historyOf(id)))
      .slice(0, MAX_ROWS);
    const reached = (found.length === MAX_ROWS && found.at(-1)?.seq) || end;
    return {
      keys: found.map(({ seq }) => seq),
      people: [...new Set(found.map(({ id }) => id))],
      looked: reached - start,
      next: reached < last ? reached : null,
    };
  },
  *remove(db, { keys, people = [] }, { at, ask = () => [] }) {
    const events = yield* db.run(DELETE_WITHDRAWN, { seqs: keys.map(Number) });
    if (events > 0) yield* noteErased(db, { at, events, notices: people.flatMap(ask) });
    return events;
  },
};

const SELECT_GRANTED =
  sql(`SELECT consent_id AS id, max(recorded_at) AS last, min(CASE WHEN analytics THEN recorded_at END) AS granted
  FROM consents WHERE consent_id > {after:text} GROUP BY consent_id ORDER BY consent_id LIMIT ${MAX_ROWS}`).rows<{
    id: string;
    last: number;
    granted: number | null;
  }>();

/**
 * People who withdrew and may have had events that are past their retention here, and not at PostHog. Anybody can make up an
 * id, agree with it and withdraw: such a grant is not that old.
 */
const withdrawals: Expiring = {
  *find(db, { at, before, since }, after) {
    const persons = yield* db.all(SELECT_GRANTED, { after: after ?? '' });
    const ids = persons
      .filter(({ last, granted }) => last > since && last <= at && (granted ?? at) < before)
      .map(({ id }) => id);
    const histories = yield* readLatestDecisions(db, ids);
    const keys = ids.filter((id) => histories.get(id)?.at(-1)?.analytics === false);
    return { keys, rows: 0, people: keys, looked: persons.length, next: nextAfter(persons) };
  },
  *remove(db, { people = [] }, { ask = () => [] }) {
    yield* queueNotices(db, people.flatMap(ask));
    return 0;
  },
};

// Who asked for a restriction may need the data (Art. 18 GDPR).
const SIGNUP_EXPIRED =
  `(restricted_at IS NULL AND (created_at < {before:time} OR ${UNCONFIRMED_SQL}))` as const;
const SELECT_SIGNUPS =
  sql(`SELECT id, coalesce(${SIGNUP_EXPIRED}, false) AS expired FROM notifyme_signups
  WHERE id > {after:text} ORDER BY id LIMIT ${MAX_ROWS}`).rows<{ id: string; expired: boolean }>({
    expired: 'flag',
  });
const DELETE_SIGNUPS =
  sql(`DELETE FROM notifyme_signups WHERE id IN {ids:texts} AND ${SIGNUP_EXPIRED}
  RETURNING id, ${PROVEN}, signup_type AS "signupType", created_at AS "createdAt", created_at >= {before:time} AS unconfirmed`).rows<
    RemovedSignup & Proven & { unconfirmed: boolean }
  >({ unconfirmed: 'flag' });
const timesOf = ({ before, unconfirmedBefore }: ExpiryTimes) => ({
  before,
  unconfirmed: unconfirmedBefore && expiryOf(unconfirmedBefore),
});

const signups: Expiring = {
  *find(db, times, after) {
    const rows = yield* db.all(SELECT_SIGNUPS, { after: after ?? '', ...timesOf(times) });
    const keys = rows.filter(({ expired }) => expired).map(({ id }) => id);
    return { keys, looked: rows.length, next: nextAfter(rows) };
  },
  *remove(db, { keys }, times) {
    const ids = keys.map(String);
    const removed = yield* db.all(DELETE_SIGNUPS, { ids, ...timesOf(times) });
    yield* keepProofs(db, removed, times.at);
    yield* queueRemoved(db, removed, times.told);
    return removed.length;
  },
};

const SELECT_PERSONS =
  sql(`SELECT consent_id AS id, max(recorded_at) AS last, count(*) AS rows FROM consents
  WHERE consent_id > {after:text} GROUP BY consent_id ORDER BY consent_id LIMIT ${MAX_ROWS}`).rows<{
    id: string;
    last: number;
    rows: number;
  }>();
const OPEN_PASS = sql('INSERT INTO retention_pass (id) VALUES (1)');
const CLOSE_PASS = sql('DELETE FROM retention_pass');
const DELETE_CONSENTS =
  sql(`DELETE FROM consents WHERE consent_id IN {ids:texts} AND consent_id NOT IN
    (SELECT consent_id FROM consents WHERE consent_id IN {ids:texts} AND recorded_at >= {before:time})`);

const consents: Expiring = {
  *find(db, { before }, after) {
    const persons = yield* db.all(SELECT_PERSONS, { after: after ?? '' });
    const expired = persons.filter(({ last }) => last < before);
    return {
      keys: expired.map(({ id }) => id),
      rows: countRowsOf(expired),
      looked: countRowsOf(persons),
      next: nextAfter(persons),
    };
  },
  // A decision that was recorded in the meantime keeps all of them.
  *remove(db, { keys }, { before }, lockPersons) {
    const ids = keys.map(String);
    yield* lockPersons(db, ids);
    yield* db.run(OPEN_PASS, {});
    const deleted = yield* db.run(DELETE_CONSENTS, { ids, before });
    yield* db.run(CLOSE_PASS, {});
    return deleted;
  },
};

const KINDS: Record<ExpiryStep['kind'], Expiring> = {
  events,
  withdrawn,
  withdrawals,
  signups,
  consents,
};

const nextAfter = (rows: readonly { id: string }[]) =>
  rows.length < MAX_ROWS ? null : (rows.at(-1)?.id ?? null);

const countRowsOf = (persons: readonly { rows: number }[]) =>
  persons.reduce((sum, { rows }) => sum + rows, 0);
