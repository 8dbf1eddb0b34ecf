import type { Database } from 'better-sqlite3';
import { recordDecisions } from '../../consent/record-decisions.sql.ts';
import { createRefusalMemory } from '../../consent/refusal-memory.ts';
import { prepareRecordEvents } from '../../events/sqlite/insert-events.ts';
import { createPersons } from '../../persons/sqlite/persons.ts';
import { noteDeliveryFailure, settleDeliveries } from '../../posthog/delivery/settlement.sql.ts';
import { createTake } from '../../posthog/delivery/sqlite/deliveries.ts';
import { insertSignups } from '../../signups/insert-signup.sql.ts';
import { type Db, type Engine, rowsOf } from '../../store/sql/operation.ts';
import { checkpoint } from '../../store/sqlite/connection/checkpoint.ts';
import { diskUsage } from '../../store/sqlite/connection/disk-usage.ts';
import { openDatabase, openExistingDatabase } from '../../store/sqlite/connection/open-file.ts';
import { createDb, done, finish } from '../../store/sqlite/connection/sql.ts';
import { createStamps } from '../../store/sqlite/connection/stamps.ts';
import {
  createSqliteIntake,
  type Intake,
  type IntakeOptions,
} from '../../store/sqlite/connection/write-intake.ts';
import { createOperations, type SiteStore } from '../site-store.ts';

/** A database has one server. */
const ALONE = {
  wait: () => done(null),
  newest: () => done(null),
  tell: () => done(undefined),
  settledThrough: () => done(Number.MAX_SAFE_INTEGER),
  lockDeletions: () => done(null),
  lockPersons: () => done(undefined),
};

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

export function createSqliteStore(db: Database, options: IntakeOptions): SiteStore {
  const statements = createDb(db);
  const recordEvents = prepareRecordEvents(db);
  const writes = createSqliteIntake(db, options);
  const refusals = createRefusalMemory();
  const engine = createEngine(db, statements, writes);
  return {
    insertSignup: (signup, request = null, notices = []) =>
      writes.run(
        (request ? 3 : 1) + notices.length,
        () => finish(insertSignups(statements, [{ signup, request, notices }]))[0] ?? 'created',
        true,
      ),
    ...createOperations(engine, { ...ALONE, stamps: createStamps(db.name) }),
    recordDecision: refusals.guard(async (decision) => {
      const write = () => finish(recordDecisions(statements, [decision]));
      const [recorded = { outcome: 'unknown_text' }] = await writes.run(1, write, true);
      return recorded;
    }),
    recordEvents: (batch) => writes.run(batch.events.length, () => recordEvents(batch), true),
    takeDeliveries: createTake({ statements }),
    settleDeliveries: engine.writes(1, settleDeliveries),
    noteDeliveryFailure: engine.writes(1, noteDeliveryFailure),
    ...createPersons({ db, statements, writes }),
    async runAlone(_, work) {
      await work(); // a database has one server
      return true;
    },
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

function createEngine(db: Database, statements: Db, queue: Intake): Engine {
  const writes: Engine['writes'] =
    (rows, operation) =>
    (...args) =>
      queue.run(rowsOf(rows, args), () => finish(operation(statements, ...args)));
  return {
    reads:
      (operation) =>
      async (...args) =>
        finish(operation(statements, ...args)),
    writes,
    queues: writes,
    erases(operation) {
      const erase = writes(1, operation);
      return async (...args) => {
        const erased = await erase(...args);
        checkpoint(db); // erased data can still be read in the write-ahead log until the log is emptied
        return erased;
      };
    },
  };
}
