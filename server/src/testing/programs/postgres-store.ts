import { onTestFinished } from 'vitest';
import { openPostgresStore } from '../../store/postgres/open-store.ts';
import { openPostgresReader } from '../../store/postgres/reports/reader.ts';
import { openPostgresDatabase } from './postgres.ts';

/** Opens a database of this test's own, with a store and a reader. */
export async function openBoth() {
  const url = await openPostgresDatabase();
  const store = await openPostgresStore(url);
  const reader = openPostgresReader(url);
  onTestFinished(async () => {
    await reader.close();
    await store.close();
  });
  return { url, store, reader };
}
