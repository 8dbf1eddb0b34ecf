import { expect, test } from 'vitest';
import { StoreUnavailableError } from '../../store.ts';
import { createGroupCommit, type GroupCommitOptions } from './group-commit.ts';

/** Commits numbers; `end` ends the transaction that is under way. */
function openGroup(options: GroupCommitOptions = {}) {
  const groups: number[][] = [];
  let end: (error?: Error) => void = () => {};
  const group = createGroupCommit<number, number>(async (numbers) => {
    groups.push([...numbers]);
    await new Promise<void>((resolve, reject) => {
      end = (error) => (error ? reject(error) : resolve());
    });
    return numbers.map((number) => number * 2);
  }, options);
  const nextGroup = async (count: number) => {
    while (groups.length < count) await new Promise(setImmediate);
  };
  return { group, groups, nextGroup, end: (error?: Error) => end(error) };
}

test('what comes while a transaction is under way shares the next one, each with its own answer', async () => {
  const { group, groups, nextGroup, end } = openGroup();
  const first = [group.run(1, 1), group.run(1, 2)];
  await nextGroup(1);
  const second = [group.run(1, 3), group.run(1, 4), group.run(1, 5)];
  expect(group.waiting()).toBe(5);
  end();
  expect(await Promise.all(first)).toEqual([2, 4]);
  await nextGroup(2);
  end();
  expect(await Promise.all(second)).toEqual([6, 8, 10]);
  expect(groups).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
  expect(group.waiting()).toBe(0);
});

test('a group has at most so many rows, or one operation that is larger', async () => {
  const { group, groups, nextGroup, end } = openGroup({ maxRows: 10 });
  const all = [group.run(6, 1), group.run(6, 2), group.run(4, 3), group.run(50, 4)];
  for (const count of [1, 2, 3]) {
    await nextGroup(count);
    end();
  }
  await Promise.all(all);
  expect(groups).toEqual([[1], [2, 3], [4]]);
});

test('one operation that fails takes none of its neighbours down', async () => {
  const { group, groups, nextGroup, end } = openGroup();
  const all = Promise.allSettled([group.run(1, 1), group.run(1, 2)]);
  await nextGroup(1);
  end(new Error('a bug'));
  await nextGroup(2);
  end(new Error('a bug'));
  await nextGroup(3);
  end();
  expect(await all).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 4 }]);
  expect(groups).toEqual([[1, 2], [1], [2]]);
});

test('without a server everybody who waits is told, and places are free again', async () => {
  const { group, nextGroup, end } = openGroup({ maxWaitingRows: 3 });
  const first = group.run(1, 1);
  await nextGroup(1);
  const behind = [group.run(1, 2), group.run(1, 3)];
  await expect(group.run(1, 4)).rejects.toThrow('QUEUE_FULL');
  end(new StoreUnavailableError('ECONNREFUSED'));
  for (const one of [first, ...behind]) await expect(one).rejects.toThrow('ECONNREFUSED');
  const next = group.run(3, 5);
  await nextGroup(2);
  end();
  expect(await next).toBe(10);
});

test('draining waits for all that waits', async () => {
  const { group, nextGroup, end } = openGroup({ maxRows: 1 });
  const answered: number[] = [];
  for (const number of [1, 2]) group.run(1, number).then((answer) => answered.push(answer));
  const drained = group.drain();
  for (const count of [1, 2]) {
    await nextGroup(count);
    end();
  }
  await drained;
  expect(answered).toEqual([2, 4]);
});
