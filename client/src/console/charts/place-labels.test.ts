import { expect, test } from 'vitest';
import { placeLabels } from './place-labels.ts';

const plot = { top: 18, bottom: 174 };
const place = (step: number, ...heights: (number | null)[]) =>
  placeLabels(
    heights.map((y, index) => (y === null ? null : ([step * (index + 0.5), y] as const))),
    heights.map(() => 43),
    plot,
  ).toSorted((a, b) => a.index - b.index);
const sides = (...asked: Parameters<typeof place>) =>
  place(...asked).map(({ index, y, anchor }) =>
    [y < (asked[index + 1] ?? 0) ? 'above' : 'below', anchor].join(' '),
  );

test('a label is on the side of its point away from the line', () => {
  expect(sides(100, 100, 60, 100)).toEqual(['below middle', 'above middle', 'below middle']);
  expect(sides(100, 60, 100, 60)).toEqual(['above middle', 'below middle', 'above middle']);
  // Rising faster, then slower; falling in the same ways.
  expect(sides(100, 120, 100, 50)).toEqual(['below middle', 'below start', 'above middle']);
  expect(sides(100, 120, 60, 50)).toEqual(['below middle', 'above end', 'above middle']);
  expect(sides(100, 50, 100, 120)).toEqual(['above middle', 'below end', 'below middle']);
  expect(sides(100, 50, 60, 120)).toEqual(['above middle', 'above start', 'below middle']);
  // On the axis there is no room below, and the scale says its own end.
  expect(sides(100, 100, 170)).toEqual(['above middle', 'above middle']);
  expect(place(100, 18, 100).map(({ index }) => index)).toEqual([1]);
});

test('labels do not overlap, and where it is narrow the first, the last, the highest and the lowest have one', () => {
  const shown = (...asked: Parameters<typeof place>) => place(...asked).map(({ index }) => index);
  expect(shown(100, 60, 62, 64, 62, 60)).toEqual([0, 1, 2, 3, 4]);
  expect(shown(62, 60, 62, 90, 40, 60)).toEqual([0, 2, 3, 4]);
  expect(shown(62, 60, null, 90, 40, 60)).toEqual([0, 2, 3, 4]);
  // The last is kept.
  expect(shown(30, 60, 60)).toEqual([1]);
});
