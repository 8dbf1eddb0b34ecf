import { expect, test } from 'vitest';
import { createIds } from '../../../testing/test-app.ts';
import { bitsOf, createWindowFilters } from './window-filters.ts';

const newId = createIds();
const newIds = (count: number) => Array.from({ length: count }, newId);

test('a filter answers maybe for everybody in its window, and no for nearly all others', () => {
  const filters = createWindowFilters();
  const people = newIds(350);
  filters.add(7, people);
  expect(people.every((id) => filters.mayHold(7, bitsOf(id)))).toBe(true);
  const others = newIds(10_000).filter((id) => filters.mayHold(7, bitsOf(id)));
  expect(others.length).toBeLessThan(200);
});

test('a window without a filter may hold anybody', () => {
  const filters = createWindowFilters(1);
  filters.add(0, []);
  filters.add(1, []); // beyond the limit
  const bits = bitsOf(newId());
  expect([filters.mayHold(0, bits), filters.mayHold(1, bits)]).toEqual([false, true]);
  filters.forgetBefore(1);
  expect([filters.has(0), filters.mayHold(0, bits)]).toEqual([false, true]);
});
