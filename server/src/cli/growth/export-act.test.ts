import { expect, test } from 'vitest';
import { signup } from '../../store/testing/store-contract-data.ts';
import { runGrowth } from '../../testing/sites/run-growth.ts';
import { filledDatabase } from '../../testing/test-app.ts';
import { openTestStore } from '../../testing/test-database.ts';
import { exportCommand } from './export-table.ts';

test('an export of signups is recorded, as it is in the console', async () => {
  const database = await filledDatabase(async (store) => void (await store.insertSignup(signup())));
  for (const table of ['signups', 'events']) await runGrowth(exportCommand, database, [table]);
  const store = await openTestStore(database);
  const acts = await store.readActs({ person: null, before: 1e9, limit: 9 });
  await store.close();
  expect(acts.map(({ kind, by }) => [kind, by])).toEqual([['export', 'command']]);
});
