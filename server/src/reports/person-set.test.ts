import { expect, test } from 'vitest';
import { PersonSet } from './person-set.ts';

test.each([1, 999, 1_000, 1_001, 5_000])(
  'of %i people each counts once, however often added',
  (people) => {
    const set = new PersonSet();
    for (let round = 0; round < 3; round++)
      for (let person = 0; person < people; person++) set.add(person);
    expect(set.size()).toBe(people);
  },
);
