import { expect, test } from 'vitest';
import * as compare from './compare-figures.ts';

const rate = (successes: number, trials = 1000) => ({ successes, trials });
const nobody = rate(0, 0);
const { compareCounts, comparePeople, compareRates, compareSeconds } = compare;
/** With usual spaces. */
const inWords = (comparison: compare.Comparison) =>
  compare.describeChange(comparison)?.replaceAll('\u00a0', ' ');

test.each([
  [50, 40, '+25 % · 40'],
  [30, 40, '−25 % · 40'],
  [40, 40, 'same · 40'],
  [10_040, 10_000, '+0.4 % · 10,000'],
  [700, 7, '×100 · 7'],
  [50, 5, '×10 · 5'],
  // From next to nothing there is no change.
  [700, 4, undefined],
  [40, 0, undefined],
])('a count of %i after one of %i: %s', (now, before, words) => {
  expect(inWords(compareCounts(now, before))).toBe(words);
});

test('a period with fewer than 30 of anything is not compared', () => {
  expect([29, 30].map(compare.isNearlyEmpty)).toEqual([true, false]);
});

test('only people have an arrow, and only beyond chance', () => {
  expect(inWords(comparePeople(50, 40, 0.5))).toBe('+25 % · 40');
  expect(inWords(comparePeople(70, 40, 0.5))).toBe('▲ 75 % · 40');
  expect(inWords(comparePeople(40, 70, 0.5))).toBe('▼ 43 % · 70');
  // As many a day: March has three days more than February.
  expect(inWords(comparePeople(3100, 2800, 0.5))).toBe('▲ 11 % · 2,800');
  expect(inWords(comparePeople(3100, 2800, 31 / 59))).toBe('+11 % · 2,800');
  // More, and yet fewer a day: that is no news of the direction that people read.
  expect(inWords(comparePeople(2900, 2800, 31 / 59))).toBe('+3.6 % · 2,800');
  expect(comparePeople(2800, 2800, 31 / 59).isClear).toBe(false);
});

test('a change of a rate has an arrow only beyond chance', () => {
  expect(inWords(compareRates(rate(150), rate(100)))).toBe('▲ 5.0 points · 10.0 %');
  expect(inWords(compareRates(rate(110), rate(100)))).toBe('+1.0 points · 10.0 %');
  expect(inWords(compareRates(rate(100), rate(100)))).toBe('same · 10.0 %');
  // Of what is shown: 50.0 % beside 45.0 %, which are 50.04 and 44.96.
  expect(inWords(compareRates(rate(1251, 2500), rate(1124, 2500)))).toBe('▲ 5.0 points · 45.0 %');
  expect(inWords(compareRates(rate(3, 5), rate(2, 5)))).toBe('+20.0 points · 40.0 %');
  expect(inWords(compareRates(rate(3, 5), rate(2, 4)))).toBeUndefined();
  for (const [now, before] of [
    [rate(100), nobody],
    [nobody, rate(100)],
  ] as const) {
    expect(inWords(compareRates(now, before))).toBeUndefined();
  }
});

test.each([
  [200, 240, '−40 s · 4 min'],
  [2.5, 1.2, '+1.3 s · 1.2 s'],
  // As exact as the times themselves.
  [13.4, 20.9, '−8 s · 21 s'],
  [13.4, 13.1, 'same · 13 s'],
  [13.4, 1.3, '+12 s · 1.3 s'],
  // Beside 3 h 59 min and 3 h.
  [14_399, 10_801, '+59 min · 3 h'],
  [60, null, undefined],
  [null, 60, undefined],
])('%s seconds after %s: %s', (now, before, words) => {
  expect(inWords(compareSeconds(now, before))).toBe(words);
});
