import { expect, test } from 'vitest';
import { PersonPartitions } from './person-partitions.ts';

test('ids of breakdown values too large to lie above the matched steps are returned apart', () => {
  const breakdownValueIds = Int32Array.of(2 ** 22 + 5, 2 ** 22 - 1);
  const matchedSteps = Int32Array.of(0b10_0000_0001, 0b1);
  const partitions = new PersonPartitions(10, true);
  const events = {
    base: 1_000,
    offsets: Uint32Array.of(0, 7),
    found: Uint32Array.of(0, 1, 2),
    kinds: Uint8Array.of(0, 1),
    ...{ matchedSteps, breakdownValueIds, largestBreakdownValueId: 2 ** 22 + 5 },
  };
  partitions.begin(events);
  expect(partitions.add(0, 0, events, 0, 2)).toBe(2);
  const sorted = partitions.room();
  partitions.move(0, sorted);
  expect(sorted).toEqual({
    ends: Int32Array.of(2),
    times: Float64Array.of(1_000, 1_007),
    matchedSteps,
    breakdownValueIds,
  });
});
