import { expect, test } from 'vitest';
import { did, recordAll } from '../../store/testing/store-contract-events.ts';
import { runGrowth } from '../../testing/sites/run-growth.ts';
import { newTestDatabase } from '../../testing/test-app.ts';
import { openTestStore } from '../../testing/test-database.ts';
import { eventsCommand } from './events-command.ts';
import { funnelCommand } from './funnel-command.ts';

test('a source that strangers called like no source has a line of its own', async () => {
  const database = await newTestDatabase();
  const store = await openTestStore(database);
  await recordAll(store, [
    did('jane', 'a', 0),
    did('jane', 'a', 1),
    did('john', 'a', 0, { utmSource: '(none)' }),
  ]);
  await store.close();
  const bySource = ['--breakdown', 'utm_source'];
  const lines = (await runGrowth(eventsCommand, database, bySource)).split('\n').slice(1, 3);
  expect(lines.map((line) => line.split(/ {2,}/).slice(0, 3))).toEqual([
    ['a', '(none)', '2'],
    ['a', '"(none)"', '1'],
  ]);
  const funnel = await runGrowth(funnelCommand, database, ['--step', 'a', ...bySource]);
  expect(funnel).toMatch(/^utm_source: \(none\)$/m);
  expect(funnel).toMatch(/^utm_source: "\(none\)"$/m);
});
