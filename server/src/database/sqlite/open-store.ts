import type { Database } from 'better-sqlite3';
import {
  hasNewerText,
  type OtherProcesses,
  publishTexts,
  readTexts,
  recordDemoText,
} from '../../consent/consent-texts.sql.ts';
import { createRefusalMemory } from '../../consent/refusal-memory.ts';
import { prepareRecordDecision } from '../../consent/sqlite/decisions.ts';
import { addClientCounts, countClients } from '../../counts/client-counts.sql.ts';
import { forgetQuarters } from '../../counts/forget-quarters.sql.ts';
import { addPageCounts } from '../../counts/page-counts.sql.ts';
import { prepareRecordEvents } from '../../events/sqlite/insert-events.ts';
import { createList, messagesOfList } from '../../list/list-operations.ts';
import { createOutbox } from '../../mail/mail-operations.ts';
import { createPersons } from '../../persons/sqlite/persons.ts';
import { readDeliveryState } from '../../posthog/delivery/delivery-state.sql.ts';
import { noteDeliveryFailure, settleDeliveries } from '../../posthog/delivery/settlement.sql.ts';
import { prepareTake } from '../../posthog/delivery/sqlite/deliveries.ts';
import { chunkState, type OtherWriters, saveChunk } from '../../reports/scan/scan-events.sql.ts';
import { insertSignups } from '../../signups/insert-signup.sql.ts';
import { createSignups } from '../../signups/signup-operations.ts';
import { checkpoint } from '../../store/sqlite/connection/checkpoint.ts';
import { homeOf } from '../../store/sqlite/connection/database-home.ts';
import { diskUsage } from '../../store/sqlite/connection/disk-usage.ts';
import { openDatabase, openExistingDatabase } from '../../store/sqlite/connection/open-file.ts';
import { createDb, done, finish } from '../../store/sqlite/connection/sql.ts';
import {
  createSqliteIntake,
  type IntakeOptions,
} from '../../store/sqlite/connection/write-intake.ts';
import { createTeam } from '../../team/team.sql.ts';
import { createExpiry } from '../../upkeep/expiry.sql.ts';
import { countRows } from '../../upkeep/row-counts.sql.ts';
import { createUpkeep } from '../other-operations.ts';
import type { SiteStore } from '../site-store.ts';
import { createEngine } from './engine.ts';

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
export function openSqliteStore(file: string, options: IntakeOptions = {}): SiteStore {
  return createSqliteStore(openDatabase(file), options);
}

/**
 * Opens a store for a command beside a server. Never creates or migrates a database.
 *
 * @throws the errors of `openExistingDatabase`
 */
export function openExistingSqliteStore(file: string): SiteStore {
  return createSqliteStore(openExistingDatabase(file), {});
}

/** Creates a store on a database that has its tables. */
export function createSqliteStore(db: Database, options: IntakeOptions): SiteStore {
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
    ...createOutbox(engine, messagesOfList),
    ...createSignups(engine),
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
