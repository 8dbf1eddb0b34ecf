import { expect, test } from 'vitest';
import { hasMoreValues } from './json-values.ts';

const hasMore = (json: string, max: number) => hasMoreValues(Buffer.from(json), max);

test.each<[string, string, number]>([
  ['an array', '[1,2,3]', 4],
  ['empty arrays', '[[],[],[]]', 7],
  ['an object', '{"a":1,"b":{"c":null}}', 4],
  ['signs in texts', '["a,b[{",",\\",[","\\\\",","]', 5],
])('the values of %s are counted', (_, json, values) => {
  const padded = json.padEnd(2 * json.length);
  expect(hasMore(padded, values)).toBe(false);
  expect(hasMore(padded, values - 2)).toBe(true);
});

test('a string of commas is one value', () => {
  expect(hasMore(JSON.stringify({ use_case: ','.repeat(5000) }), 100)).toBe(false);
});
