import { isSameName, type Person, type PersonChange } from '#shared/people';
import type { WithTimes } from '../lib/iso-times.ts';
import { type Actor, recordAct } from '../store/audit-entries.sql.ts';
import type { Db, Engine, Op } from '../store/sql/operation.ts';
import { type Statement, sql } from '../store/sql/statement.ts';
import { countActs, forgetActs, readActs } from './acts.sql.ts';
import { type EndedSession, endSession, isSessionEnded } from './ended-sessions.sql.ts';

/** Who is signed in with a passkey. */
export interface PersonSession extends Pick<Person, 'name' | 'role'> {
  personId: string;
  /** When the passkey was used. */
  openedAt: number;
}

export interface NewLink {
  linkHash: string;
  linkEndsAt: number;
}

export interface NewPerson extends NewLink, Pick<Person, 'id' | 'name' | 'role'> {
  createdAt: number;
}

type PersonRow = WithTimes<Person>;

export interface UsedPasskey {
  id: string;
  counter: number;
  /** What it answered. */
  challenge: EndedSession;
}

export interface NewPasskey extends UsedPasskey {
  name: string;
  publicKey: string;
}

/** The session that somebody enters by, in place of others. */
export interface Entry {
  session: { hash: string; endsAt: number };
  replaces: readonly string[];
  at: number;
}

const SELECT_SESSION = sql(`
  SELECT people.id AS "personId", name, role, opened_at AS "openedAt" FROM person_sessions
  JOIN people ON people.id = person_id WHERE hash = {hash:text}`).rows<PersonSession>();
const CLOSE_SESSIONS = sql('DELETE FROM person_sessions WHERE hash IN {replaces:texts}');
const INSERT_SESSION = sql(`
  INSERT INTO person_sessions (hash, person_id, passkey_id, opened_at, ends_at)
  SELECT {hash:text}, person_id, id, {at:time}, {endsAt:time} FROM passkeys WHERE id = {passkey:text}`);
const SELECT_PASSKEY = sql(`
  SELECT person_id AS "personId", public_key AS "publicKey", people.name FROM passkeys
  JOIN people ON people.id = person_id WHERE passkeys.id = {id:text}`).rows<
  Record<'personId' | 'publicKey' | 'name', string>
>();
const COUNT_USE = sql(`
  UPDATE passkeys SET counter = {counter:int}, used_at = {at:time}
  WHERE id = {id:text} AND (counter < {counter:int} OR (counter = 0 AND {counter:int} = 0))`);
const INSERT_PASSKEY = sql(`
  INSERT INTO passkeys (id, person_id, name, public_key, counter, created_at, used_at)
  VALUES ({id:text}, {personId:text}, {name:text}, {publicKey:text}, {counter:int}, {at:time}, {at:time})
  ON CONFLICT DO NOTHING`);
const LOCK_LINKED = sql(`
  SELECT id, name FROM people WHERE link_hash = {linkHash:text} AND link_ends_at > {now:time} FOR UPDATE`).rows<
  Pick<Person, 'id' | 'name'>
>();
const END_LINK = sql(
  'UPDATE people SET link_hash = NULL, link_ends_at = NULL WHERE id = {id:text}',
);
const HAS_PASSKEY = sql('SELECT 1 FROM passkeys LIMIT 1');
const INSERT_PERSON = sql(`
  INSERT INTO people (id, name, role, created_at, link_hash, link_ends_at)
  VALUES ({id:text}, {name:text}, {role:text}, {createdAt:time}, {linkHash:text}, {linkEndsAt:time})
  ON CONFLICT DO NOTHING`);
const SELECT_PEOPLE = sql(`
  SELECT id, name, role,
    CASE WHEN link_ends_at > {now:time} THEN link_ends_at END AS "linkEndsAt",
    (SELECT max(used_at) FROM passkeys WHERE person_id = people.id) AS "seenAt",
    (SELECT count(*) FROM person_sessions WHERE person_id = people.id AND ends_at > {now:time}) AS sessions
  FROM people WHERE {person:text?} IS NULL OR id = {person:text?} ORDER BY created_at, id`).rows<
  Omit<PersonRow, 'passkeys'>
>();
const SELECT_PASSKEYS = sql(`
  SELECT id, person_id AS "personId", name FROM passkeys
  WHERE {person:text?} IS NULL OR person_id = {person:text?} ORDER BY created_at, id`).rows<
  PersonRow['passkeys'][number] & { personId: string }
>();
const LOCK_PEOPLE = sql('SELECT id FROM people ORDER BY id FOR UPDATE');
const CHANGE_ROLE = sql('UPDATE people SET role = {role:text} WHERE id = {id:text}');
const REMOVE = sql('DELETE FROM people WHERE id = {id:text}');
const SET_LINK = sql(`
  UPDATE people SET link_hash = {linkHash:text}, link_ends_at = {linkEndsAt:time} WHERE id = {id:text}`);
const REMOVE_PASSKEYS = sql(`
  DELETE FROM passkeys WHERE person_id = {id:text} AND ({passkey:text?} IS NULL OR id = {passkey:text?})`);
const END_SESSIONS = sql('DELETE FROM person_sessions WHERE person_id = {id:text}');
/** What each change does. A thief of the session or the passkey may have made a link. */
const CHANGES = {
  change_person: [CHANGE_ROLE, END_SESSIONS],
  end_sessions: [END_SESSIONS, END_LINK],
  remove_passkey: [REMOVE_PASSKEYS, END_LINK],
  reset_person: [REMOVE_PASSKEYS, SET_LINK],
  link_passkey: [SET_LINK],
  remove_person: [REMOVE],
};

