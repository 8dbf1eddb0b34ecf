import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../testing/test-app.ts';
import { recordAll } from '../../testing/store-contract-events.ts';
import { describeReader } from '../../testing/store-contract-reader.ts';
import { openSqliteStore } from '../store.ts';
import { visitJourneys } from './journeys.ts';
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

test.each([
  { maxEvents: 7, maxPeople: 1000 },
  { maxEvents: 10_000, maxPeople: 3 },
])(
  'with room for $maxEvents events of $maxPeople people each person is still seen once',
  async (limits) => {
    const { file, store } = await openBoth();
    const people = Array.from({ length: 40 }, (_, index) => `p${index}`);
    const events = people.flatMap((person, index) =>
      Array.from({ length: 1 + index }, (_, at) => ({ person, event: 'a', at })),
    );
    await recordAll(store, events);
    const db = new Sqlite(file, { readonly: true });
    onTestFinished(() => {
      db.close();
    });
    const conditions = [{ event: 'a', properties: {} }];
    const query = { conditions, every: false, touch: null, from: null, to: null };
    const lengths: number[] = [];
    visitJourneys(db, query, ({ length }) => lengths.push(length), limits);
    expect(lengths.toSorted((a, b) => a - b)).toEqual(people.map((_, index) => 1 + index));
  },
);

test('progress goes from the first event to the last', async () => {
  const { store, reader } = await openBoth();
  await recordAll(store, [{ person: 'jane', event: 'a', at: 0 }]);
  const seen: [number, number][] = [];
  const onProgress = (...progress: [number, number]) => seen.push(progress);
  const query = { conditions: [], every: true, touch: null, from: null, to: null, onProgress };
  await reader.visitJourneys(query, () => {});
  expect(seen).toEqual([[1, 1]]);
});
