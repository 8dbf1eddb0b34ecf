import { expect, test } from 'vitest';
import { PersonSet } from './person-set.ts';

test.each([1, 999, 1_000, 1_001, 5_000])(
  'of %i people each counts once, however often added',
  (people) => {
    const set = new PersonSet();
    const all = Int32Array.from({ length: people }, (_, person) => person);
    for (let round = 0; round < 3; round++) {
      for (let start = 0; start < people; start += 300)
        set.addAll(all.subarray(start, start + 300));
    }
    expect(set.size()).toBe(people);
  },
);
