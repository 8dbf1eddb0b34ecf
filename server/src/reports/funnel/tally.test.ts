import fc from 'fast-check';
import { expect, test } from 'vitest';
import { medianOf, Numbers, select } from './tally.ts';

const some = fc.array(fc.integer({ min: -5, max: 1_000 }), { minLength: 1, maxLength: 300 });

test('a selected number and the median are those of the sorted numbers', () => {
  fc.assert(
    fc.property(some, fc.nat(), (all, seed) => {
      const sorted = all.toSorted((a, b) => a - b);
      const place = seed % all.length;
      expect(select(Float64Array.from(all), place)).toBe(sorted[place]);
      const middle = [sorted[(all.length - 1) >> 1] ?? 0, sorted[all.length >> 1] ?? 0];
      expect(medianOf(Float64Array.from(all))).toBe(((middle[0] ?? 0) + (middle[1] ?? 0)) / 2);
    }),
  );
});

test('all numbers are kept, in the order in which they came', () => {
  const numbers = new Numbers();
  const all = Array.from({ length: 1_000 }, (_, index) => 1_000 - index);
  for (const one of all) numbers.push(one);
  expect([...numbers.all()]).toEqual(all);
  numbers.pushAll(Float64Array.from(all));
  numbers.pushAll(Float64Array.of(7));
  expect([...numbers.all()]).toEqual([...all, ...all, 7]);
});
