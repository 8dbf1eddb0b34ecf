import { test as anyTest, expect, onTestFinished, vi } from 'vitest';
import { ask, hasPostgres, openPostgresDatabase } from '../../../testing/programs/postgres.ts';
import { readWholePerson } from '../../read-whole-person.ts';
import type { Delivery, Store } from '../../store.ts';
import {
  batch,
  grant,
  JANE,
  JOHN,
  NOON,
  newId,
  scroll,
  text,
} from '../../testing/store-contract-data.ts';
import { openPool } from '../connection/pool.ts';
import { openPostgresStore, type PostgresOptions } from '../open-store.ts';
import { enterGate, lockPersons } from './event-gate.ts';
import { recordEventBatches } from './insert-events.ts';

const rule = { recipient: 'eu.i.posthog.com', now: NOON + 2000 };
const test = anyTest.skipIf(!hasPostgres());

/** Two stores that act as two processes of one site, and Jane's grant. */
async function openSite(options: PostgresOptions = {}) {
  const url = await openPostgresDatabase();
  const open = async () => {
    const store = await openPostgresStore(url, options);
    onTestFinished(() => store.close());
    return store;
  };
  const [a, b] = [await open(), await open()];
  await a.publishConsentTexts([{ ...text(), recipient: rule.recipient }]);
  await a.recordDecision(grant());
  return { url, a, b };
}

/** A process that has written an event of Jane's but not committed it. */
async function writeSlowly(url: string) {
  const pool = openPool(url);
  const client = await pool.connect();
  onTestFinished(() => pool.end());
  await client.query('BEGIN');
  const event = scroll(25);
  await enterGate(client);
  await recordEventBatches(client, [batch({ events: [event] })]);
  return {
    id: event.id,
    async end(how: 'COMMIT' | 'ROLLBACK') {
      await client.query(how);
      client.release();
    },
  };
}

const record = async (store: Store, id = newId()) => {
  await store.recordEvents(batch({ events: [scroll(50, NOON, id)] }));
  return id;
};

async function take(store: Store): Promise<string[]> {
  const deliveries = (await store.takeDeliveries(100, rule)) as Delivery[];
  return deliveries.map((one) => (one.outcome === 'deliver' ? one.event.id : one.outcome));
}

