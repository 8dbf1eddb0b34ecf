import { onTestFinished } from 'vitest';
import { keepReading } from '../database/open-database.ts';
import type { StoreReader } from '../store/store.ts';
import { text } from '../store/testing/store-contract-data.ts';
import { newTestDatabase } from './test-app.ts';
import { openTestStore } from './test-database.ts';

export type Read = <T>(ask: (reader: StoreReader) => Promise<T>) => Promise<T>;

/** Opens an empty store that asks for consent, and reads what it has committed. */
export async function openStoreAndReader() {
  const database = await newTestDatabase();
  const store = await openTestStore(database);
  onTestFinished(() => store.close());
  await store.publishConsentTexts([text()]);
  const { read, close } = keepReading(database);
  onTestFinished(close);
  return { database, store, read };
}
