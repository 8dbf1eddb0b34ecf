import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import type { Catalog } from '../../shared/src/parse-message.ts';
import type { Language } from '../../shared/src/site-languages.ts';
import { inlineWords, type Node } from './inline-words.ts';

const english: Catalog = {
  title: 'The `title` costs $5',
  list: ['one', 'two'],
  hello: 'Hello {name}',
  limit: 'At most {max, number}',
  terms: 'Our <terms>terms</terms>, <email/> and <code>x</code>',
  days: '{count, plural, =0 {none} one {# day} other {# days}}',
  of: '{count, plural, one {# of {all} files} other {# of {all} files, {all}}}',
  parts: { first: 'First', second: 'Second {name}' },
};

/** Returns what an expression of a structure becomes. */
const inline = (expression: string, catalog = english, language: Language = 'en') => {
  const code = `import { gap, home as m, language } from '../messages.ts';(${expression})`;
  const made = inlineWords(code, parseAst(code) as unknown as Node, {
    language,
    catalogOf: () => catalog,
  });
  return made.slice(1, -1);
};
/** Returns what the expression is worth then. */
async function worthOf(...values: Parameters<typeof inline>) {
  const code = encodeURIComponent(`export default ${inline(...values)}`);
  return (await import(/* @vite-ignore */ `data:text/javascript,${code}`)).default;
}

test('words are in the code, without their keys', () => {
  expect(inline('m.title')).toBe('"The `title` costs $5"');
  expect(inline('m.list')).toBe('["one","two"]');
  expect(inline('m.hello({ name: site.brand })')).toBe(`\`Hello \${site.brand}\``);
});

test('a call within a value is written, too', () => {
  expect(inline('m.hello({ name: m.hello({ name: brand }) })')).toBe(
    `\`Hello \${\`Hello \${brand}\`}\``,
  );
});

test('a message with tags is an array of parts', async () => {
  expect(await worthOf('m.terms({ terms: "/terms", email: { text: "a", href: "b" } })')).toEqual([
    'Our ',
    { text: 'terms', href: '/terms' },
    ', ',
    { text: 'a', href: 'b' },
    ' and ',
    { code: 'x' },
  ]);
});

test('a part of a catalog is an object, in which messages with placeholders are functions', async () => {
  const parts = await worthOf('m.parts');
  expect(parts.first).toBe('First');
  expect(parts.second({ name: 'Ann' })).toBe('Second Ann');
  expect(await worthOf('m.parts["first"]')).toBe('First');
});

test('figures and counts are written as the language writes them', async () => {
  expect(await worthOf('m.limit({ max: 2000 })')).toBe('At most 2,000');
  expect(await worthOf('m.limit({ max: 2000 })', english, 'de')).toBe('At most 2.000');
  expect([0, 1, 2000].map(await worthOf('m.days'))).toEqual(['none', '1 day', '2000 days']);
  expect((await worthOf('m.days', english, 'fr'))(2000)).toBe('2\u202f000 days');
  const arabic = { days: '{count, plural, two {يومين} few {# أيام} other {# يوم}}' };
  expect([2, 3, 100].map(await worthOf('m.days', arabic, 'ar'))).toEqual([
    'يومين',
    '3 أيام',
    '100 يوم',
  ]);
});

test('a plural has values, whose names may be those of the code around it', async () => {
  const made = await worthOf('(count, values) => m.of(2, { all: count + values })');
  expect(made(6, 1)).toBe('2 of 7 files, 7');
  expect(await worthOf('m.parts.of(1, { all: 3 })', { parts: english })).toBe('1 of 3 files');
  expect((await worthOf('m'))['of'](2, { all: 'x' })).toBe('2 of x files, x');
});

test('a part of a catalog may have a name of its own', () => {
  const code = `import { home as m } from '../messages.ts';
const words = m.parts;
export const shown = [words.first, words.second({ name }), words[key]];`;
  const made = inlineWords(code, parseAst(code) as unknown as Node, {
    language: 'en',
    catalogOf: () => english,
  });
  expect(made).not.toContain('words');
  expect(made).toContain(`["First", \`Second \${name}\`, ({"first":"First",`);
});

test('a structure knows its language, and what stands between sentences', async () => {
  expect(inline('language === "ja" ? gap : m.title', english, 'ja')).toMatch(
    /^"ja" === "ja" \? "" : /,
  );
  expect(await worthOf('gap')).toBe(' ');
});

test('a key that the catalog lacks fails the build', () => {
  expect(() => inline('m.parts.third')).toThrow('no words for m.parts.third');
});
