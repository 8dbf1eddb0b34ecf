import { describe, expect, test } from 'vitest';
import type { Language } from '#shared/site-languages';
import { writtenLanguages } from './languages.ts';

// That no message and no placeholder is missing, scripts/words/find-mistakes.ts checks.

type Catalog = { [key: string]: Catalog | string };
const catalogs = import.meta.glob<Catalog>('./*/*.json', { eager: true, import: 'default' });

/** Returns all messages of a language by file and key. */
function textsOf(language: Language): Map<string, string> {
  const texts = new Map<string, string>();
  const collect = (value: Catalog | string, path: string) => {
    if (typeof value === 'string') texts.set(path, value);
    else for (const [key, below] of Object.entries(value)) collect(below, `${path}.${key}`);
  };
  const folder = `./${language.toLowerCase()}/`;
  for (const [file, catalog] of Object.entries(catalogs)) {
    if (file.startsWith(folder)) collect(catalog, file.slice(folder.length));
  }
  return texts;
}
const english = textsOf('en');

/** What every language may keep: names and technical terms. */
const TERMS = [
  ...['Beta', 'CCPA', 'DPA', 'GDPR', 'Global Privacy Control', 'Impressum', 'PostHog', 'WCAG', 'x'],
  ...['form_submit', 'button_click', 'section_view', 'scroll', 'my-data.json'],
];
/** Words that a language really shares with English. */
const SHARED_WORDS: Partial<Record<Language, readonly string[]>> = {
  de: ['Backups', 'Cookies', 'Details', 'Hindi', 'Illustration', 'Name', 'Original', 'Pause'],
  es: ['Cookies', 'Hindi', 'Original'],
  fr: 'Contact Cookies Hindi Illustration Introduction Menu Message Mission Notifications Page Pause sections'.split(
    ' ',
  ),
  'pt-BR': ['Backups', 'Cookies', 'Hindi', 'Menu', 'Original'],
};

/** Placeholders, tags and names set as code. */
const MARKS = /\{\w+(, number)?\}|<code>[^<]*<\/code>|<\/?\w+\/?>|=\d+|\{count, plural,/g;

/** Returns whether a text consists of terms and signs only. */
function isTermsOnly(text: string, language: Language): boolean {
  const terms = [...TERMS, ...(SHARED_WORDS[language] ?? [])];
  const longestFirst = terms.toSorted((a, b) => b.length - a.length);
  const words = text.replace(MARKS, '');
  return !/\p{Letter}/u.test(longestFirst.reduce((left, term) => left.replaceAll(term, ''), words));
}

/** Returns the figures. How a language groups digits and writes the decimal sign makes no difference. */
const figuresIn = (text: string) =>
  (
    text
      .replace(MARKS, '')
      .replace(/(\d)[.,\s\u066b\u066c](?=\d)/g, '$1')
      .replace(/[\s\u200e\u200f]*[%٪]/g, '%')
      .match(/\d+%?/g) ?? []
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

/** British spelling; the specification's texts are American (specialized, license, June 15, 2025). */
const BRITISH =
  /\b\w*(?:(?:[gln]|[tx]im)is(?:e|ed|es|ing|ation|ations)|hesise\w*|analyse[ds]?|(?:col|hon|hum|behavi|fav|lab|neighb)our\w*|catalogue|centre|licence|per cent|cancelled|labelled)\b/gi;

test('English is American', () => {
  const found = [...english.values()].flatMap((text) => text.match(BRITISH) ?? []);
  expect(found).toEqual([]);
});

describe.each(writtenLanguages.filter((language) => language !== 'en'))('%s', (language) => {
  const texts = textsOf(language);

  test('says nothing in English', () => {
    const same = [...texts].filter(
      ([path, text]) => text === english.get(path) && !isTermsOnly(text, language),
    );
    expect(same).toEqual([]);
  });

  test('keeps figures', () => {
    for (const [path, text] of texts) {
      const [figures, expected] = [figuresIn(text), figuresIn(english.get(path) ?? '')];
      expect.soft(without(expected, figures), `${path}: ${text}`).toEqual([]);
      // A number that English has as a word (one month, June, a quarter of an hour) may be a figure elsewhere.
      const isInWords = (figure: string) =>
        figure === '15'
          ? english.get(path)?.includes('quarter of an hour')
          : /^([1-9]|1[0-2])$/.test(figure);
      const added = without(figures, expected).filter((figure) => !isInWords(figure));
      expect.soft(added, `${path}: ${text}`).toEqual([]);
    }
  });
});
