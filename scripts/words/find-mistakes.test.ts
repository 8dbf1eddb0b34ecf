import { expect, test } from 'vitest';
import type { Catalogs } from './catalogs.ts';
import { findMistakes } from './find-mistakes.ts';

const english: Catalogs = {
  home: {
    title: 'Hello {name}',
    days: '{count, plural, one {# day} other {# days}}',
    of: '{count, plural, one {# of {all}} other {# of {all}}}',
    legal: { terms: 'Read our <terms>terms</terms>.', cookie: 'It is <code>x</code>.' },
    list: ['one', 'two'],
  },
};
const structure = `import { home as m } from '../site-messages.ts';\nm.title({}); m.days(1); m.of(1, {}); m.legal; m.list`;
const german = {
  of: '{count, plural, one {#\u00a0von {all}} other {#\u00a0von {all}}}',
  title: 'Hallo {name}',
  days: '{count, plural, one {#\u00a0Tag} other {#\u00a0Tage}}',
  legal: { terms: 'Unsere <terms>Bedingungen</terms>.', cookie: 'Es ist <code>x</code>.' },
  list: ['eins', 'zwei'],
};
const mistakesOf = (home: Catalogs[string], source = structure) => {
  const project = {
    name: 'site',
    path: '',
    languages: { en: english, de: { home } },
    sources: [source],
  };
  return findMistakes(project).map((line) => line.slice(1));
};

test('complete catalogs have no mistakes', () => {
  expect(mistakesOf(german)).toEqual([]);
});

const { title: _, ...untitled } = german;
const { legal } = german;
test.each<[name: string, home: Catalogs[string], ...mistakes: string[]]>([
  [
    'a misnamed key',
    { titel: 'Hallo {name}', ...untitled },
    'title: missing, expected a translation of "Hello {name}"',
    'titel: surplus, expected "title" as in English',
  ],
  ['a surplus key', { ...german, more: 'x' }, 'more: surplus, expected no such key as in English'],
  [
    'a shorter list',
    { ...german, list: ['1'] },
    'list.1: missing, expected a translation of "two"',
  ],
  [
    'a line that may break before a figure',
    { ...german, title: 'Hallo {name}, siehe Art. 6 Abs.\u00a01' },
    'title: "Art. 6" needs a no-break space',
  ],
  [
    'a count that may lose its noun',
    { ...german, days: '{count, plural, one {#\u00a0Tag} other {# Tage}}' },
    'days: "# T" needs a no-break space',
  ],
  [
    'a misnamed placeholder',
    { ...german, title: 'Hallo {Name}' },
    'title: {name} is missing',
    'title: {Name} is surplus, expected {name}',
  ],
  [
    'a misnamed value of a plural',
    { ...german, of: '{count, plural, one {#\u00a0von {all}} other {#\u00a0von {alle}}}' },
    'of: {alle} is surplus, expected {count, plural, …} {all}',
  ],
  [
    'a link that is gone',
    { ...german, legal: { ...legal, terms: 'Unsere Bedingungen.' } },
    'legal.terms: <terms>…</terms> is missing',
  ],
  [
    'a translated name',
    { ...german, legal: { ...legal, cookie: 'Es ist <code>y</code>.' } },
    'legal.cookie: <code>x</code> is missing',
    'legal.cookie: <code>y</code> is surplus, expected <code>x</code>',
  ],
  [
    'a plural form that the language lacks',
    { ...german, days: '{count, plural, few {#\u00a0Tage} other {#\u00a0Tage}}' },
    'days: unknown plural form few, expected one, other',
  ],
  ['an open tag', { ...german, title: '<b>{name}' }, 'title: bad placeholder or tag: "<b>{name}"'],
])('%s is named with what is expected', (_, home, ...mistakes) => {
  expect(mistakesOf(home)).toEqual(mistakes.map((mistake) => `de/home.json: ${mistake}`));
});

test('a message is shown by a name of its part of the catalog, too', () => {
  const named = structure.replace('m.legal;', '{ const legal = m.legal; legal.terms; }');
  expect(mistakesOf(german, named)).toEqual([
    'en/home.json: legal.cookie: surplus, nothing shows it',
  ]);
  expect(mistakesOf(german, named.replace('legal.terms', 'legal[which]'))).toEqual([]);
});

test('a message that nothing shows is named', () => {
  expect(mistakesOf(german, structure.replace('m.list', ''))).toEqual([
    'en/home.json: list.0: surplus, nothing shows it',
    'en/home.json: list.1: surplus, nothing shows it',
  ]);
});
