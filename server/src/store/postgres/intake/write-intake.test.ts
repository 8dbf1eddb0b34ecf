import { test as anyTest, expect, onTestFinished, vi } from 'vitest';
import { ask, hasPostgres, openPostgresDatabase } from '../../../testing/programs/postgres.ts';
import { type Store, StoreUnavailableError } from '../../store.ts';
import { batch, grant, newId, signup, text } from '../../testing/store-contract-data.ts';
import { openPool } from '../connection/pool.ts';
import type { Transaction } from '../connection/transaction.ts';
import { openPostgresStore, type PostgresOptions } from '../open-store.ts';
import { closeGate, lockPersons } from './event-gate.ts';

const test = anyTest.skipIf(!hasPostgres());

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

test.for(writes)(
  '$name: a write that waits too long for a lock is refused as unavailable',
  async ({ write }) => {
    const { url, store } = await openSite({ lockTimeoutMs: 50 });
    const unhandled = watchRejections();
    await hold(url, async (tx) => {
      await closeGate(tx);
      await lockPersons(tx, [grant().consentId ?? '']);
    });
    await expect(write(store)).rejects.toThrow(new StoreUnavailableError('55P03'));
    expect(unhandled).toEqual([]);
  },
);

test('a connection that breaks during a group fails its requests, not the process', async () => {
  const { url, store } = await openSite();
  const unhandled = watchRejections();
  await hold(url, closeGate);
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
});

test.for(['events', 'consents'])(
  'a group that conflicts with another transaction is run again: %s',
  async (table) => {
    const { url, store } = await openSite();
    // A sequence keeps its numbers when the transaction rolls back.
    await ask(url, 'CREATE SEQUENCE conflicts');
    await ask(
      url,
      `CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
         IF nextval('conflicts') <= 2 THEN RAISE deadlock_detected; END IF; RETURN NEW; END$$`,
    );
    await ask(
      url,
      `CREATE TRIGGER conflict BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION conflict()`,
    );
    onTestFinished(async () => {
      await ask(url, 'DROP FUNCTION conflict CASCADE');
      await ask(url, 'DROP SEQUENCE conflicts');
    });
    expect((await store.recordEvents(batch())).outcome).toBe('recorded');
    const other = grant({ consentId: newId() });
    expect((await store.recordDecision(other)).outcome).toBe('appended');
    expect(await ask(url, 'SELECT last_value FROM conflicts')).toEqual([{ last_value: 3 }]);
  },
);

test('what arrives together is stored in its order, in one transaction', async () => {
  const commits: number[] = [];
  const onCommit = ({ rows }: { rows: number }) => commits.push(rows);
  const { url, store } = await openSite({ onCommit });
  const before = commits.length;
  const [first, second] = [batch(), batch()];
  const recorded = await Promise.all([
    store.recordEvents(first),
    store.insertSignup(signup()), // splits the events into two statements
    store.recordEvents(second),
  ]);
  expect(recorded).toMatchObject([{ accepted: 1 }, 'created', { accepted: 1 }]);
  expect(commits.slice(before)).toEqual([3]);
  const ids = [first, second].map(({ events }) => ({ id: events[0]?.id }));
  expect(await ask(url, 'SELECT id FROM events ORDER BY seq')).toEqual(ids);
});
