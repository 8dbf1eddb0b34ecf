import { expect, test } from 'vitest';
import { Shelves } from './shelves.ts';

test('touches too large to lie above what the events met are returned apart', () => {
  const touches = Int32Array.of(2 ** 22 + 5, 2 ** 22 - 1);
  const met = Int32Array.of(0b10_0000_0001, 0b1);
  const shelves = new Shelves(10, true);
  const events = {
    base: 1_000,
    offsets: Uint32Array.of(0, 7),
    found: Uint32Array.of(0, 1, 2),
    kinds: Uint8Array.of(0, 1),
    ...{ met, touches, largestTouch: 2 ** 22 + 5 },
  };
  shelves.begin(events);
  expect(shelves.add(0, 0, events, 0, 2)).toBe(2);
  const sorted = shelves.room();
  shelves.move(0, sorted);
  expect(sorted).toEqual({
    ends: Int32Array.of(2),
    times: Float64Array.of(1_000, 1_007),
    met,
    touches,
  });
});
