import { EventEmitter } from 'node:events';
import type { Client } from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import type { PublishedText } from '../../../consent/consent-texts.sql.ts';
import { createPresence } from '../../../consent/postgres/presence.ts';
import { ask, openPostgresDatabase } from '../../../testing/programs/postgres.ts';
import { batch, grant, madeAt, NOON, text } from '../../testing/store-contract-data.ts';
import { begin, openStore, postgresTest as test } from '../testing/postgres-site.ts';
import { openPool } from './pool.ts';

/** A process of the site that asks for consent with this text, and with those of other languages. */
async function startProcess(url: string, hash: string, ...more: PublishedText[]) {
  const store = await openStore(url);
  const { revision, newer } = await store.publishConsentTexts([text(hash), ...more]);
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
  // The newer text is in force, whichever process is asked, and a grant at one is withdrawn at the other.
  const asked = { revision: 2, textHash: 'new' };
  await newer.store.recordDecision(grant(asked));
  expect((await again.store.recordEvents(batch())).outcome).toBe('recorded');
  await again.store.recordDecision(grant({ ...asked, ...madeAt(NOON + 1), analytics: false }));
  for (const { store } of [again, newer]) {
    expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
  }
  // A text that was never used before is newer than every other.
  expect((await startProcess(url, 'newest')).asks).toEqual([3, null]);
});

test('a return to an older text is a new revision once no process asks with a newer text', async () => {
  const url = await openPostgresDatabase();
  await (await startProcess(url, 'old')).stop();
  await (await startProcess(url, 'new')).stop();
  expect((await startProcess(url, 'old')).asks).toEqual([3, null]);
});

test('processes with the same text do not block each other, and one that knows a language more has the same revision', async () => {
  const url = await openPostgresDatabase();
  const german = { ...text('deutsch'), language: 'de' };
  const [older, ...others] = await Promise.all([1, 2, 3, 4].map(() => startProcess(url, 'old')));
  const newer = await startProcess(url, 'old', german);
  await older?.store.close();
  const again = await startProcess(url, 'old');
  const all = [older, ...others, newer, again].map((process) => process?.asks);
  expect(all).toEqual(Array(6).fill([1, null]));
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
  onTestFinished(() => pool.end());
  const client = await begin(url, 'COMMIT');
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
