import { describe, expect, test } from 'vitest';
import type { Language } from '#shared/languages';
import type { ConfirmMessageInput, PageData } from '#shared/page';
import { testPageData } from '../test-data.ts';
import type { InfoContent } from './info-content.ts';
import { loadWording, type WordsName, writtenLanguages } from './languages.ts';

const translations = writtenLanguages.filter((language) => language !== 'en');

/** Configurations that between them show every text. */
const CONFIGURATIONS: readonly Partial<PageData>[] = [
  {},
  { posthogHost: 'eu.i.posthog.com', eventRetentionDays: 2000 },
  { posthogHost: 'us.i.posthog.com', site: { ...testPageData().site, backupDays: 0 } },
  { posthogHost: 'ph.zeta.test', site: { ...testPageData().site, backupDays: 14 } },
  { unconfirmedRetentionDays: 30 },
  ...[null, 'ph.zeta.test'].map((posthogHost) => ({
    posthogHost,
    unconfirmedRetentionDays: 30,
    site: { ...testPageData().site, mailProvider: 'VALUE1' },
  })),
  { tellsTeam: true },
  {
    tellsTeam: true,
    posthogHost: 'ph.zeta.test',
    unconfirmedRetentionDays: 30,
    site: { ...testPageData().site, mailProvider: 'VALUE1' },
  },
];
const MESSAGES: readonly Omit<ConfirmMessageInput, 'language'>[] = [
  { name: 'VALUE1', signupType: 'beta' as const },
  { name: '', signupType: 'notifyme' as const },
].map((one) => ({
  ...one,
  site: testPageData().site,
  code: 'VALUE2',
  confirmUrl: 'VALUE3',
  leaveUrl: 'VALUE3',
  unconfirmedRetentionDays: 30,
}));
/** Values for the functions among the texts, which take a few texts or numbers. */
const VALUES = ['VALUE1', 'VALUE2', 'VALUE3'];

type Texts = Map<string, string>;

/** Adds every text below a value to `texts`, under the keys that lead to it. */
function collect(value: unknown, path: string, texts: Texts) {
  if (typeof value === 'string') texts.set(path, value);
  else if (typeof value === 'function') collectResults(value as Callable, path, texts);
  else if (isInline(value)) texts.set(path, value.map(plain).join(''));
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      // Ids, kinds and addresses are compared by the types.
      if (!/^(id|kind|type|variant|widget|path|href)$/.test(key))
        collect(inner, `${path}.${key}`, texts);
    }
  }
}

type Callable = (...values: unknown[]) => unknown;
function collectResults(call: Callable, path: string, texts: Texts) {
  const { site } = testPageData();
  if (path.endsWith('.content')) {
    for (const [index, over] of CONFIGURATIONS.entries()) {
      collect(call(testPageData(over)), `${path}(${index})`, texts);
    }
  } else if (path.endsWith('confirmMessageContent')) {
    for (const [index, input] of MESSAGES.entries())
      collect(call(input), `${path}(${index})`, texts);
  } else if (path.startsWith('heads.heads')) collect(call(site), path, texts);
  else if (path.endsWith('consentText')) {
    for (const host of [null, 'ph.zeta.test']) collect(call(host), `${path}(${host})`, texts);
  } else if (path.includes('events.')) collect(call(named), path, texts);
  else if (/caption|deleted|tooLong|tries/.test(path)) {
    for (const [shown, total] of [
      [1, 1],
      [3, 3],
      [2, 3],
      [1234, 1234],
    ]) {
      collect(call(shown, total), `${path}(${shown},${total})`, texts);
    }
  } else collect(call(...VALUES), path, texts);
}

/** Answers every property with its name. */
const named = new Proxy({}, { get: (_, name) => `<${String(name)}>` });

type Part = string | { text: string; href: string } | { code: string };
const isPart = (part: unknown) =>
  typeof part === 'string' ||
  (typeof part === 'object' && part !== null && ('href' in part || 'code' in part));
const isInline = (value: unknown): value is Part[] =>
  Array.isArray(value) && value.some((part) => typeof part === 'object') && value.every(isPart);
/** Shows the targets of links too, so that they are compared. */
const plain = (part: Part) =>
  typeof part === 'string'
    ? part
    : 'code' in part
      ? `{${part.code}}`
      : `[${part.text}]{${part.href}}`;

const { index } = await import('./en/index.ts');
const names = Object.keys(index.load) as WordsName[];

