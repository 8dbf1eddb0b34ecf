import { expect, test } from 'vitest';
import { createQueueShares } from './queue-shares.ts';

test('beyond its share, what a client sends waits in order; what others send does not', async () => {
  const shares = createQueueShares(10);
  const begun: string[] = [];
  const enter = (name: string, events: number, client = 'jane') => {
    const room = shares.enter(client, events);
    if (room) room.then(() => begun.push(name));
    else begun.push(name);
  };
  /** Returns what has begun since the last call. */
  const next = async () => {
    await Promise.resolve();
    return begun.splice(0);
  };
  enter('alone it may be larger', 12);
  enter('a', 4);
  enter('b', 1);
  enter('of another client', 10, 'john');
  expect(await next()).toEqual(['alone it may be larger', 'of another client']);
  shares.leave('jane', 12);
  expect(await next()).toEqual(['a', 'b']);
  enter('up to the limit', 5);
  enter('c', 8);
  expect(await next()).toEqual(['up to the limit']);
  shares.leave('jane', 7);
  enter('behind c, although it would fit', 1);
  expect(await next()).toEqual([]);
  shares.leave('jane', 1);
  expect(await next()).toEqual(['c']);
  shares.leave('jane', 2);
  expect(await next()).toEqual(['behind c, although it would fit']);
  shares.leave('jane', 1);
  enter('larger, once nothing else is there', 12);
  expect(await next()).toEqual([]);
  shares.leave('jane', 8);
  expect(await next()).toEqual(['larger, once nothing else is there']);
  shares.leave('nobody', 1);
});
