import { expect, onTestFinished, test, vi } from 'vitest';
import { ask, hasPostgres, openPostgresDatabase } from '../../../testing/programs/postgres.ts';
import { type Store, StoreUnavailableError } from '../../store.ts';
import { batch, grant, newId, signup, text } from '../../testing/store-contract-data.ts';
import { openPool } from '../connection/pool.ts';
import type { Transaction } from '../connection/transaction.ts';
import { openPostgresStore, type PostgresOptions } from '../store.ts';
import { advisoryGate } from './advisory-gate.ts';
import type { EventGate } from './event-gate.ts';
import { rowGate } from './row-gate.ts';

const postgresTest = test.skipIf(!hasPostgres());

async function openSite(options: PostgresOptions = {}) {
  const url = await openPostgresDatabase();
  const store = await openPostgresStore(url, options);
  onTestFinished(() => store.close());
  await store.publishConsentTexts([text()]);
  await store.recordDecision(grant());
  return { url, store };
}

/** Collects unhandled errors, which would end the process. */
function watchRejections() {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  return unhandled;
}

/** Another process that holds a lock and does not release it. */
async function hold(url: string, lock: (tx: Transaction) => Promise<unknown>) {
  const pool = openPool(url);
  const client = await pool.connect();
  onTestFinished(async () => {
    client.release(true);
    await pool.end();
  });
  await client.query('BEGIN');
  await lock(client);
}

const writes: { name: string; write(store: Store): Promise<unknown> }[] = [
  { name: 'events', write: (store) => store.recordEvents(batch()) },
  { name: 'a withdrawal', write: (store) => store.recordDecision(grant({ analytics: false })) },
];

postgresTest.for(writes)(
  '$name: a write that waits too long for a lock is refused as unavailable',
  async ({ write }) => {
    const { url, store } = await openSite({ lockTimeoutMs: 50 });
    const unhandled = watchRejections();
    await hold(url, async (tx) => {
      await advisoryGate.close(tx);
      await advisoryGate.lockPersons(tx, [grant().consentId ?? '']);
    });
    await expect(write(store)).rejects.toThrow(new StoreUnavailableError('55P03'));
    expect(unhandled).toEqual([]);
  },
);

postgresTest(
  'a connection that breaks during a group fails its requests, not the process',
  async () => {
    const { url, store } = await openSite();
    const unhandled = watchRejections();
    await hold(url, advisoryGate.close);
    const recording = expect(store.recordEvents(batch())).rejects.toThrow(StoreUnavailableError);
    await vi.waitFor(async () => {
      const ended = await ask(
        url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      expect(ended).toHaveLength(1);
    });
    await recording;
    expect(unhandled).toEqual([]);
  },
);

postgresTest.for(['enter', 'lockPersons'] as const)(
  'a group that conflicts with another transaction is run again: %s',
  async (step) => {
    let deadlocks = 0;
    const gate: EventGate = {
      ...advisoryGate,
      async [step](tx: Transaction, ...more: never[]) {
        if (deadlocks++ < 2) await tx.query(`DO $$BEGIN RAISE deadlock_detected; END$$`);
        return (advisoryGate[step] as (...all: unknown[]) => Promise<never>)(tx, ...more);
      },
    };
    const { store } = await openSite({ gate });
    expect((await store.recordEvents(batch())).outcome).toBe('recorded');
    const other = grant({ consentId: newId() });
    expect((await store.recordDecision(other)).outcome).toBe('appended');
    expect(deadlocks).toBeGreaterThan(2);
  },
);

postgresTest(
  'where the store counts `seq` itself, the first events of an empty database share a transaction',
  async () => {
    const commits: number[] = [];
    const onCommit = ({ rows }: { rows: number }) => commits.push(rows);
    const { url, store } = await openSite({ gate: rowGate, onCommit });
    const before = commits.length;
    const recorded = await Promise.all([
      store.recordEvents(batch()),
      store.insertSignup(signup()), // splits the events into two statements
      store.recordEvents(batch()),
    ]);
    expect(recorded).toMatchObject([{ accepted: 1 }, 'created', { accepted: 1 }]);
    expect(commits.slice(before)).toEqual([3]);
    expect(await ask(url, 'SELECT seq FROM events ORDER BY seq')).toEqual([{ seq: 1 }, { seq: 2 }]);
  },
);
