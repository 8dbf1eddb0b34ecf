import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool, PoolClient } from 'pg';
import { OlderDatabaseError } from '../database-version.ts';
import type { RowCounts, Store } from '../store.ts';
import { readAudit, recordAudit } from './care/audit.ts';
import { endSession, isSessionEnded } from './care/ended-sessions.ts';
import { createExpiry } from './care/expiry.ts';
import { createPersons } from './care/persons.ts';
import { eraseSignup, eraseSignups, readSignups } from './care/signup-requests.ts';
import { isUpToDate, migrate } from './connection/migrate.ts';
import { asUnavailable, openPool, type PoolOptions, type SitePool } from './connection/pool.ts';
import { createPresence, unknownPresence } from './connection/presence.ts';
import { pageCounts } from './connection/schema.ts';
import { ask, inTransaction, type Transaction } from './connection/transaction.ts';
import { createTurn } from './connection/turns.ts';
import { publishText, recordDemoText } from './intake/consent-texts.ts';
import { advisoryGate, chooseGate, type EventGate } from './intake/event-gate.ts';
import type { GroupCommitOptions } from './intake/group-commit.ts';
import { createIntake } from './intake/intake.ts';
import { openRefusals } from './intake/refusals.ts';
import { createDeliveries } from './relay/deliveries.ts';
import { readDeliveryState } from './relay/delivery-state.ts';

export interface PostgresOptions extends GroupCommitOptions, Pick<PoolOptions, 'lockTimeoutMs'> {
  /** Else the best that the server offers. */
  gate?: EventGate;
}

/**
 * A store that any number of processes may open at once.
 *
 * @param url `postgres://…`, as libpq reads it
 * @throws NewerDatabaseError, StoreUnavailableError when the server cannot be reached or cannot write, and
 *   DatabaseError when it refuses a migration
 */
export async function openPostgresStore(
  url: string,
  options: PostgresOptions = {},
): Promise<Store> {
  await migrate(url);
  const pool = openPool(url, options);
  try {
    const gate = options.gate ?? (await chooseGate(pool));
    return createPostgresStore({ url, pool, gate }, options);
  } catch (error) {
    await pool.end();
    throw asUnavailable(error);
  }
}

/**
 * For a command beside a server: never migrates.
 *
 * @throws OlderDatabaseError, and as {@link openPostgresStore}
 */
export async function openExistingPostgresStore(url: string): Promise<Store> {
  const pool = openPool(url);
  try {
    if (!(await isUpToDate(pool))) {
      throw new OlderDatabaseError('it was not migrated to this version');
    }
    return createPostgresStore({ url, pool, gate: await chooseGate(pool) }, {});
  } catch (error) {
    await pool.end();
    throw asUnavailable(error);
  }
}

interface Connections {
  url: string;
  pool: SitePool;
  gate: EventGate;
}

function createPostgresStore({ url, pool, gate }: Connections, options: GroupCommitOptions): Store {
  const intake = createIntake(pool, gate, options);
  const deliveries = createDeliveries(pool, gate);
  const persons = createPersons(pool, gate);
  const presence = gate === advisoryGate ? createPresence(pool) : unknownPresence;
  const refusals = openRefusals(url, pool, presence);
  let closed: Promise<void> | undefined;
  async function end() {
    await intake.drain();
    await Promise.all([deliveries.giveBack(), refusals.close()]);
    await pool.end();
  }
  return {
    insertSignup: (signup) => intake.write('signup', 1, signup),
    recordDecision: refusals.guard((decision) => intake.write('decision', 1, decision)),
    recordEvents: (batch) => intake.write('events', batch.events.length, batch),
    async publishConsentText(text) {
      await refusals.ready;
      await presence.prepare();
      return inTransaction(pool, (tx) => publishText(tx, text, presence));
    },
    recordDemoText: (text) => inTransaction(pool, (tx) => recordDemoText(tx, text)),
    addPageCounts: (day, counts) => inTransaction(pool, (tx) => addPageCounts(tx, day, counts)),
    takeDeliveries: deliveries.takeDeliveries,
    settleDeliveries: deliveries.settleDeliveries,
    noteDeliveryFailure: deliveries.noteDeliveryFailure,
    deliveryState: () => readDeliveryState(pool),
    readPerson: persons.read,
    erasePerson: persons.erase,
    readSignups: (email) => inTransaction(pool, (tx) => readSignups(tx, email)),
    eraseSignups: (email, at) => inTransaction(pool, (tx) => eraseSignups(tx, email, at)),
    eraseSignup: (id, at) => inTransaction(pool, (tx) => eraseSignup(tx, id, at)),
    expire: createExpiry(pool, gate, intake),
    runAlone: (job, work) => runAlone(pool, job, work),
    recordAudit: (entry) => inTransaction(pool, (tx) => recordAudit(tx, entry)),
    readAudit: () => readAudit(pool),
    endSession: (session, now) => inTransaction(pool, (tx) => endSession(tx, session, now)),
    isSessionEnded: (hash) => isSessionEnded(pool, hash),
    countRows: () => countRows(pool),
    checkWritable: () => inTransaction(pool, probe),
    async usage() {
      const writesWaiting = intake.waiting();
      const [size] = await ask<{ bytes: number }>(
        pool,
        'SELECT pg_database_size(current_database()) AS bytes',
      );
      return { writesWaiting, fileBytes: size?.bytes ?? 0, walBytes: 0, freeBytes: null };
    },
    close() {
      closed ??= end();
      return closed;
    },
  };
}

async function runAlone(pool: SitePool, job: 'retention', work: () => Promise<void>) {
  const turn = createTurn(pool, job);
  if (!(await turn.take())) return false;
  try {
    await work();
    return true;
  } finally {
    await turn.giveBack();
  }
}

async function countRows(pool: Pool): Promise<RowCounts> {
  const [counts] = await ask<RowCounts>(
    pool,
    `SELECT (SELECT count(*) FROM notifyme_signups) AS signups, (SELECT count(*) FROM consents) AS consents,
       (SELECT count(*) FROM events) AS events`,
  );
  return counts ?? { signups: 0, consents: 0, events: 0 };
}

const orm = (tx: Transaction) => drizzle(tx as PoolClient);

async function addPageCounts(tx: Transaction, day: string, counts: ReadonlyMap<string, number>) {
  if (counts.size === 0) return;
  // In one order: two processes that count the same pages never wait for each other.
  const rows = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await orm(tx)
    .insert(pageCounts)
    .values(rows.map(([path, count]) => ({ day, path, count })))
    .onConflictDoUpdate({
      target: [pageCounts.day, pageCounts.path],
      set: { count: sql`${pageCounts.count} + excluded.count` },
    });
}

/** Writes a row anew, with what it holds already. */
async function probe(tx: Transaction) {
  await tx.query(`UPDATE turns SET counter = counter WHERE name = 'probe'`);
}
