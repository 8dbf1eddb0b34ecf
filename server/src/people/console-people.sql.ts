import type { Role } from '#shared/people';
import { doubtOfClock, TRUST_MS } from '../clock/clock.sql.ts';
import { type Actor, recordAct } from '../store/audit-entries.sql.ts';
import type { Db, Engine, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import { countActs, forgetActs, readActs } from './acts.sql.ts';
import { type EndedSession, endSession, isSessionEnded } from './ended-sessions.sql.ts';

/** Who is signed in with a passkey. */
export interface PersonSession {
  personId: string;
  name: string;
  role: Role;
  /** When the passkey was used. */
  openedAt: number;
}

export interface NewLink {
  linkHash: string;
  linkEndsAt: number;
}

export interface NewPerson extends NewLink {
  id: string;
  name: string;
  role: Role;
  createdAt: number;
}

export interface PersonRow extends Omit<NewPerson, 'linkHash' | 'linkEndsAt'> {
  linkEndsAt: number | null;
  passkeys: { id: string; name: string; createdAt: number; usedAt: number }[];
  sessions: { openedAt: number; endsAt: number }[];
}

export interface NewPasskey {
  id: string;
  personId: string;
  name: string;
  publicKey: string;
  counter: number;
}

/** A use of a passkey: the challenge that it answers, and the session that it opens. */
export interface PasskeyUse {
  challenge: EndedSession;
  session: { hash: string; endsAt: number } | null;
  at: number;
}

/** What becomes of a person. All of it ends sessions at once, because each request looks for its session. */
export type PersonChange =
  | { kind: 'change_person'; role: Role }
  | { kind: 'remove_person' | 'end_sessions' }
  | ({ kind: 'reset_person' } & NewLink)
  | { kind: 'remove_passkey'; passkey: string };

/** Of a person. More devices has nobody, and each answer about the person lists them. */
const MAX_PASSKEYS = 20;

const SELECT_SESSION = sql(`
  SELECT people.id AS "personId", name, role, opened_at AS "openedAt" FROM person_sessions
  JOIN people ON people.id = person_id WHERE hash = {hash:text}`).rows<PersonSession>();
const FORGET_SESSIONS = sql('DELETE FROM person_sessions WHERE ends_at <= {before:time}');
const INSERT_SESSION = sql(`
  INSERT INTO person_sessions (hash, person_id, passkey_id, opened_at, ends_at)
  VALUES ({hash:text}, {personId:text}, {passkeyId:text}, {at:time}, {endsAt:time})`);
const CLOSE_SESSION = sql('DELETE FROM person_sessions WHERE hash IN {hashes:texts}');
const SELECT_PASSKEY = sql(`
  SELECT person_id AS "personId", public_key AS "publicKey", people.name FROM passkeys
  JOIN people ON people.id = person_id WHERE passkeys.id = {id:text}`).rows<{
  personId: string;
  publicKey: string;
  name: string;
}>();
const COUNT_USE = sql(`
  UPDATE passkeys SET counter = {counter:int}, used_at = {at:time}
  WHERE id = {id:text} AND (counter < {counter:int} OR (counter = 0 AND {counter:int} = 0))`);
const INSERT_PASSKEY = sql(`
  INSERT INTO passkeys (id, person_id, name, public_key, counter, created_at, used_at)
  SELECT {id:text}, {personId:text}, {name:text}, {publicKey:text}, {counter:int}, {at:time}, {at:time}
  WHERE (SELECT count(*) FROM passkeys WHERE person_id = {personId:text}) < ${MAX_PASSKEYS}
  ON CONFLICT DO NOTHING`);
const LOCK_LINKED = sql(`
  SELECT id, name FROM people WHERE link_hash = {linkHash:text} AND link_ends_at > {now:time} FOR UPDATE`).rows<{
  id: string;
  name: string;
}>();
const USE_LINK = sql(
  'UPDATE people SET link_hash = NULL, link_ends_at = NULL WHERE id = {id:text}',
);
const HAS_PASSKEY = sql('SELECT 1 FROM passkeys LIMIT 1');
const INSERT_PERSON = sql(`
  INSERT INTO people (id, name, role, created_at, link_hash, link_ends_at)
  VALUES ({id:text}, {name:text}, {role:text}, {createdAt:time}, {linkHash:text}, {linkEndsAt:time})
  ON CONFLICT DO NOTHING`);
const SELECT_PEOPLE = sql(`
  SELECT id, name, role, created_at AS "createdAt", link_ends_at AS "linkEndsAt" FROM people ORDER BY created_at, id`).rows<
  Omit<PersonRow, 'passkeys' | 'sessions'>
>();
const SELECT_PASSKEYS = sql(`
  SELECT id, person_id AS "personId", name, created_at AS "createdAt", used_at AS "usedAt" FROM passkeys
  ORDER BY created_at, id`).rows<PersonRow['passkeys'][number] & { personId: string }>();
const SELECT_OWN = sql('SELECT id FROM passkeys WHERE person_id = {personId:text}').rows<{
  id: string;
}>();
const SELECT_SESSIONS = sql(`
  SELECT person_id AS "personId", opened_at AS "openedAt", ends_at AS "endsAt" FROM person_sessions
  WHERE ends_at > {now:time} ORDER BY opened_at DESC`).rows<
  PersonRow['sessions'][number] & { personId: string }
>();
const CHANGE_ROLE = sql('UPDATE people SET role = {role:text} WHERE id = {id:text}');
const REMOVE = sql('DELETE FROM people WHERE id = {id:text}');
const SET_LINK = sql(`
  UPDATE people SET link_hash = {linkHash:text}, link_ends_at = {linkEndsAt:time} WHERE id = {id:text}`);
const DROP_PASSKEYS = sql('DELETE FROM passkeys WHERE person_id = {id:text}');
const REMOVE_PASSKEY = sql(
  'DELETE FROM passkeys WHERE person_id = {id:text} AND id = {passkey:text}',
);
const END_SESSIONS = sql('DELETE FROM person_sessions WHERE person_id = {id:text}');
const LOCK_PERSON = sql('SELECT 1 FROM people WHERE id = {id:text} FOR UPDATE');

function* openSession(
  db: Db,
  passkey: { id: string; personId: string },
  use: PasskeyUse,
): Op<void> {
  const { session, at } = use;
  if (session === null) return;
  if ((yield* doubtOfClock(db, at)) === null)
    yield* db.run(FORGET_SESSIONS, { before: at - TRUST_MS });
  const { id: passkeyId, personId } = passkey;
  yield* db.run(INSERT_SESSION, { ...session, passkeyId, personId, at });
}

/**
 * Opens a session for who has used a passkey, in place of another one. `copied`: its counter went back, so there are two of
 * it; the audit has that. `refused`: the challenge was answered before, or the passkey was removed meanwhile.
 */
function* enterByPasskey(
  db: Db,
  used: { id: string; counter: number; replaces: readonly string[] },
  use: PasskeyUse,
): Op<'opened' | 'copied' | 'refused'> {
  const { id, counter, replaces } = used;
  if (!(yield* endSession(db, use.challenge, use.at))) return 'refused';
  const passkey = yield* db.get(SELECT_PASSKEY, { id });
  if (!passkey) return 'refused';
  const { personId, name: doneBy } = passkey;
  if ((yield* db.run(COUNT_USE, { id, counter, at: use.at })) === 0) {
    yield* recordAct(db, { personId, doneBy, at: use.at }, 'copied_passkey', { thing: personId });
    return 'copied';
  }
  yield* db.run(CLOSE_SESSION, { hashes: replaces });
  yield* openSession(db, { id, personId }, use);
  return 'opened';
}

/** Adds a passkey to a person, who used a link, which then ends, or has a session. */
function* addPasskey(
  db: Db,
  passkey: NewPasskey,
  use: PasskeyUse,
  by: Actor,
  linkHash: string | null,
): Op<'added' | 'refused'> {
  if (!(yield* endSession(db, use.challenge, use.at))) return 'refused';
  const { personId: id } = passkey;
  const person = linkHash
    ? yield* db.get(LOCK_LINKED, { linkHash, now: use.at })
    : yield* db.get(LOCK_PERSON, { id });
  if (!person || (yield* db.run(INSERT_PASSKEY, { ...passkey, at: use.at })) === 0)
    return 'refused';
  if (linkHash) yield* db.run(USE_LINK, { id });
  yield* recordAct(db, by, 'add_passkey', { thing: id });
  yield* openSession(db, passkey, use);
  return 'added';
}

/** Adds a person, whom a link lets register a passkey. Returns false if there is one of that name. */
function* addPerson(db: Db, person: NewPerson, by: Actor): Op<boolean> {
  if ((yield* db.run(INSERT_PERSON, person)) === 0) return false;
  yield* recordAct(db, by, 'add_person', { thing: person.id });
  return true;
}

/** Returns false if there is no such person, or passkey. */
function* changePerson(db: Db, id: string, change: PersonChange, by: Actor): Op<boolean> {
  if (!(yield* db.get(LOCK_PERSON, { id }))) return false;
  switch (change.kind) {
    case 'change_person':
      yield* db.run(CHANGE_ROLE, { id, role: change.role });
      break;
    case 'remove_person':
      yield* db.run(REMOVE, { id });
      break;
    case 'reset_person':
      yield* db.run(DROP_PASSKEYS, { id });
      yield* db.run(SET_LINK, { ...change, id });
      break;
    case 'remove_passkey':
      if ((yield* db.run(REMOVE_PASSKEY, { id, passkey: change.passkey })) === 0) return false;
      break;
    case 'end_sessions':
  }
  // That of a passkey went with it.
  if (change.kind !== 'remove_passkey') yield* db.run(END_SESSIONS, { id });
  yield* recordAct(db, by, change.kind, { thing: id });
  return true;
}

/** Returns everybody, with their passkeys and open sessions. */
function* readPeople(db: Db, now: number): Op<PersonRow[]> {
  const people = yield* db.all(SELECT_PEOPLE, {});
  const passkeys = yield* db.all(SELECT_PASSKEYS, {});
  const sessions = yield* db.all(SELECT_SESSIONS, { now });
  const all = new Map(
    people.map((person): [string, PersonRow] => [
      person.id,
      { ...person, passkeys: [], sessions: [] },
    ]),
  );
  for (const { personId, ...passkey } of passkeys) all.get(personId)?.passkeys.push(passkey);
  for (const { personId, ...session } of sessions) all.get(personId)?.sessions.push(session);
  return [...all.values()];
}

/** Returns who is signed in, at any process. */
function* readSession(db: Db, hash: string): Op<PersonSession | null> {
  return (yield* db.get(SELECT_SESSION, { hash })) ?? null;
}

function* closeSession(db: Db, hash: string): Op<void> {
  yield* db.run(CLOSE_SESSION, { hashes: [hash] });
}

/** Returns whose passkey it is, and its key. */
function* readPasskey(db: Db, id: string) {
  return (yield* db.get(SELECT_PASSKEY, { id })) ?? null;
}

/** Returns the ids of a person's passkeys. */
function* readPasskeysOf(db: Db, personId: string): Op<string[]> {
  return (yield* db.all(SELECT_OWN, { personId })).map(({ id }) => id);
}

/** Returns whom a link lets register a passkey. */
function* readLinkedPerson(db: Db, linkHash: string, now: number) {
  return (yield* db.get(LOCK_LINKED, { linkHash, now })) ?? null;
}

/** Returns whether anybody can sign in with a passkey. */
export function* hasPasskeys(db: Db): Op<boolean> {
  return (yield* db.get(HAS_PASSKEY, {})) !== undefined;
}

/** The part of the store for people who may enter the console, their sessions and what they did. */
export type PeopleStore = ReturnType<typeof createPeople>;

export const createPeople = ({ reads, writes }: Engine) => ({
  endSession: writes(1, endSession),
  isSessionEnded: reads(isSessionEnded),
  readSession: reads(readSession),
  closeSession: writes(1, closeSession),
  readPasskey: reads(readPasskey),
  readPasskeysOf: reads(readPasskeysOf),
  enterByPasskey: writes(4, enterByPasskey),
  addPasskey: writes(5, addPasskey),
  readLinkedPerson: reads(readLinkedPerson),
  hasPasskeys: reads(hasPasskeys),
  addPerson: writes(2, addPerson),
  changePerson: writes(4, changePerson),
  readPeople: reads(readPeople),
  recordAct: writes(1, recordAct),
  readActs: reads(readActs),
  countActs: reads(countActs),
  forgetActs: writes(300, forgetActs),
});
