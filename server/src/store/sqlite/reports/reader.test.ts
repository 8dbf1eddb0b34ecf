import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../testing/test-app.ts';
import { describeReader } from '../../testing/store-contract-reader.ts';
import { openSqliteStore } from '../open-store.ts';
import { openSqliteReader } from './reader.ts';

vi.setConfig({ testTimeout: 60_000 });

async function openBoth() {
  const file = join(temporaryFolder(), 'site.db');
  const store = openSqliteStore(file);
  const reader = openSqliteReader(file);
  if (!reader) throw new Error('there is no file');
  onTestFinished(async () => {
    await reader.close();
    await store.close();
  });
  return { file, store, reader };
}

describeReader('the SQLite reader', openBoth);

test('no reader is opened without a file', () => {
  expect(openSqliteReader(join(temporaryFolder(), 'none.db'))).toBeNull();
});
