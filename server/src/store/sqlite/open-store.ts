import type { Database } from 'better-sqlite3';
import { addClientCounts, countClients } from '../intake/client-counts.ts';
import {
  hasNewerText,
  type OtherProcesses,
  publishTexts,
  readTexts,
  recordDemoText,
} from '../intake/consent-texts.ts';
import { insertSignups } from '../intake/insert-signup.ts';
import { addPageCounts } from '../intake/page-counts.ts';
import { createList } from '../list/list-operations.ts';
import { createMail } from '../mail/mail-operations.ts';
import { readDeliveryState } from '../relay/delivery-state.ts';
import { noteDeliveryFailure, settleDeliveries } from '../relay/settlement.ts';
import { createExpiry } from '../retention/expiry.ts';
import { forgetQuarters } from '../retention/forget-quarters.ts';
import { countRows } from '../retention/row-counts.ts';
import { createUpkeep } from '../retention/upkeep.ts';
import { createRefusalMemory } from '../rules/refusal-memory.ts';
import { chunkState, type OtherWriters, saveChunk } from '../scan/scan-events.ts';
import type { Store } from '../store.ts';
import { createTeam } from '../team/team.ts';
import { checkpoint } from './connection/checkpoint.ts';
import { homeOf } from './connection/database-home.ts';
import { diskUsage } from './connection/disk-usage.ts';
import { openDatabase, openExistingDatabase } from './connection/open-file.ts';
import { createDb, done, finish } from './connection/sql.ts';
import { createEngine } from './engine.ts';
import { createPersons } from './erasure/persons.ts';
import { prepareRecordDecision } from './intake/decisions.ts';
import { prepareRecordEvents } from './intake/insert-events.ts';
import { createSqliteIntake, type IntakeOptions } from './intake/write-intake.ts';
import { prepareTake } from './relay/deliveries.ts';

/** A database has one server. */
const ALONE: OtherProcesses & OtherWriters = {
  wait: () => done(null),
  newest: () => done(null),
  tell: () => done(undefined),
  settledThrough: () => done(Number.MAX_SAFE_INTEGER),
  lockDeletions: () => done(null),
};

/** Storing a chunk, or deleting quarters, takes as long as storing this many rows. */
const TASK_WEIGHT = 200;

/** @throws SqliteError or a file system error when the file cannot be opened, written or migrated. */
export function openSqliteStore(file: string, options: IntakeOptions = {}): Store {
  return createSqliteStore(openDatabase(file), options);
}

/**
 * Opens a store for a command beside a server. Never creates or migrates a database.
 *
 * @throws the errors of `openExistingDatabase`
 */
export function openExistingSqliteStore(file: string): Store {
  return createSqliteStore(openExistingDatabase(file), {});
}

/** Creates a store on a database that has its tables. */
export function createSqliteStore(db: Database, options: IntakeOptions): Store {
  const statements = createDb(db);
  const recordDecision = prepareRecordDecision(db);
  const recordEvents = prepareRecordEvents(db);
  const writes = createSqliteIntake(db, options);
  const persons = createPersons({ db, statements, writes, recordDecision });
  const refusals = createRefusalMemory();
  const engine = createEngine(db, statements, writes);
  const publish = engine.writes(1, publishTexts);
  const state = engine.reads(chunkState);
  const save = engine.writes(TASK_WEIGHT, saveChunk);
  return {
    insertSignup: (signup, request = null, notices = []) =>
      writes.run(
        (request ? 3 : 1) + notices.length,
        () => finish(insertSignups(statements, [{ signup, request, notices }]))[0] ?? 'created',
        true,
      ),
    ...createMail(engine),
    ...createTeam(engine),
    ...createList(engine, async () => homeOf(db.name)),
    ...createUpkeep(engine),
    recordDecision: refusals.guard((decision) =>
      writes.run(1, () => recordDecision(decision), true),
    ),
    recordEvents: (batch) => writes.run(batch.events.length, () => recordEvents(batch), true),
    publishConsentTexts: (texts) => publish(texts, ALONE),
    recordDemoText: engine.writes(1, recordDemoText),
    addPageCounts: engine.writes((_, counts) => counts.size, addPageCounts),
    addClientCounts: engine.writes((_, counts) => counts.size, addClientCounts),
    countClients: engine.reads(countClients),
    takeDeliveries: prepareTake(db),
    settleDeliveries: engine.writes(1, settleDeliveries),
    noteDeliveryFailure: engine.writes(1, noteDeliveryFailure),
    deliveryState: engine.reads(readDeliveryState),
    readPerson: persons.read,
    erasePerson: persons.erase,
    readConsentTexts: engine.reads(readTexts),
    hasNewerText: engine.reads(hasNewerText),
    expire: createExpiry(engine, () => done(undefined)),
    forgetQuarters: engine.writes(TASK_WEIGHT, forgetQuarters),
    chunkState: () => state(ALONE),
    saveChunk: (chunk) => save(chunk, ALONE),
    async runAlone(_, work) {
      await work(); // a database has one server
      return true;
    },
    countRows: engine.reads(countRows),
    checkWritable: engine.writes(1, (db) => db.probe()),
    usage: async () => ({ writesWaiting: writes.waiting(), ...(await diskUsage(db.name)) }),
    async close() {
      await writes.drain();
      // Closing does this too, but only if no reader or command has the file open as well.
      if (db.open && !db.readonly) checkpoint(db);
      db.close();
    },
  };
}
