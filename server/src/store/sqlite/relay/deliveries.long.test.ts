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
import { openSqliteStore } from '../open-store.ts';

const recipient = 'eu.i.posthog.com';
const rule = { recipient, now: NOON + 2000 };

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
