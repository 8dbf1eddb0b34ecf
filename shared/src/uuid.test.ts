import { expect, test } from 'vitest';
import { uuidPattern, uuidv7 } from './uuid.ts';

test('a version 7 id contains its time, version and variant', () => {
  const id = uuidv7(0x017f22e279b0, new Uint8Array(10).fill(0xff));
  expect(id).toBe('017f22e2-79b0-7fff-bfff-ffffffffffff');
  expect(id).toMatch(uuidPattern);
});

test('ids of a later millisecond sort after earlier ones', () => {
  const ids = [1, 2, 3, 1_000, 1_772_442_000_000].map((now, index) =>
    uuidv7(now, new Uint8Array(10).fill(255 - index)),
  );
  expect(ids.toSorted()).toEqual(ids);
});
