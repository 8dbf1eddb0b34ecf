import { expect, test } from 'vitest';
import { matchesEtag, negotiateEncoding } from './negotiate.ts';

test.each<[string | undefined, string]>([
  [undefined, 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0.5, gzip;q=0.5', 'br'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0.5, identity', 'identity'],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['identity;q=0', 'identity'],
  ['br;q=nonsense, gzip', 'gzip'],
  ['br ; q=1.0 , gzip', 'br'],
  [',,;', 'identity'],
])('Accept-Encoding %s gets %s', (header, encoding) => {
  expect(negotiateEncoding(header, () => true)).toBe(encoding);
});

test('only an available coding is chosen', () => {
  expect(negotiateEncoding('br, gzip', (encoding) => encoding !== 'br')).toBe('gzip');
  expect(negotiateEncoding('br, gzip', (encoding) => encoding === 'identity')).toBe('identity');
});

test.each<[string | undefined, boolean]>([
  [undefined, false],
  ['"abc"', true],
  ['W/"abc"', true],
  ['*', true],
  ['"x", W/"abc" , "y"', true],
  ['"x,abc"', false],
  ['abc', false],
  ['"ABC"', false],
])('If-None-Match %s matches "abc": %s', (header, matches) => {
  expect(matchesEtag(header, '"abc"')).toBe(matches);
});
