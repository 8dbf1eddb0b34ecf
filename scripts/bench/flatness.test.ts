import { expect, test } from 'vitest';
import { judgeMemory, type Sample } from './flatness.ts';

/** One sample a second. */
const samplesOf = (mb: readonly number[]): Sample[] =>
  mb.map((residentMb, index) => ({ at: index * 1_000, residentMb, cpuSeconds: 0, databaseMb: 0 }));

test('memory that rises while the server warms up and then sways is flat', () => {
  const samples = samplesOf([60, 90, 120, 122, 118, 125, 110, 128, 121, 126]);
  expect(judgeMemory(samples, 10_000)).toEqual({ earlyMb: 122, lateMb: 126, isFlat: true });
});

test('memory that goes on rising is not', () => {
  const samples = samplesOf([60, 90, 120, 123, 126, 129, 132, 135, 138, 141]);
  expect(judgeMemory(samples, 10_000)).toEqual({ earlyMb: 123, lateMb: 141, isFlat: false });
});
