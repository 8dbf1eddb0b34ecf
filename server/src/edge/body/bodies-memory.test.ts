import { expect, test } from 'vitest';
import { createBodyMemory } from './bodies.ts';

test('the bytes of all bodies count until they are released, even of small ones', () => {
  const memory = createBodyMemory(1000);
  const reservations = Array.from({ length: 10 }, (_, client) => memory.reserve(String(client)));
  expect(reservations.map((reservation) => reservation.add(100))).toEqual(Array(10).fill(true));
  expect(memory.held()).toBe(1000);
  for (const reservation of reservations) reservation.release();
  expect(memory.held()).toBe(0);
  reservations[0]?.release();
  expect(memory.held()).toBe(0);
});

test('the client with the most bytes loses its largest body, and anybody else finds room', () => {
  const memory = createBodyMemory(1000);
  const [small, large] = [memory.reserve('hostile'), memory.reserve('hostile')];
  const taken: string[] = [];
  small.onTaken(() => taken.push('small'));
  large.onTaken(() => taken.push('large'));
  expect([small.add(400), large.add(600)]).toEqual([true, true]);
  const visitor = memory.reserve('visitor');
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
  const many = Array.from({ length: 100 }, () => memory.reserve('hostile'));
  for (const reservation of many) reservation.add(10);
  expect(memory.reserve('visitor').add(500)).toBe(true);
  expect(many.filter((reservation) => reservation.isTaken())).toHaveLength(50);
});

test('a body that is larger than the whole memory is refused, and no other body is', () => {
  const memory = createBodyMemory(1000);
  const visitor = memory.reserve('visitor');
  visitor.add(10);
  const hostile = memory.reserve('hostile');
  expect([hostile.add(900), hostile.add(900)]).toEqual([true, false]);
  expect(visitor.isTaken()).toBe(false);
  expect(memory.held()).toBe(10);
});
