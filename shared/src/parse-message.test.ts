import { expect, test } from 'vitest';
import { catalogNameOf, messagesOf, type Piece, parseMessage } from './parse-message.ts';

test.each<[message: string, pieces: Piece[]]>([
  ['Signups', ['Signups']],
  ['{name}: {count, number}', [{ value: 'name' }, ': ', { number: 'count' }]],
  ['See <mark/>.', ['See ', { element: 'mark' }, '.']],
  ['Set <code>PORT</code>', ['Set ', { code: 'PORT' }]],
  ['Our <terms>terms of use</terms>', ['Our ', { link: 'terms', text: 'terms of use' }]],
])('%s', (message, pieces) => {
  expect(parseMessage(message)).toEqual({ kind: 'text', pieces });
});

test('a plural has a text for each kind of count', () => {
  expect(parseMessage('{count, plural, =0 {Nobody} other { {all} people, #} }')).toEqual({
    kind: 'plural',
    forms: { '=0': ['Nobody'], other: [' ', { value: 'all' }, ' people, ', { value: '#' }] },
  });
});

test.each([
  ...['', ' Signups', 'Signups '],
  ...['{', 'a > b', '{first name}', '<terms>terms</other>', '<b><i>nested</i></b>'],
  ...['{count, plural, one {One}}', '{count, plural, some {a} other {b}}'],
  ...['Of {count, plural, other {a}}', '{count, plural, other {a}} more'],
])('%j is no message', (message) => {
  expect(() => parseMessage(message)).toThrow(/^bad /);
});

test('a catalog has the name of what it exports, and its messages have the keys that lead to them', () => {
  expect(['notFoundWords', 'notFound', 'wordsOfTheSite'].map(catalogNameOf)).toEqual([
    ...['not-found', 'not-found', 'words-of-the-site'],
  ]);
  expect(messagesOf({ title: 'A', personal: { fields: ['B', 'C'] } })).toEqual([
    ['title', 'A'],
    ['personal.fields.0', 'B'],
    ['personal.fields.1', 'C'],
  ]);
});
