import { expect, test } from 'vitest';
import { wordsOf } from './words-of.ts';

const made = (message: string, language = 'en') =>
  (wordsOf({ message }, language) as { message: unknown }).message as never;

test('a message is a text, or a function of its values', () => {
  expect(made('Signups')).toBe('Signups');
  expect((made('{name}: {count, number}') as Said)({ name: 'Pages', count: 1200 })).toBe(
    'Pages: 1,200',
  );
});

test('a plural is chosen by its count, as the language does', () => {
  const people = made(
    '{count, plural, =0 {Nobody} one {# person} other {{all} people, #}}',
  ) as Said;
  expect([0, 1, 1200].map((count) => people(count, { all: '1,200' }))).toEqual([
    'Nobody',
    '1 person',
    '1,200 people, 1200',
  ]);
  const days = made('{count, plural, two {يومين} few {# أيام} other {# يوم}}', 'ar') as Said;
  expect([2, 3, 100].map((count) => days(count))).toEqual(['يومين', '3 أيام', '100 يوم']);
});

test('a tag, which no message to the team can show, is an error', () => {
  expect(() => (made('Our <terms>terms</terms>') as Said)({})).toThrow('have no tags');
});

type Said = (...values: unknown[]) => string;
