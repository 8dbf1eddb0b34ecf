import { onTestFinished } from 'vitest';
import { keepReading } from '../database/open-database.ts';
import type { StoreReader } from '../store/store.ts';
import { openAskingStore } from './test-app.ts';

export type Read = <T>(ask: (reader: StoreReader) => Promise<T>) => Promise<T>;

/** Opens an empty store that asks for consent, and reads what it has committed. */
export async function openStoreAndReader() {
  const { database, store } = await openAskingStore();
  const { read, close } = keepReading(database);
  onTestFinished(close);
  return { database, store, read };
}