const isWaiting = (url: string, count = 1) =>
  vi.waitFor(async () => {
    const waiting = await ask(
      url,
      `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    );
    expect(waiting).toHaveLength(count);
  });

test('events that a slow writer commits late are delivered', async () => {
  const { url, a } = await openSite();
  const first = await record(a);
  const slow = await writeSlowly(url);
  const second = await record(a);
  expect(await take(a)).toEqual([first]);
  await slow.end('COMMIT');
  expect(await take(a)).toEqual([first, slow.id, second]);
});

test('a slow writer that rolls back delays nothing further', async () => {
  const { url, a } = await openSite();
  const slow = await writeSlowly(url);
  const id = await record(a);
  expect(await take(a)).toEqual([]);
  await slow.end('ROLLBACK');
  expect(await take(a)).toEqual([id]);
});

test('an erasure leaves nothing of what was on its way', async () => {
  const { url, a } = await openSite();
  const slow = await writeSlowly(url);
  const erasing = a.erasePerson({ id: newId(), consentId: JANE, gpc: false, at: NOON + 1500 });
  await isWaiting(url);
  await slow.end('COMMIT');
  expect(await erasing).toBe(1);
  expect((await readWholePerson(a, JANE, 10)).events).toEqual([]);
  expect((await a.recordEvents(batch())).outcome).toBe('consent_required');
});

test('erasing an unknown id does not wait for any writer', async () => {
  const { url, a } = await openSite({ lockTimeoutMs: 100 });
  const slow = await writeSlowly(url);
  const erasure = { id: newId(), consentId: newId(), gpc: false, at: NOON + 1500 };
  expect(await a.erasePerson(erasure)).toBe(0);
  await slow.end('COMMIT');
});

test('two processes that record decisions of the same people in opposite orders do not deadlock', async () => {
  const { url } = await openSite();
  const pool = openPool(url);
  onTestFinished(() => pool.end());
  const lock = async (...people: string[]) => {
    const client = await pool.connect();
    await client.query('BEGIN');
    const end = () => client.query('COMMIT').finally(() => client.release());
    await lockPersons(client, people).finally(end);
  };
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await lockPersons(holder, [JANE]);
  // Without a fixed order, the first process would hold John and wait for Jane, and the second would hold Jane and
  // wait for John.
  const first = lock(JANE, JOHN);
  await isWaiting(url, 1);
  const second = lock(JOHN, JANE);
  await isWaiting(url, 2);
  await holder.query('COMMIT');
  holder.release();
  const outcomes = await Promise.allSettled([first, second]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
});

test('a click that reaches two processes is recorded once', async () => {
  const { a, b } = await openSite();
  for (let round = 0; round < 20; round++) {
    const click = grant({ consentId: newId() });
    const outcomes = await Promise.all([
      a.recordDecision(click),
      b.recordDecision(grant({ ...click, id: newId() })),
    ]);
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['appended', 'unchanged']);
  }
});

test('the same events in different orders at two processes are stored once', async () => {
  const { a, b } = await openSite();
  const ids = Array.from({ length: 200 }, () => newId());
  const send = (store: Store, from: readonly string[]) =>
    store.recordEvents(batch({ events: from.map((id) => scroll(25, NOON, id)) }));
  const taken = await Promise.all([send(a, ids), send(b, ids.toReversed()), send(a, ids)]);
  const sum = (key: 'accepted' | 'duplicates') =>
    taken.reduce((total, one) => total + (one.outcome === 'recorded' ? one[key] : 0), 0);
  expect([sum('accepted'), sum('duplicates')]).toEqual([200, 400]);
  const stored = (await readWholePerson(a, JANE, 1000)).events.map(({ id }) => id);
  expect(stored.toSorted()).toEqual(ids.toSorted());
});

test('a refusal that leaves no row is known to the other processes as well', async () => {
  const { a, b } = await openSite();
  const people = Array.from({ length: 100 }, () => newId());
  const refuse = (consentId: string) => a.recordDecision(grant({ consentId, analytics: false }));
  await Promise.all(people.map(refuse));
  await vi.waitFor(async () => {
    // A different person each time: a grant that was accepted would be on record.
    const consentId = people.pop() ?? JANE;
    const late = await b.recordDecision(grant({ consentId, decidedAt: NOON - 1 }));
    expect(late.outcome).toBe('superseded');
  });
});

test('a job that one process is doing is not started by another', async () => {
  const { a, b } = await openSite();
  const begun: string[] = [];
  const job = async () => {
    expect(await b.runAlone('retention', async () => void begun.push('b'))).toBe(false);
  };
  expect(await a.runAlone('retention', job)).toBe(true);
  expect(await b.runAlone('retention', async () => void begun.push('b'))).toBe(true);
  expect(begun).toEqual(['b']);
});

test('a text that two processes publish at the same time has one revision', async () => {
  const { a, b } = await openSite();
  const published = await Promise.all(
    [a, b, a, b].map((store) => store.publishConsentTexts([text('new')])),
  );
  expect(published.map(({ revision }) => revision)).toEqual([2, 2, 2, 2]);
});

test('one process delivers; another one takes over when it settles, fails or dies', async () => {
  const { url, a, b } = await openSite();
  const ids = [await record(a), await record(b), await record(a)];
  const limit = 1;
  const [first] = (await a.takeDeliveries(limit, rule)) as Delivery[];
  expect(await b.takeDeliveries(limit, rule)).toBe('elsewhere');
  const through = first?.seq ?? 0;
  const settlement = { through, delivered: 1, skipped: {}, setAside: null, at: NOON };
  await a.settleDeliveries(settlement);
  expect(await take(b)).toEqual(ids.slice(1));
  expect(await a.takeDeliveries(limit, rule)).toBe('elsewhere');
  await b.noteDeliveryFailure('PostHog answered 503', NOON);
  expect(await take(a)).toEqual(ids.slice(1));
  expect(await b.takeDeliveries(limit, rule)).toBe('elsewhere');
  await ask(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()`,
  );
  await vi.waitFor(async () => expect(await take(b)).toEqual(ids.slice(1)));
  // The events that PostHog accepted from the dead process are settled, and counted once.
  const second = { ...settlement, through: through + 1, delivered: 1 };
  await a.settleDeliveries(second);
  await b.settleDeliveries(second);
  expect(await a.deliveryState()).toMatchObject({ waiting: 1, delivered: 2 });
});
