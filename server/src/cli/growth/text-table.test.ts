import { expect, test } from 'vitest';
import { formatBar, formatPercent, formatSeconds, formatTable } from './text-table.ts';

test('labels and bars are on the left, numbers on the right', () => {
  const rows = [
    ['a', '1', '█'],
    ['long', '10', '██'],
  ];
  expect(formatTable(['name', 'n', ''], rows)).toBe('name    n\na       1   █\nlong   10   ██');
});

test.each([
  [0, ''],
  [1, '████'],
  [0.5, '██'],
  [1 / 32, '▏'],
  [0.3, '█▎'],
])('a share of %d is the bar %s', (share, bar) => {
  expect(formatBar(share, 4)).toBe(bar);
});

test.each([
  [null, '–'],
  [0, '0.0 s'],
  [59.94, '59.9 s'],
  [60, '1 min 0 s'],
  [59.96, '1 min 0 s'],
  [3599.6, '1 h 0 min'],
  [3600, '1 h 0 min'],
  [86_399, '1 d 0 h'],
  [90_000, '1 d 1 h'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text);
});

test('with nobody in the first step the rate is 0.0 %', () => {
  expect(formatPercent(0, 0)).toBe('0.0 %');
  expect(formatPercent(1, 3)).toBe('33.3 %');
});
