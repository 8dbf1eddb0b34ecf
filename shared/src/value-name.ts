import { CHANNEL_NAMES, VIEWPORT_NAMES } from './channels.ts';
import { LANGUAGES } from './site-languages.ts';

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

export const nameOfLanguage = (code: string): string => languageNames.of(code) ?? code;

/** What people read for events and visits without a value of a property: `No source` for `utm_source`. */
const noneOf = (by: string) => `No ${by.replace(/^utm_|_host$/, '').replace('_', ' ')}`;

/** Returns what people read for a value. Strangers choose the values: one that reads like no value, or quoted, gets quotes. */
export function nameOfValue(by: string, value: string | null): string {
  const none = noneOf(by);
  if (value === null) return none;
  const isTakenForNone = value.trim().toLowerCase() === none.toLowerCase();
  return isTakenForNone || value.startsWith('"') ? `"${value}"` : value;
}

/** Strangers choose values: one may be called `constructor`. */
const OURS = new Map(
  Object.entries<Readonly<Record<string, string>>>({
    channel: CHANNEL_NAMES,
    viewport: VIEWPORT_NAMES,
    language: Object.fromEntries(LANGUAGES.map((code) => [code, nameOfLanguage(code)])),
    section_name: { hero: 'Top', pipeline: 'Pipeline', benefits: 'Benefits', signup: 'Signup' },
    click_location: { header: 'Header', hero: 'Top', menu: 'Menu' },
    event_label: { success: 'Signed up', duplicate: 'Had signed up before', error: 'Failed' },
    form_type: { notifyme: 'Notify me', beta: 'Beta Access' },
  }).map(([by, names]) => [by, new Map(Object.entries(names))]),
);

/** Returns what people read for a value that visitors are grouped by. @param by the property, as an address has it */
export const nameOfGroup = (by: string, value: string | null): string =>
  OURS.get(by)?.get(value ?? '') ?? nameOfValue(by, value);
