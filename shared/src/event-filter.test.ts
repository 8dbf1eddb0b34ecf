import { expect, test } from 'vitest';
import { formatFilter, parseFilter } from './event-filter.ts';
import { filtersSchema } from './event-filters.ts';

test.each([
  ['channel:search', { by: 'channel', value: 'search' }],
  ['utm_source:a:b', { by: 'utm_source', value: 'a:b' }],
  ['utm_source:', { by: 'utm_source', value: '' }],
  ['path:/about', { by: 'path', value: '/about' }],
  ['utm_source', { by: 'utm_source', value: null }],
] as const)('%s is a filter, and its text', (text, filter) => {
  expect(parseFilter(text)).toEqual(filter);
  expect(formatFilter(filter)).toBe(text);
});

test.each([
  ['utm_source: LinkedIn ', 'linkedin'],
  ['referrer_host:WWW.LinkedIn.com', 'www.linkedin.com'],
  ['utm_campaign:CAFE\u0301', 'caf\u00e9'],
  ['language:pt-BR', 'pt-BR'],
])('%j asks for %j, as reports have it', (text, value) => {
  expect(parseFilter(text)?.value).toBe(value);
});

test.each(['', ':search', 'page:/', 'search'])('%j is none', (text) => {
  expect(parseFilter(text)).toBeNull();
  expect(filtersSchema.safeParse(text).success).toBe(false);
});

test('a report has no filter, one, or at most eight, of text that a database can hold', () => {
  const search = { by: 'channel', value: 'search' };
  expect(filtersSchema.parse(undefined)).toEqual([]);
  expect(filtersSchema.parse('channel:search')).toEqual([search]);
  expect(filtersSchema.parse(Array(8).fill('channel:search'))).toEqual(Array(8).fill(search));
  expect(filtersSchema.safeParse(Array(9).fill('channel:search')).success).toBe(false);
  expect(filtersSchema.safeParse('channel:\0').success).toBe(false);
});
