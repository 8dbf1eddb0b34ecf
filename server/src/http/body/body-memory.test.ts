import { expect, test } from 'vitest';
import { createBodyMemory } from './body-memory.ts';

test('the bytes of all bodies count until they are released, even of small ones', () => {
  const memory = createBodyMemory(1000);
  const holds = Array.from({ length: 10 }, (_, client) => memory.hold(String(client)));
  expect(holds.map((hold) => hold.add(100))).toEqual(Array(10).fill(true));
  expect(memory.held()).toBe(1000);
  for (const hold of holds) hold.release();
  expect(memory.held()).toBe(0);
  holds[0]?.release();
  expect(memory.held()).toBe(0);
});

test('the client with the most bytes loses its largest body, and anybody else finds room', () => {
  const memory = createBodyMemory(1000);
  const [small, large] = [memory.hold('hostile'), memory.hold('hostile')];
  const taken: string[] = [];
  small.onTaken(() => taken.push('small'));
  large.onTaken(() => taken.push('large'));
  expect([small.add(400), large.add(600)]).toEqual([true, true]);
  const visitor = memory.hold('visitor');
  expect(visitor.add(300)).toBe(true);
  expect(taken).toEqual(['large']);
  expect([small.isTaken(), large.isTaken(), visitor.isTaken()]).toEqual([false, true, false]);
  expect(memory.held()).toBe(700);
  expect(large.add(1)).toBe(false);
  large.release();
  expect(memory.held()).toBe(700);
});

test('many small bodies of one client make room like one large one', () => {
  const memory = createBodyMemory(1000);
  const many = Array.from({ length: 100 }, () => memory.hold('hostile'));
  for (const hold of many) hold.add(10);
  expect(memory.hold('visitor').add(500)).toBe(true);
  expect(many.filter((hold) => hold.isTaken())).toHaveLength(50);
});

test('a body that is larger than the whole memory is refused, and no other body is', () => {
  const memory = createBodyMemory(1000);
  const visitor = memory.hold('visitor');
  visitor.add(10);
  const hostile = memory.hold('hostile');
  expect([hostile.add(900), hostile.add(900)]).toEqual([true, false]);
  expect(visitor.isTaken()).toBe(false);
  expect(memory.held()).toBe(10);
});
