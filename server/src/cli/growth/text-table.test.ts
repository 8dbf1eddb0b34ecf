import { expect, test } from 'vitest';
import { formatBar, formatTable } from './text-table.ts';

test('labels and bars are on the left, numbers on the right', () => {
  const rows = [
    ['a', '1', '█'],
    ['long', '10', '██'],
  ];
  expect(formatTable(['name', 'n', ''], rows)).toBe('name    n\na       1   █\nlong   10   ██');
});

test('figures have usual spaces, and labels stay as strangers wrote them', () => {
  const rows = [['a\u00a0b', '12.0\u00a0%', '']];
  expect(formatTable(['', '', ''], rows)).toBe('\na\u00a0b   12.0 %');
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
