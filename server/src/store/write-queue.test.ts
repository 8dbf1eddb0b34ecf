import { expect, test } from 'vitest';
import { StoreUnavailableError } from './store.ts';
import { createWriteQueue, type WriteQueueOptions } from './write-queue.ts';

/** A queue of numbers, which are answered doubled. A transaction is being written until it is ended. */
function openQueue(options: WriteQueueOptions = {}) {
  const groups: number[][] = [];
  let end: (error?: Error) => void = () => {};
  const queue = createWriteQueue<number, number>(async (numbers) => {
    groups.push([...numbers]);
    await new Promise<void>((resolve, reject) => {
      end = (error) => (error ? reject(error) : resolve());
    });
    return { outcomes: numbers.map((number) => number * 2), seconds: 0.5 };
  }, options);
  const nextGroup = async (count: number) => {
    while (groups.length < count) await new Promise(setImmediate);
  };
  /** Ends the transaction with this number, once it has begun. */
  const endGroup = async (number: number, error?: Error) => {
    await nextGroup(number);
    end(error);
  };
  return { queue, groups, nextGroup, endGroup };
}

test('operations that come while a transaction is being written share the next one, each with its own result', async () => {
  const { queue, groups, nextGroup, endGroup } = openQueue();
  const first = [queue.run(1, 1), queue.run(1, 2)];
  await nextGroup(1);
  const second = [queue.run(1, 3), queue.run(1, 4), queue.run(1, 5)];
  expect(queue.waiting()).toBe(5);
  await endGroup(1);
  expect(await Promise.all(first)).toEqual([2, 4]);
  await endGroup(2);
  expect(await Promise.all(second)).toEqual([6, 8, 10]);
  expect(groups).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
  expect(queue.waiting()).toBe(0);
});

test('an operation that may rest is written when the time is over', async () => {
  const { queue, groups, endGroup } = openQueue({ betweenMs: 5 });
  for (const number of [1, 2]) {
    const written = queue.run(1, number, true);
    await endGroup(number);
    await written;
  }
  expect(groups).toEqual([[1], [2]]);
});

test('many operations do not rest', async () => {
  const { queue, groups, endGroup } = openQueue({ betweenMs: 1e9 });
  const first = queue.run(1, 0);
  await endGroup(1);
  await first;
  const numbers = Array.from({ length: 32 }, (_, n) => n);
  const all = numbers.map((number) => queue.run(1, number, true));
  await endGroup(2);
  await Promise.all(all);
  expect(groups[1]).toEqual(numbers);
});

test('a group has at most `maxRows` rows, or one operation that is larger, and is reported with them', async () => {
  const commits: unknown[] = [];
  const onCommit = (commit: object) => void commits.push(commit);
  const { queue, groups, endGroup } = openQueue({ maxRows: 10, onCommit });
  const all = [queue.run(6, 1), queue.run(6, 2), queue.run(4, 3), queue.run(50, 4)];
  for (const number of [1, 2, 3]) await endGroup(number);
  await Promise.all(all);
  expect(groups).toEqual([[1], [2, 3], [4]]);
  expect(commits).toEqual([6, 10, 50].map((rows) => ({ seconds: 0.5, rows })));
});

test('when nothing can be written all waiting operations are rejected, and their places are freed', async () => {
  const { queue, nextGroup, endGroup } = openQueue({ maxWaitingRows: 3 });
  const first = queue.run(1, 1);
  await nextGroup(1);
  // One that writes nothing also takes a place.
  const behind = [queue.run(0, 2), queue.run(1, 3)];
  await expect(queue.run(0, 4)).rejects.toThrow('QUEUE_FULL');
  await endGroup(1, new StoreUnavailableError('ECONNREFUSED'));
  for (const one of [first, ...behind]) await expect(one).rejects.toThrow('ECONNREFUSED');
  const next = queue.run(3, 5);
  await endGroup(2);
  expect(await next).toBe(10);
});

test('one failing operation does not fail its neighbours: each is tried alone, and keeps its place meanwhile', async () => {
  const { queue, groups, nextGroup, endGroup } = openQueue({ maxWaitingRows: 2 });
  const failed = Promise.allSettled([queue.run(1, 1), queue.run(1, 2)]);
  await endGroup(1, new Error('a bug'));
  await nextGroup(2);
  expect(queue.waiting()).toBe(2);
  await expect(queue.run(1, 3)).rejects.toThrow('QUEUE_FULL');
  await endGroup(2, new Error('a bug'));
  await nextGroup(3);
  const third = queue.run(1, 3);
  for (const number of [3, 4]) await endGroup(number);
  expect(await third).toBe(6);
  expect(await failed).toMatchObject([{ status: 'rejected' }, { value: 4 }]);
  expect(groups).toEqual([[1, 2], [1], [2], [3]]);
});

test('when writing fails for good, all operations that are tried alone are rejected', async () => {
  const { queue, endGroup } = openQueue();
  const all = [queue.run(1, 1), queue.run(1, 2), queue.run(1, 3)];
  await endGroup(1, new Error('a bug'));
  await endGroup(2, new StoreUnavailableError('SQLITE_BUSY'));
  for (const one of all) await expect(one).rejects.toThrow('SQLITE_BUSY');
  expect(queue.waiting()).toBe(0);
});

test('the event loop runs other work between two groups, even when writing is synchronous', async () => {
  const queue = createWriteQueue<number, number>(
    async (numbers) => ({ outcomes: [...numbers], seconds: 0 }),
    { maxRows: 1 },
  );
  const seen: string[] = [];
  const first = queue.run(1, 1).then(() => setImmediate(() => seen.push('other')));
  const second = queue.run(1, 2).then(() => seen.push('second'));
  await Promise.all([first, second]);
  expect(seen).toEqual(['other', 'second']);
});