function* openSession(db: Db, passkey: string, { session, replaces, at }: Entry): Op<void> {
  yield* db.run(CLOSE_SESSIONS, { replaces });
  yield* db.run(INSERT_SESSION, { ...session, passkey, at });
}

/**
 * Opens a session for who has used a passkey. `copied`: its counter went back, so there are two of it; the audit has that. `refused`:
 * the challenge was answered before, or the passkey was removed meanwhile.
 */
function* enterByPasskey(
  db: Db,
  { id, counter, challenge }: UsedPasskey,
  entry: Entry,
): Op<'opened' | 'copied' | 'refused'> {
  const { at } = entry;
  const passkey = (yield* endSession(db, challenge, at)) && (yield* db.get(SELECT_PASSKEY, { id }));
  if (!passkey) return 'refused';
  const { personId, name: doneBy } = passkey;
  if ((yield* db.run(COUNT_USE, { id, counter, at })) === 0) {
    if (!(yield* db.get(SELECT_PASSKEY, { id }))) return 'refused'; // another process has just removed it
    yield* recordAct(db, { personId, doneBy, at }, 'copied_passkey', { thing: personId });
    return 'copied';
  }
  yield* openSession(db, id, entry);
  return 'opened';
}

/** Adds a passkey by a link, which ends with that, and opens a session. Returns false for a challenge, link or passkey that was used before. */
function* addPasskey(db: Db, passkey: NewPasskey, linkHash: string, entry: Entry): Op<boolean> {
  const { at } = entry;
  if (!(yield* endSession(db, passkey.challenge, at))) return false;
  const person = yield* db.get(LOCK_LINKED, { linkHash, now: at });
  if (!person) return false;
  const { id: personId, name: doneBy } = person;
  if ((yield* db.run(INSERT_PASSKEY, { ...passkey, personId, at })) === 0) return false;
  yield* db.run(END_LINK, { id: personId });
  yield* recordAct(db, { personId, doneBy, at }, 'add_passkey', { thing: personId });
  yield* openSession(db, passkey.id, entry);
  return true;
}

/** Adds a person, whom a link lets register a passkey. Returns false if there is one of that name. */
function* addPerson(db: Db, person: NewPerson, by: Actor): Op<boolean> {
  yield* db.all(LOCK_PEOPLE, {}); // of two at once, the second one finds the first
  const others = yield* readPeople(db, by.at);
  if (others.some(({ name }) => isSameName(name, person.name))) return false;
  if ((yield* db.run(INSERT_PERSON, person)) === 0) return false;
  yield* recordAct(db, by, 'add_person', { thing: person.id });
  return true;
}

/**
 * Changes a person, whose sessions end with what they were opened by, or with the role. `last_owner`: no person leaves the console
 * without an owner who can sign in. A token or a command may.
 */
function* changePerson(
  db: Db,
  id: string,
  change: PersonChange,
  link: NewLink,
  by: Actor,
): Op<'done' | 'not_found' | 'last_owner'> {
  const passkey = change.kind === 'remove_passkey' ? change.passkey : null;
  yield* db.all(LOCK_PEOPLE, {});
  const people = yield* readPeople(db, by.at);
  const person = people.find((one) => one.id === id);
  if (!person || (passkey && !person.passkeys.some((one) => one.id === passkey)))
    return 'not_found';
  const stays = people.some(
    ({ id: owner, role, passkeys }) =>
      role === 'owner' &&
      passkeys.some((one) => owner !== id || (passkey !== null && one.id !== passkey)),
  );
  const { kind } = change;
  const isHarmless = kind === 'end_sessions' || kind === 'link_passkey';
  if (by.personId && person.role === 'owner' && !isHarmless && !stays) return 'last_owner';
  const values = { ...person, ...change, ...link, passkey };
  for (const statement of CHANGES[kind]) yield* db.run(statement, values);
  yield* recordAct(db, by, kind, { thing: id });
  return 'done';
}

/** Returns everybody, or one person, with their passkeys. */
function* readPeople(db: Db, now: number, person: string | null = null): Op<PersonRow[]> {
  const people = yield* db.all(SELECT_PEOPLE, { now, person });
  const passkeys = yield* db.all(SELECT_PASSKEYS, { person });
  return people.map((row) => ({
    ...row,
    passkeys: passkeys.flatMap(({ personId, ...own }) => (personId === row.id ? [own] : [])),
  }));
}

/** Returns an operation that finds one row, or null. */
const one = <Values, Row>(statement: Statement<Values, Row, false>) =>
  function* (db: Db, values: Values): Op<Row | null> {
    return (yield* db.get(statement, values)) ?? null;
  };

/** Returns whether anybody can sign in with a passkey. */
export function* hasPasskeys(db: Db): Op<boolean> {
  return (yield* db.get(HAS_PASSKEY, {})) !== undefined;
}

/** The part of the store for people who may enter the console, their sessions and what they did. */
export type PeopleStore = ReturnType<typeof createPeople>;

export const createPeople = ({ reads, writes }: Engine) => ({
  endSession: writes(2, endSession),
  isSessionEnded: reads(isSessionEnded),
  /** Who is signed in, at any process. */
  readSession: reads(one(SELECT_SESSION)),
  /** Whose passkey it is, and its key. */
  readPasskey: reads(one(SELECT_PASSKEY)),
  enterByPasskey: writes(4, enterByPasskey),
  /** Whom a link lets register a passkey. */
  readInvited: reads(one(LOCK_LINKED)),
  addPasskey: writes(5, addPasskey),
  hasPasskeys: reads(hasPasskeys),
  addPerson: writes(2, addPerson),
  changePerson: writes(4, changePerson),
  readPeople: reads(readPeople),
  recordAct: writes(1, recordAct),
  readActs: reads(readActs),
  countActs: reads(countActs),
  forgetActs: writes(300, forgetActs),
});
