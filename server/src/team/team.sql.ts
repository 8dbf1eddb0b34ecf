import type { AlertsReport, NotesReport } from '#shared/notes';
import type { FunnelDefinition, SavedFunnel } from '#shared/saved-funnels';
import type { Span } from '#shared/time-buckets';
import type { WithTimes } from '../lib/iso-times.ts';
import { queueNotices } from '../mail/outbox/notices.sql.ts';
import { type Actor, recordAct } from '../store/audit-entries.sql.ts';
import type { NewNotice } from '../store/mail-store.ts';
import type { Db, Engine, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';

export interface Alert
  extends WithTimes<
    Pick<AlertsReport['alerts'][number], 'id' | 'name' | 'text' | 'raisedAt' | 'clearedAt'>
  > {
  since: number;
}

export type Note = WithTimes<NotesReport['notes'][number]>;

export interface Mark {
  /**
   * The last build that was started, the last week with a digest, the last verified backup and its path, the last drill and why it failed (dated-value.ts), when a clock was last believed
   * (clock.sql.ts), up to when PostHog was asked about withdrawals, what retention does not delete without a confirmation, the last alert that was told, the last quarter of an hour in which
   * a client or the site had used up its bytes of the day, when the counter of a passkey went back, the last day on which a service of the team was told about people.
   */
  name:
    | 'build'
    | 'digest'
    | 'backup'
    | 'drill'
    | 'clock_trusted'
    | 'retention'
    | 'withdrawals'
    | 'copied_passkey'
    | `told:${string}`
    | `people:${string}`
    | `bytes:${'client' | 'site'}`;
  value: string;
  at: number;
}

const RAISE = sql(`INSERT INTO alerts (id, name, text, since, raised_at)
  VALUES ({id:text}, {name:text}, {text:text}, {since:time}, {raisedAt:time}) ON CONFLICT DO NOTHING`);
const CLEAR = sql(`UPDATE alerts
  SET cleared_at = CASE WHEN raised_at > {at:time} THEN raised_at ELSE {at:time} END
  WHERE name = {name:text} AND cleared_at IS NULL`);
const SELECT_ALERTS = sql(`
  SELECT id, name, text, since, raised_at AS "raisedAt", cleared_at AS "clearedAt" FROM alerts
  WHERE cleared_at IS NULL OR raised_at BETWEEN {from:time} AND {to:time}
  ORDER BY raised_at DESC, id DESC LIMIT 200`).rows<Alert>();
const SILENCE = sql(`INSERT INTO alert_silences (name, until) VALUES ({name:text}, {until:time})
  ON CONFLICT (name) DO UPDATE SET until = excluded.until`);
const SELECT_SILENCES = sql(
  'SELECT name, until FROM alert_silences WHERE until > {now:time}',
).rows<{ name: string; until: number }>();
const INSERT_NOTE = sql(
  'INSERT INTO notes (id, at, kind, text) VALUES ({id:text}, {at:time}, {kind:text}, {text:text})',
);
const DELETE_NOTE = sql('DELETE FROM notes WHERE id = {id:text}');
const SELECT_NOTES = sql(`SELECT id, at, kind, text FROM
    (SELECT * FROM notes WHERE at BETWEEN {from:time} AND {to:time} ORDER BY at DESC, id DESC LIMIT 500) AS latest
  ORDER BY at, id`).rows<Note>();
const SAVE_FUNNEL = sql(`INSERT INTO saved_funnels (id, name, definition)
  SELECT {id:text}, {name:text}, {definition:json}
  WHERE (SELECT count(*) FROM saved_funnels WHERE name <> {name:text}) < {most:int}
  ON CONFLICT (name) DO UPDATE SET definition = excluded.definition`);
const DELETE_FUNNEL = sql('DELETE FROM saved_funnels WHERE id = {id:text}');
const SELECT_FUNNELS = sql('SELECT id, name, definition FROM saved_funnels').rows<{
  id: string;
  name: string;
  definition: FunnelDefinition;
}>({ definition: 'json' });
const SET_MARK =
  sql(`INSERT INTO marks (name, value, at) VALUES ({name:text}, {value:text}, {at:time})
  ON CONFLICT (name) DO UPDATE SET value = excluded.value, at = excluded.at WHERE marks.value <> excluded.value`);
const SELECT_MARK = sql('SELECT name, value, at FROM marks WHERE name = {name:text}').rows<Mark>();
const SELECT_TOLD = sql(`SELECT substr(name, 8) AS recipient, value, at FROM marks
  WHERE substr(name, 1, 7) = 'people:' ORDER BY at DESC`).rows<
  Pick<ToldService, 'recipient' | 'at'> & { value: string }
>();

/** Raises an alert, unless it is raised already. Returns whether it was not. */
function* raiseAlert(db: Db, alert: Omit<Alert, 'clearedAt'>): Op<boolean> {
  return (yield* db.run(RAISE, alert)) === 1;
}

/** Clears an alert, and queues the messages, if it is raised. Returns whether it was. */
function* clearAlert(
  db: Db,
  name: string,
  at: number,
  notices: readonly NewNotice[] = [],
): Op<boolean> {
  const wasRaised = (yield* db.run(CLEAR, { name, at })) === 1;
  if (wasRaised) yield* queueNotices(db, notices);
  return wasRaised;
}

/** Returns the alerts that were raised in a range or are still raised, latest first, at most 200. */
const readAlerts = (db: Db, range: Span): Op<Alert[]> => db.all(SELECT_ALERTS, range);

/** Keeps an alert from being sent until a time, or no longer when that is past. */
function* silenceAlert(db: Db, name: string, until: number): Op<void> {
  yield* db.run(SILENCE, { name, until });
}

/** Returns until when alerts are silent, by name. */
function* readSilences(db: Db, now: number): Op<Map<string, number>> {
  const silences = yield* db.all(SELECT_SILENCES, { now });
  return new Map(silences.map(({ name, until }) => [name, until]));
}

function* addNote(db: Db, note: Note, by?: Actor): Op<void> {
  yield* db.run(INSERT_NOTE, note);
  yield* recordAct(db, by, 'add_note', { thing: note.id });
}

const deletes = (statement: typeof DELETE_NOTE, kind: 'delete_note' | 'delete_funnel') =>
  function* (db: Db, id: string, by?: Actor): Op<'deleted' | 'not_found'> {
    if ((yield* db.run(statement, { id })) === 0) return 'not_found';
    yield* recordAct(db, by, kind, { thing: id });
    return 'deleted';
  };

/** Returns the notes of a range, earliest first, at most 500: the latest ones. */
const readNotes = (db: Db, range: Span): Op<Note[]> => db.all(SELECT_NOTES, range);

/**
 * Saves a funnel, in place of the one with its name. Refuses another one where there are `most` already.
 *
 * @returns the funnel, with the id of the one that it replaced; null if it was refused
 */
function* saveFunnel(
  db: Db,
  { id, name, ...definition }: SavedFunnel,
  most: number,
  by?: Actor,
): Op<SavedFunnel | null> {
  const isSaved = (yield* db.run(SAVE_FUNNEL, { id, name, definition, most })) === 1;
  if (!isSaved) return null;
  const found = (yield* readFunnels(db)).find((saved) => saved.name === name) ?? null;
  if (found) yield* recordAct(db, by, 'save_funnel', { thing: found.id });
  return found;
}

/** Returns the saved funnels, by name. They are sorted here, because the databases sort text differently. */
export function* readFunnels(db: Db): Op<SavedFunnel[]> {
  const found = yield* db.all(SELECT_FUNNELS, {});
  return found
    .map(({ definition, ...funnel }) => ({ ...funnel, ...definition }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/**
 * Records a value under a name, and queues the messages and the note, unless the value is recorded already. Returns
 * whether it was not. So what several processes find at the same time happens once.
 */
function* mark(
  db: Db,
  found: Mark,
  { notices = [], note }: { notices?: readonly NewNotice[]; note?: Note } = {},
): Op<boolean> {
  const isNew = (yield* db.run(SET_MARK, found)) === 1;
  if (isNew) yield* queueNotices(db, notices);
  if (isNew && note) yield* addNote(db, note);
  return isNew;
}

/** Remembers, a day long, that a service of the team is told about people. */
function* noteTold(db: Db, { recipient, name, retentionDays, at }: ToldService): Op<void> {
  const value = [new Date(at).toISOString().slice(0, 10), retentionDays ?? '?', name].join(' ');
  yield* mark(db, { name: `people:${recipient}`, value, at });
}

/** Returns the services that were ever told about people, the last one first. */
function* readTold(db: Db): Op<ToldService[]> {
  return (yield* db.all(SELECT_TOLD, {})).map(({ value, ...service }) => {
    const [, days, ...name] = value.split(' ');
    return { ...service, name: name.join(' '), retentionDays: Number(days) || null };
  });
}

export function* readMark(db: Db, name: Mark['name']): Op<Mark | null> {
  return (yield* db.get(SELECT_MARK, { name })) ?? null;
}

/** A service of the team that was told about people, as data/site.json described it then. */
export interface ToldService {
  /** A hash of its URL: two workspaces of one service differ in the path, which may hold a secret. */
  recipient: string;
  /** Empty without one. */
  name: string;
  /** For how long it keeps what it gets; null where nothing says so. */
  retentionDays: number | null;
  /** The last day on which it was told. */
  at: number;
}

/** The part of the store for the people who run the site: alerts, notes, funnels, and what happens once. */
export type TeamStore = ReturnType<typeof createTeam>;

export const createTeam = ({ reads, writes }: Engine) => ({
  raiseAlert: writes(1, raiseAlert),
  clearAlert: writes(1, clearAlert),
  readAlerts: reads(readAlerts),
  silenceAlert: writes(1, silenceAlert),
  readSilences: reads(readSilences),
  addNote: writes(1, addNote),
  deleteNote: writes(1, deletes(DELETE_NOTE, 'delete_note')),
  readNotes: reads(readNotes),
  saveFunnel: writes(1, saveFunnel),
  deleteFunnel: writes(1, deletes(DELETE_FUNNEL, 'delete_funnel')),
  readFunnels: reads(readFunnels),
  mark: writes(1, mark),
  readMark: reads(readMark),
  noteTold: writes(1, noteTold),
  readTold: reads(readTold),
});
