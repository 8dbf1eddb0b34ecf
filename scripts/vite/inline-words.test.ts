import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import type { Catalog } from '../../shared/src/parse-message.ts';
import type { Language } from '../../shared/src/site-languages.ts';
import { inlineWords } from './inline-words.ts';

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

/** Returns what the code of a structure becomes. */
const inlineAll = (code: string, catalog = english, language: Language = 'en') =>
  inlineWords(code, parseAst(code), { language, catalogOf: () => catalog });
/** Returns what an expression of a structure becomes. */
const inline = (expression: string, ...rest: [catalog?: Catalog, language?: Language]) =>
  inlineAll(
    `import { gap, home as m, language } from '../site-messages.ts';(${expression})`,
    ...rest,
  ).slice(1, -1);
/** Returns what the expression is worth then. */
async function worthOf(...values: Parameters<typeof inline>) {
  const code = encodeURIComponent(`export default ${inline(...values)}`);
  return (await import(/* @vite-ignore */ `data:text/javascript,${code}`)).default;
}

test.each([
  ['m.title', '"The `title` costs $5"'],
  ['m.list', '["one","two"]'],
  ['m.hello({ name: site.brand })', `\`Hello \${site.brand}\``],
  // A call within a value.
  ['m.hello({ name: m.hello({ name: brand }) })', `\`Hello \${\`Hello \${brand}\`}\``],
])('%s is in the code as %s, without its key', (expression, code) => {
  expect(inline(expression)).toBe(code);
});

const [terms, email] = [
  { text: 'terms', href: '/terms' },
  { text: 'a', href: 'b' },
];
const arabic = { days: '{count, plural, two {يومين} few {# أيام} other {# يوم}}' };
test.each<[expression: string, worth: unknown, ...rest: [catalog?: Catalog, language?: Language]]>([
  // A message with tags is an array of parts.
  [
    'm.terms({ terms: "/terms", email: { text: "a", href: "b" } })',
    ['Our ', terms, ', ', email, ' and ', { code: 'x' }],
  ],
  // A part of a catalog is an object, in which messages with placeholders are functions.
  ['[m.parts.first, m.parts["first"]]', ['First', 'First']],
  ['m.parts.second({ name: "Ann" })', 'Second Ann'],
  // Figures and counts are written as the language writes them.
  ['m.limit({ max: 2000 })', 'At most 2,000'],
  ['m.limit({ max: 2000 })', 'At most 2.000', english, 'de'],
  ['[0, 1, 2000].map(m.days)', ['none', '1 day', '2000 days']],
  ['m.days(2000)', '2\u202f000 days', english, 'fr'],
  ['[2, 3, 100].map(m.days)', ['يومين', '3 أيام', '100 يوم'], arabic, 'ar'],
])('%s is %j', async (expression, worth, ...rest) => {
  expect(await worthOf(expression, ...rest)).toEqual(worth);
});

test('a plural has values, whose names may be those of the code around it', async () => {
  const made = await worthOf('(count, values) => m.of(2, { all: count + values })');
  expect(made(6, 1)).toBe('2 of 7 files, 7');
  expect(await worthOf('m.parts.of(1, { all: 3 })', { parts: english })).toBe('1 of 3 files');
  expect((await worthOf('m'))['of'](2, { all: 'x' })).toBe('2 of x files, x');
});

test('a part of a catalog may have a name of its own', () => {
  const code = `import { home as m } from '../site-messages.ts';
const words = m.parts;
export const shown = [words.first, words.second({ name }), words[key]];`;
  const made = inlineAll(code);
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
