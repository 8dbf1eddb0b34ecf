import { expect, test } from 'vitest';
import { placeLabels } from './place-labels.ts';

const place = (step: number, ...heights: (number | null)[]) =>
  placeLabels(
    heights.map((y, index) => (y === null ? null : ([step * (index + 0.5), y] as const))),
    43,
    174,
    step < 86,
  );
const sides = (...heights: number[]) => {
  const placed = place(100, ...heights);
  return heights.map((y, index) => ((placed.get(index)?.[1] ?? y) < y ? 'above' : 'below')).join();
};

test('a label is on the side of its point away from the line', () => {
  expect(sides(100, 60, 100)).toBe('below,above,below');
  expect(sides(60, 100, 60)).toBe('above,below,above');
  // Rising faster, then slower; falling in the same ways.
  expect(sides(120, 100, 50)).toBe('below,below,above');
  expect(sides(120, 60, 50)).toBe('below,above,above');
  expect(sides(50, 100, 120)).toBe('above,below,below');
  expect(sides(50, 60, 120)).toBe('above,above,below');
  // On the axis there is no room below.
  expect(sides(100, 170)).toBe('above,above');
});

test('labels do not overlap, and where it is narrow the first, the last, the highest and the lowest have one', () => {
  const shown = (...asked: Parameters<typeof place>) => [...place(...asked).keys()].sort();
  expect(shown(100, 60, 62, 64, 62, 60)).toEqual([0, 1, 2, 3, 4]);
  expect(shown(62, 60, 62, 90, 40, 60)).toEqual([0, 2, 3, 4]);
  expect(shown(62, 60, null, 90, 40, 60)).toEqual([0, 2, 3, 4]);
  // The last is kept.
  expect(shown(30, 60, 60)).toEqual([1]);
});
