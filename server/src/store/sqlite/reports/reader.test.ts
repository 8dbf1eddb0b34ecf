import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../testing/test-app.ts';
import { describeReader } from '../../testing/store-contract.ts';
import { openFile } from '../testing/sqlite-site.ts';
import { openSqliteReader } from './reader.ts';

vi.setConfig({ testTimeout: 60_000 });

describeReader('the SQLite reader', async () => {
  const { file, store } = openFile();
  const reader = openSqliteReader(file);
  if (!reader) throw new Error('there is no file');
  onTestFinished(() => reader.close());
  return { store, reader };
});

test('no reader is opened without a file', () => {
  expect(openSqliteReader(join(temporaryFolder(), 'none.db'))).toBeNull();
});
