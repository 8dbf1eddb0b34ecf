import { expect, test } from 'vitest';
import { cpuOf, judgeMemory, type Sample } from './flatness.ts';

/** One sample a second from a server that uses half of its core. */
const samplesOf = (mb: readonly number[]): Sample[] =>
  mb.map((heldMb, index) => ({
    at: index * 1_000,
    residentMb: 200,
    heldMb,
    lagMs: 0,
    cpuSeconds: 3 + index / 2,
    othersCpuSeconds: 100 + index / 4,
    databaseMb: 0,
  }));

test('memory that rises during the warm-up and then fluctuates is flat', () => {
  const samples = samplesOf([60, 90, 120, 150, 118, 165, 110, 128, 170, 121]);
  expect(judgeMemory(samples, 10_000)).toEqual({ earlyMb: 120, lateMb: 121, isFlat: true });
});

test('memory is not flat when the low points after each collection keep rising', () => {
  const samples = samplesOf([60, 90, 160, 120, 165, 126, 170, 131, 175, 138]);
  expect(judgeMemory(samples, 10_000)).toEqual({ earlyMb: 120, lateMb: 138, isFlat: false });
});

test('the shares of a core cover the time between the first sample and the last', () => {
  expect(cpuOf(samplesOf([1, 1, 1, 1, 1]))).toEqual({ own: 0.5, others: 0.25 });
});
