import { expect, test } from 'vitest';
import { decisionSchema, mailingSchema, sentMailingSchema } from './list.ts';
import { NOTE_TIMES, noteSchema } from './notes.ts';
import { newFunnelSchema } from './saved-funnels.ts';

const REFUSED = ['\n', '\r', '\u0085', '\u2028', '\u2029', '\0', '\u001b', '\ud800'];

const id = '0191e7a0-0000-7000-8000-000000000000';
const takesNote = (note: string) =>
  decisionSchema.safeParse({ ids: [id], decision: 'accepted', seen: 'waiting', note }).success;

test('what becomes a line of a message has no line breaks, and no characters that no database can hold', () => {
  for (const character of REFUSED) expect(takesNote(`a${character}b`), character).toBe(false);
  for (const text of ['', 'a b', 'ä 声 😀', ' a ']) expect(takesNote(text), text).toBe(true);
});

const words = { subject: 'Hello', text: 'We are open.', link: null };
const link = { label: 'Open', url: 'https://a.example/' };
const audience = { types: ['beta'], states: ['accepted'], languages: [] };

test.each<[string, object, boolean]>([
  ['English words', { en: words }, true],
  ['a link', { en: { ...words, link } }, true],
  ['no English words', { de: words }, false],
  ['no subject', { en: { ...words, subject: ' ' } }, false],
  ['a link without a label', { en: { ...words, link: { ...link, label: '' } } }, false],
  ['half of a character', { en: { ...words, text: '\udc00' } }, false],
  ['a placeholder in a button', { en: { ...words, link: { ...link, label: 'Use {code}' } } }, true],
])('a mailing with %s: %s', (_, texts, isTaken) => {
  expect(mailingSchema.safeParse({ audience, words: texts }).success).toBe(isTaken);
});

test.each<[code: string, types: string[], states: string[], isTaken: boolean]>([
  ['{code}', ['notifyme'], ['waiting'], true],
  ['{code}', ['notifyme', 'beta'], ['accepted'], true],
  ['{code}', ['beta'], ['accepted', 'waiting'], false],
  ['a code', ['beta'], ['accepted', 'waiting'], true],
])(
  'a mailing with %s for %j of the states %j is sent: %s; it may be a draft',
  (code, types, states, isTaken) => {
    const texts = { en: words, de: { ...words, text: `Use ${code}` } };
    const content = { audience: { types, states, languages: [] }, words: texts };
    expect(mailingSchema.safeParse(content).success).toBe(true);
    expect(sentMailingSchema.safeParse(content).success).toBe(isTaken);
  },
);

test.each<[string, object, boolean]>([
  ['200 characters, of two units each', { text: '😀'.repeat(200) }, true],
  ['201 characters', { text: 'a'.repeat(201) }, false],
  ['nothing but spaces', { text: '  ' }, false],
  ['a line break', { text: 'a\nb' }, false],
  ['the first time', { text: 'a', at: NOTE_TIMES.from }, true],
  ['the last time', { text: 'a', at: NOTE_TIMES.to }, true],
  ['an earlier time', { text: 'a', at: NOTE_TIMES.from - 1 }, false],
  ['a later time', { text: 'a', at: NOTE_TIMES.to + 1 }, false],
  ['a day of the zone', { text: 'a', at: '2026-03-14' }, true],
  ['a field that nobody knows', { text: 'a', kind: 'version' }, false],
])('a note with %s', (_, note, isTaken) => {
  expect(noteSchema('Europe/Berlin').safeParse(note).success).toBe(isTaken);
});

test('a note on a day is at its start in the zone of the team', () => {
  expect(noteSchema('Europe/Berlin').parse({ text: ' a ', at: '2026-03-14' })).toEqual({
    text: 'a',
    at: Date.UTC(2026, 2, 13, 23),
  });
});

test.each([
  ['60 characters, of two units each', '𝒜'.repeat(60), true],
  ['61 characters', 'a'.repeat(61), false],
  ['a digit', '7', true],
  ['neither a letter nor a digit', '–!', false],
  ['a line break', 'a\nb', false],
  ['a character that reorders the text', 'a\u202eb', false],
  ['a name of the site’s own', ' SIGNUP ', false],
])('a saved funnel whose name has %s', (_, name, isTaken) => {
  const steps = ['section_view', 'form_submit'];
  expect(newFunnelSchema.safeParse({ name, steps }).success).toBe(isTaken);
});
