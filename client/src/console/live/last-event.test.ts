import { expect, test } from 'vitest';
import type { TailEvent } from '#shared/growth';
import { ageOf, byTime } from './last-event.ts';

const NOON = Date.parse('2026-03-14T12:00:00Z');
const at = (time: number) => ({ occurredAt: new Date(time).toISOString() }) as TailEvent;

test('events are listed by their time, and at the same time by their arrival', () => {
  const late = at(NOON - 60_000);
  const [first, second, third] = [at(NOON - 2000), at(NOON), at(NOON)];
  const listed = byTime([late, third, second, first]);
  expect(listed.map((event) => [late, third, second, first].indexOf(event))).toEqual([1, 2, 3, 0]);
});

test.each([
  [-5_000, '0 s', true],
  [4_900, '4 s', true],
  [5 * 60_000 - 1, '4 min', true],
  [5 * 60_000, '5 min', false],
  [23.9 * 3_600_000, '23 h', false],
  [50 * 3_600_000, '2 d', false],
])('an event %i ms old is %s old, and the lamp is lit: %s', (age, text, isLit) => {
  expect(ageOf(at(NOON - age), NOON)).toEqual({ text, isLit });
});
