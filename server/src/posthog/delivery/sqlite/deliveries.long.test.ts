import { expect, test } from 'vitest';
import { openSite } from '../../../store/sqlite/testing/sqlite-site.ts';
import {
  batch,
  JANE,
  rule,
  scroll,
  takeDeliveries,
} from '../../../store/testing/store-contract-data.ts';
import { measureDelay } from '../../../testing/hostile/event-loop-delay.ts';

test('events of a person with tens of thousands of decisions are delivered without delaying others', async () => {
  const { store, db } = await openSite();
  db.prepare(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 50000)
     INSERT INTO consents (id, consent_id, revision, analytics, source, language, text_hash, gpc, recorded_at)
     SELECT n, ?, 1, n % 2, 'banner', 'en', '', 0, n FROM numbers`,
  ).run(JANE);
  await store.recordEvents(batch({ events: Array.from({ length: 250 }, () => scroll(25)) }));
  const { result, delayMs } = await measureDelay(() => takeDeliveries(store, 250, rule));
  expect(new Set(result.map(({ outcome }) => outcome))).toEqual(new Set(['deliver']));
  expect(delayMs).toBeLessThan(40);
});
