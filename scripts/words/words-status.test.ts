import { expect, test } from 'vitest';
import { describeStatus, type Version } from './words-status.ts';

const version = (order: number, words: Record<string, string>, needsNoTranslation = false) => ({
  order,
  messages: new Map(Object.entries(words)),
  needsNoTranslation,
});
const now = {
  en: { home: { title: 'Hello there', lead: 'Welcome', brand: '{brand}', more: 'More' } },
  de: { home: { title: 'Hallo', lead: 'Welcome', brand: '{brand}' } },
};
const statusFrom = (english: Omit<Version, 'before'>[]) => {
  const german = [version(1, now.de.home)];
  return describeStatus({ path: 'content', languages: now }, 'de', (file) => {
    const versions = file.startsWith('content/en/') ? english : german;
    return versions.map((one, index) => {
      return { ...one, before: versions[index + 1]?.messages ?? new Map() };
    });
  });
};

test('what is missing, still English or older than English is listed', () => {
  expect(
    statusFrom([version(2, now.en.home), version(1, { ...now.en.home, title: 'Hello' })]),
  ).toEqual([
    'de: 1 missing, 1 as in English, 1 changed in English since',
    '  content/de/home.json: title: changed in English since: "Hello there"',
    '  content/de/home.json: lead: as in English: "Welcome"',
    '  content/de/home.json: more: missing: "More"',
  ]);
});

test('a change of English that needs no translation leaves translations current', () => {
  const [first] = statusFrom([
    version(2, now.en.home, true),
    version(1, { ...now.en.home, title: 'Hello' }),
  ]);
  expect(first).toContain('0 changed in English since');
});
