import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { measureDelay } from '../../../testing/hostile/event-loop-delay.ts';
import { temporaryFolder } from '../../../testing/test-app.ts';
import {
  batch,
  grant,
  JANE,
  NOON,
  scroll,
  takeDeliveries,
  text,
} from '../../testing/store-contract-data.ts';
import { openSqliteStore } from '../store.ts';

const recipient = 'eu.i.posthog.com';
const rule = { recipient, now: NOON + 2000 };

async function openWithEvents(count: number) {
  const store = openSqliteStore(join(temporaryFolder(), 'site.db'));
  onTestFinished(() => store.close());
  await store.publishConsentTexts([{ ...text(), recipient }]);
  await store.recordDecision(grant());
  const events = Array.from({ length: count }, () => scroll(25));
  await store.recordEvents(batch({ events }));
  return { store, ids: events.map(({ id }) => id) };
}

test.each([1, 99, 100, 101, 200, 250])(
  '%i events are taken in order, as many as requested',
  async (count) => {
    const { store, ids } = await openWithEvents(250);
    const taken = await takeDeliveries(store, count, rule);
    const takenIds = taken.map((one) => one.outcome === 'deliver' && one.event.id);
    expect(takenIds).toEqual(ids.slice(0, count));
  },
);

test('while many events are taken other work runs, and a withdrawal applies to events not yet taken', async () => {
  const { store } = await openWithEvents(250);
  const taking = takeDeliveries(store, 500, rule);
  const at = NOON + 1500;
  await store.recordDecision(grant({ analytics: false, decidedAt: at, recordedAt: at }));
  const outcomes = (await taking).map(({ outcome }) => outcome);
  expect(outcomes).toHaveLength(250);
  expect([outcomes[0], outcomes.at(-1)]).toEqual(['deliver', 'withdrawn']);
});

test('events of a person with tens of thousands of decisions are delivered without delaying others', async () => {
  const file = join(temporaryFolder(), 'site.db');
  const store = openSqliteStore(file);
  onTestFinished(() => store.close());
  await store.publishConsentTexts([{ ...text(), recipient }]);
  const db = new Sqlite(file);
  db.prepare(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 50000)
     INSERT INTO consents (id, consent_id, revision, analytics, source, language, text_hash, gpc, recorded_at)
     SELECT n, ?, 1, n % 2, 'banner', 'en', '', 0, n FROM numbers`,
  ).run(JANE);
  db.close();
  await store.recordDecision(grant());
  await store.recordEvents(batch({ events: Array.from({ length: 250 }, () => scroll(25)) }));
  const { result, delayMs } = await measureDelay(() => takeDeliveries(store, 250, rule));
  expect(new Set(result.map(({ outcome }) => outcome))).toEqual(new Set(['deliver']));
  expect(delayMs).toBeLessThan(40);
});
