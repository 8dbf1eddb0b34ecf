import { EventEmitter } from 'node:events';
import { Client } from 'pg';
import { test as anyTest, expect, onTestFinished, vi } from 'vitest';
import { ask, hasPostgres, openPostgresDatabase } from '../../../testing/programs/postgres.ts';
import type { PublishedText } from '../../store.ts';
import { batch, grant, NOON, signup, text } from '../../testing/store-contract-data.ts';
import { openPostgresStore, type PostgresOptions } from '../open-store.ts';
import { openPool } from './pool.ts';
import { createPresence } from './presence.ts';

const test = anyTest.skipIf(!hasPostgres());

/** A process of the site that asks for consent with this text, and with those of other languages. */
async function startProcess(
  url: string,
  hash: string,
  options: PostgresOptions & { more?: PublishedText[] } = {},
) {
  const store = await openPostgresStore(url, options);
  onTestFinished(() => store.close());
  const texts = [text(hash), ...(options.more ?? [])];
  const { revision, newer } = await store.publishConsentTexts(texts);
  const stop = async () => {
    await store.close();
    await vi.waitFor(async () => expect(await servedOn(url)).not.toContain(revision));
  };
  return { store, stop, asks: [revision, newer] };
}

const SERVED = `FROM pg_locks WHERE locktype = 'advisory' AND classid = 1685414499
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
const servedOn = async (url: string) =>
  (await ask(url, `SELECT objid::int AS revision ${SERVED}`)).map(({ revision }) => revision);

test('an older process that restarts beside a newer one does not make everybody answer again', async () => {
  const url = await openPostgresDatabase();
  const older = await startProcess(url, 'old');
  const newer = await startProcess(url, 'new');
  expect([older.asks, newer.asks]).toEqual([
    [1, null],
    [2, null],
  ]);
  await older.stop();
  const again = await startProcess(url, 'old');
  expect(again.asks).toEqual([1, 2]);
  // The newer text is in force, whichever process is asked.
  await again.store.recordDecision(grant({ revision: 2, textHash: 'new' }));
  for (const { store } of [again, newer]) {
    expect((await store.recordEvents(batch())).outcome).toBe('recorded');
  }
});

test('a return to an older text is a new revision once no process asks with a newer text', async () => {
  const url = await openPostgresDatabase();
  await (await startProcess(url, 'old')).stop();
  await (await startProcess(url, 'new')).stop();
  expect((await startProcess(url, 'old')).asks).toEqual([3, null]);
});

test('a text that was never used before is newer than every other', async () => {
  const url = await openPostgresDatabase();
  await startProcess(url, 'old');
  await startProcess(url, 'new');
  expect((await startProcess(url, 'newest')).asks).toEqual([3, null]);
});

test('a process that knows a language more has the same revision as the older one', async () => {
  const url = await openPostgresDatabase();
  const german = { ...text('deutsch'), language: 'de' };
  const older = await startProcess(url, 'old');
  const newer = await startProcess(url, 'old', { more: [german] });
  await older.store.close();
  const again = await startProcess(url, 'old');
  expect([older.asks, newer.asks, again.asks]).toEqual(Array(3).fill([1, null]));
  const decision = grant({ language: 'de', textHash: 'deutsch' });
  expect((await again.store.recordDecision(decision)).outcome).toBe('appended');
  expect((await again.store.recordEvents(batch())).outcome).toBe('recorded');
  const newest = await startProcess(url, 'old', { more: [{ ...german, hash: 'neu' }] });
  expect(newest.asks).toEqual([2, null]);
  expect((await again.store.recordEvents(batch())).outcome).toBe('consent_required');
});

test('processes that ask with the same text do not block each other', async () => {
  const url = await openPostgresDatabase();
  const started = await Promise.all([1, 2, 3, 4].map(() => startProcess(url, 'old')));
  expect(started.map(({ asks }) => asks)).toEqual(Array(4).fill([1, null]));
  await started[0]?.store.close();
  expect((await startProcess(url, 'old')).asks).toEqual([1, null]);
});

test('a grant at the newer process is withdrawn at the older one', async () => {
  const url = await openPostgresDatabase();
  const older = await startProcess(url, 'old');
  const newer = await startProcess(url, 'new');
  const asked = { revision: 2, textHash: 'new' };
  expect((await newer.store.recordDecision(grant(asked))).outcome).toBe('appended');
  expect((await older.store.recordEvents(batch())).outcome).toBe('recorded');
  const later = { decidedAt: NOON + 1, recordedAt: NOON + 1 };
  const withdrawal = grant({ ...asked, ...later, analytics: false });
  expect((await older.store.recordDecision(withdrawal)).outcome).toBe('appended');
  for (const { store } of [older, newer]) {
    expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
  }
});

test('a newer process whose connection broke is noticed again within seconds', async () => {
  const url = await openPostgresDatabase();
  await (await startProcess(url, 'old')).stop();
  await startProcess(url, 'new');
  await ask(url, `SELECT pg_terminate_backend(pid) ${SERVED}`);
  await vi.waitFor(async () => expect(await servedOn(url)).toEqual([]));
  await vi.waitFor(async () => expect(await servedOn(url)).toEqual([2]), 10_000);
  expect((await startProcess(url, 'old')).asks).toEqual([1, 2]);
});

test('behind a pooler, whose connections are shared and receive no notifications, no lock is taken', async () => {
  const url = await openPostgresDatabase();
  const pool = openPool(url);
  const client = new Client(url);
  client.on('error', () => {});
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await pool.end();
  });
  const pooled = Object.assign(new EventEmitter(), { query: client.query.bind(client) });
  const presence = createPresence(pool, { proofMs: 50 });
  await presence.begin(pooled as unknown as Client);
  await presence.prepare();
  await presence.serve(7);
  expect(await servedOn(url)).toEqual([]);
  await presence.begin(client);
  await presence.prepare();
  expect(await servedOn(url)).toEqual([7]);
});

test('a twin that an older process is inserting is merged, and signups go on', async () => {
  const url = await openPostgresDatabase();
  const store = await openPostgresStore(url);
  await store.insertSignup(signup({ email: 'max@xn--bcher-kva.example' }));
  const older = new Client(url);
  await older.connect();
  onTestFinished(async () => {
    await older.end();
    await store.close();
  });
  await older.query('BEGIN');
  await older.query(
    `INSERT INTO notifyme_signups (id, name, email, signup_type, created_at)
     VALUES ('s', 'Max', 'max@bücher.example', 'beta', now())`,
  );
  const folding = store.foldAddresses();
  const waiting = `SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await vi.waitFor(async () => expect(await ask(url, waiting)).toHaveLength(1));
  await older.query('COMMIT');
  expect(await folding).toMatchObject({ changed: 1, merged: 1 });
  expect(await store.insertSignup(signup({ email: 'max@bücher.example' }))).toBe('duplicate');
});
