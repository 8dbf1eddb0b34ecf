import { expect, test } from 'vitest';
import type { TailEvent } from '#shared/growth';
import { ageOf, groupsOf, lengthOf, stepsOf, visitsOf } from './live-visits.ts';

const NOON = Date.parse('2026-03-14T12:00:00Z');
const MINUTE = 60_000;
const at = (time: number, visitor = 'ada', event: Partial<TailEvent> = {}) =>
  ({
    name: 'section_view',
    occurredAt: new Date(time).toISOString(),
    visitor,
    ...event,
  }) as TailEvent;
const scroll = (percent_scrolled: number) =>
  at(NOON, 'ada', { name: 'scroll', properties: { percent_scrolled } });

test('events make visits by their time, and at the same time by their arrival; half an hour without one ends a visit', () => {
  const first = at(NOON);
  const [second, third] = [at(NOON + 29 * MINUTE), at(NOON + 29 * MINUTE)];
  const again = at(NOON + 59 * MINUTE);
  const [ben, late] = [at(NOON + MINUTE, 'ben'), at(NOON + 2 * MINUTE, 'ben')];
  // The server sends the latest arrival first.
  const visits = visitsOf([ben, again, third, second, late, first]);
  expect(visits).toEqual([[again], [ben, late], [first, second, third]]);
  expect(visits[2]?.[1]).toBe(second);
  expect(visits.map(lengthOf)).toEqual([0, MINUTE, 29 * MINUTE]);
});

test('a visit that goes on stays below one that began later', () => {
  const [ada, ben, later] = [at(NOON), at(NOON + 1), at(NOON + 2)];
  const visits = visitsOf([later, { ...ben, visitor: 'ben' }, ada]);
  expect(visits.map(([{ visitor }]) => visitor)).toEqual(['ben', 'ada']);
});

test('of a scrolled page, only how far it was scrolled is a step', () => {
  const [quarter, half, seen] = [scroll(25), scroll(50), at(NOON)];
  expect(stepsOf([quarter, seen, half])).toEqual([seen, half]);
  expect(stepsOf([seen])).toEqual([seen]);
});

test('visits beside each other that only scrolled are one, unless they may go on', () => {
  const top = { properties: { section_name: 'hero' } };
  const seen = (minute: number, visitor: string, event = top) =>
    at(NOON + minute * MINUTE, visitor, event);
  const visits = visitsOf([
    ...[seen(7, 'f'), seen(3, 'd'), seen(2, 'c'), seen(0, 'a'), { ...scroll(50), visitor: 'a' }],
    seen(1, 'b', { properties: { section_name: 'signup' } }),
  ]);
  const groups = groupsOf(visits, NOON + 11 * MINUTE, 'UTC').map((group) =>
    group.map(([{ visitor }]) => visitor),
  );
  expect(groups).toEqual([['f'], ['d', 'c'], ['b'], ['a']]);
  // It is midnight in Auckland an hour before noon.
  const [before, after] = [seen(-61, 'h'), seen(-60, 'g')];
  const all = visitsOf([seen(-59, 'i'), after, before]);
  const sizes = groupsOf(all, NOON, 'Pacific/Auckland').map((group) => group.length);
  expect(sizes).toEqual([2, 1]);
});

test.each([
  [-5_000, '', true],
  [59_900, '', true],
  [60_000, '1 min', true],
  [5 * MINUTE - 1, '4 min', true],
  [5 * MINUTE, '5 min', false],
  [23.9 * 60 * MINUTE, '23 h', false],
  [50 * 60 * MINUTE, '2 d', false],
])('a visit whose last event was %i ms ago is %s old, and may go on: %s', (age, text, isLit) => {
  const visit = [at(NOON - age - 60_000), at(NOON - age)] as const;
  expect(ageOf([visit], NOON)).toEqual({ text: text.replace(' ', '\u00a0'), isLit });
});