async function textsOf(language: Language): Promise<Texts> {
  const wording = await loadWording(language);
  const texts: Texts = new Map();
  collect(wording.frame, 'frame', texts);
  for (const name of names) collect(await wording.load(name), name, texts);
  return texts;
}
const english = await textsOf('en');

/** What every language may keep: names, technical terms, and values. */
const TERMS = [
  ...['Beta', 'CCPA', 'DPA', 'GDPR', 'Global Privacy Control', 'Impressum', 'PostHog', 'x'],
  ...['form_submit', 'button_click', 'section_view', 'scroll', 'my-data.json'],
  ...Object.values(testPageData().site).flatMap((value) =>
    typeof value === 'object' ? Object.values(value) : [String(value)],
  ),
  ...VALUES,
];
/** Words that a language really shares with English. */
const SHARED_WORDS: Partial<Record<Language, readonly string[]>> = {
  de: ['Cookies', 'Details', 'Hindi', 'Illustration', 'Name', 'Original', 'Pause'],
  es: ['Cookies', 'Hindi', 'Original'],
  fr: [
    'Contact',
    'Cookies',
    'Hindi',
    'Illustration',
    'Introduction',
    'Menu',
    'Message',
    'Mission',
    'Notifications',
    'Page',
    'Pause',
  ],
  'pt-BR': ['Cookies', 'Hindi', 'Menu', 'Original'],
};

/** Returns whether a text consists of terms, addresses and signs only. */
function isTermsOnly(text: string, language: Language): boolean {
  const terms = [...TERMS, ...(SHARED_WORDS[language] ?? [])];
  const longestFirst = terms.toSorted((a, b) => b.length - a.length);
  const rest = longestFirst.reduce(
    (left, term) => left.replaceAll(term, ''),
    text.replace(/\{[^}]*\}|<\w+>/g, ''),
  );
  return !/\p{Letter}/u.test(rest);
}

/** Returns what must be the same in every language: values, addresses, provisions, names of cookies and properties. */
const namesIn = (text: string) =>
  (text.match(/VALUE\d|<\w+>|\{[^}]*\}|Zeta GmbH|Zeta & Söhne|Z\. Eta|HRB 1|DE1\b/g) ?? []).sort();

/** Returns the figures. How a language groups digits and writes the decimal sign makes no difference. */
const figuresIn = (text: string) =>
  (
    text
      .replace(/VALUE\d|<\w+>|\{[^}]*\}/g, '')
      .replace(/(\d)[.,\s\u066b\u066c](?=\d)/g, '$1')
      .replace(/[\s\u200e\u200f]*[%٪]/g, '%')
      .match(/\d+(%|x|\+)?/g) ?? []
  ).sort();

/** Returns the entries of the first list that the second one lacks. */
function without(all: readonly string[], some: readonly string[]): string[] {
  const left = [...some];
  return all.filter((each) => {
    const at = left.indexOf(each);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

describe.each(translations)('%s', async (language) => {
  const texts = await textsOf(language);

  test('has the same texts as English, none empty', () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [path, text] of texts) {
      if (english.get(path) !== '') expect.soft(text.trim(), path).not.toBe('');
    }
  });

  test('says nothing in English', () => {
    const same = [...texts].filter(
      ([path, text]) => text === english.get(path) && !isTermsOnly(text, language),
    );
    expect(same).toEqual([]);
  });

  test('keeps values, links, names and figures', () => {
    for (const [path, text] of texts) {
      const original = english.get(path) ?? '';
      expect.soft(namesIn(text), `${path}: ${text}`).toEqual(namesIn(original));
      const [figures, expected] = [figuresIn(text), figuresIn(original)];
      expect.soft(without(expected, figures), `${path}: ${text}`).toEqual([]);
      // A number that English has as a word (one month, June) may be a figure elsewhere.
      const added = without(figures, expected).filter((figure) => !/^([1-9]|1[0-2])$/.test(figure));
      expect.soft(added, `${path}: ${text}`).toEqual([]);
    }
  });

  test('repeats no part of a line, since parts are their own keys', async () => {
    const wording = await loadWording(language);
    for (const name of names) {
      const words = (await wording.load(name)) as { content?: (data: PageData) => InfoContent };
      for (const over of CONFIGURATIONS) {
        for (const line of linesOf(words.content?.(testPageData(over)))) {
          const keys = line.map((part) => JSON.stringify(part));
          expect(new Set(keys).size, `${name}: ${keys}`).toBe(keys.length);
        }
      }
    }
  });
});

function linesOf(value: unknown): unknown[][] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(linesOf);
  return Array.isArray(value) ? [value, ...below] : below;
}
