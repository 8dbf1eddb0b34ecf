import { expect, test } from 'vitest';
import { type EventCondition, matchConditions } from './filter-events.ts';

const named = (event: string | null, properties: EventCondition['properties'] = {}) => ({
  event,
  properties,
});

test.each<[EventCondition['properties'], Record<string, unknown>, boolean]>([
  [{ x: 'a' }, { x: 'a', y: 'b' }, true],
  [{ x: 'a' }, { x: 'A' }, false],
  [{ x: 'a' }, { y: 'a' }, false],
  [{ x: 'a' }, { x: null }, false],
  [{ x: 'null' }, { x: null }, false],
  [{ x: 'a', y: 'b' }, { x: 'a', y: 'b' }, true],
  [{ x: 'a', y: 'b' }, { x: 'a' }, false],
  [{ x: 25 }, { x: 25 }, true],
  [{ x: 25 }, { x: '25' }, true],
  [{ x: '25' }, { x: 25 }, true],
  [{ x: 0.5 }, { x: 0.5 }, true],
  [{ x: 'NaN' }, { x: 0 }, false],
  [{ x: 'NaN' }, { x: 'NaN' }, true],
  [{ x: '-Infinity' }, { x: 0 }, false],
  [{ x: 'Infinity', y: 0 }, { x: 0, y: 0 }, false],
  [{ x: 1 }, { x: true }, false],
  [{ x: '1' }, { x: true }, false],
  [{ x: 0 }, { x: false }, false],
  [{ x: true }, { x: true }, true],
  [{ x: 'true' }, { x: true }, true],
  [{ x: true }, { x: 'true' }, true],
  [{ x: true }, { x: 1 }, false],
  [{ x: true }, { x: false }, false],
])('%j is matched by %j: %s', (expected, properties, isMatched) => {
  const match = matchConditions([named('b'), named('a', expected), named(null, expected)]);
  expect(match({ name: 'a', properties })).toBe(isMatched ? 0b110 : 0);
});

test('an event can match several of 30 conditions, even the same one twice', () => {
  const some = [named('a', { x: 'b' }), named('a', { x: 'b' }), named('a', { x: 'c' }), named('a')];
  const others = Array.from({ length: 25 }, (_, index) => named(`e${index}`));
  const match = matchConditions([...some, ...others, named(null)]);
  const bits = 0b1011 + 2 ** 29;
  expect(match({ name: 'a', properties: { x: 'b', y: 'c' } })).toBe(bits);
  expect(match({ name: 'e24', properties: {} })).toBe(2 ** 28 + 2 ** 29);
});
