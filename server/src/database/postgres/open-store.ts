import { createPresence, othersOf } from '../../consent/postgres/presence.ts';
import { openRefusals } from '../../consent/postgres/refusals.ts';
import { lockPersons, settledThrough } from '../../events/postgres/event-lock.ts';
import { createPersons } from '../../persons/postgres/persons.ts';
import { createDeliveries } from '../../posthog/delivery/postgres/deliveries.ts';
import { chunkState } from '../../reports/scan/scan-events.sql.ts';
import { OlderDatabaseError } from '../../store/database-version.ts';
import { diskUsage } from '../../store/postgres/connection/disk-usage.ts';
import { runAlone } from '../../store/postgres/connection/lease.ts';
import { isUpToDate, migrate } from '../../store/postgres/connection/migrate.ts';
import {
  asUnavailable,
  openPool,
  type PoolOptions,
  type SitePool,
} from '../../store/postgres/connection/pool.ts';
import { probe } from '../../store/postgres/connection/probe.ts';
import { createDb, finish, txOf, waitFor } from '../../store/postgres/connection/sql.ts';
import { createStamps } from '../../store/postgres/connection/stamps.ts';
import { inTransaction } from '../../store/postgres/connection/transaction.ts';
import { type Db, type Engine, rowsOf } from '../../store/sql/operation.ts';
import type { WriteQueueOptions } from '../../store/write-queue.ts';
import { createOperations, type SiteStore } from '../site-store.ts';
import { createPostgresIntake, type Intake } from './write-groups.ts';

export type PostgresOptions = WriteQueueOptions & Pick<PoolOptions, 'lockTimeoutMs'>;

/**
 * Opens a store that any number of processes may open at the same time.
 *
 * @param url `postgres://…`, in the form that libpq reads
 * @throws NewerDatabaseError, StoreUnavailableError when the server cannot be reached or cannot write, and
 *   DatabaseError when it refuses a migration
 */
export async function openPostgresStore(
  url: string,
  options: PostgresOptions = {},
): Promise<SiteStore> {
  await migrate(url);
  return createPostgresStore(url, openPool(url, options), options);
}

/**
 * Opens a store for a command beside a server, and never migrates.
 *
 * @throws OlderDatabaseError, and the errors of {@link openPostgresStore}
 */
export async function openExistingPostgresStore(url: string): Promise<SiteStore> {
  const pool = openPool(url);
  try {
    if (!(await isUpToDate(pool))) {
      throw new OlderDatabaseError('it was not migrated to this version');
    }
    return createPostgresStore(url, pool, {});
  } catch (error) {
    await pool.end();
    throw asUnavailable(error);
  }
}

/** The processes that write events, or delete them: their triggers look for chunks (migration 0004). */
const OTHERS = {
  settledThrough: (db: Db) => waitFor(settledThrough(txOf(db))),
  lockDeletions: (db: Db) =>
    waitFor(txOf(db).query(`SELECT 1 FROM turns WHERE name = 'deletions' FOR UPDATE`)),
};

/**
 * What visitors wait for. A group is written within milliseconds. If a primary vanishes without a word, which no connection
 * hears of, the next group must soon be written by the server that has taken over.
 */
const INTAKE = { maxConnections: 1, queryTimeoutMs: 4_000, connectTimeoutMs: 3_000 };
const INTAKE_LOCK_MS = 3_000;

function createPostgresStore(url: string, pool: SitePool, options: PostgresOptions): SiteStore {
  const lockTimeoutMs = Math.min(INTAKE_LOCK_MS, options.lockTimeoutMs ?? INTAKE_LOCK_MS);
  const writer = openPool(url, { ...INTAKE, lockTimeoutMs });
  const intake = createPostgresIntake(writer, options);
  const engine = createEngine(pool, intake);
  const presence = createPresence(pool);
  const operations = createOperations(engine, {
    ...OTHERS,
    ...othersOf(presence),
    stamps: createStamps(),
    lockPersons: (db, ids) => waitFor(lockPersons(txOf(db), ids)),
  });
  const { giveBack, ...deliveries } = createDeliveries(pool);
  const refusals = openRefusals(url, pool, presence);
  let closed: Promise<void> | undefined;
  async function end() {
    await intake.drain();
    await Promise.all([giveBack(), refusals.close()]);
    await Promise.all([writer.end(), pool.end()]);
  }
  return {
    insertSignup: (signup, request = null, notices = []) =>
      intake.write('signup', (request ? 3 : 1) + notices.length, { signup, request, notices }),
    ...operations,
    recordDecision: refusals.guard((decision) => intake.write('decision', 1, decision)),
    recordEvents: (batch) => intake.write('events', batch.events.length, batch),
    async publishConsentTexts(texts) {
      await refusals.ready;
      await presence.prepare();
      return operations.publishConsentTexts(texts);
    },
    ...deliveries,
    ...createPersons(pool),
    // On one connection, because the order of its questions matters.
    chunkState: engine.writes(1, (db) => chunkState(db, OTHERS)),
    runAlone: (job, work) => runAlone(pool, job, work),
    // By the connection that visitors' writes use.
    async checkWritable() {
      await intake.write('task', 1, (tx) => probe(tx).then(() => 0));
    },
    async usage() {
      const writesWaiting = intake.waiting();
      return { writesWaiting, ...(await diskUsage(pool)) };
    },
    close() {
      closed ??= end();
      return closed;
    },
  };
}

function createEngine(pool: SitePool, intake: Intake): Engine {
  const writes: Engine['writes'] =
    (_, operation) =>
    (...args) =>
      inTransaction(pool, (tx) => finish(operation(createDb(tx), ...args)));
  return {
    reads:
      (operation) =>
      async (...args) => {
        try {
          return await finish(operation(createDb(pool), ...args));
        } catch (error) {
          throw asUnavailable(error);
        }
      },
    writes,
    queues:
      (rows, operation) =>
      (...args) =>
        intake.write('task', rowsOf(rows, args), (tx) => finish(operation(createDb(tx), ...args))),
    erases: (operation) => writes(1, operation),
  };
}
