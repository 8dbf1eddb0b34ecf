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
const OURS = new Map([
  ['channel', new Map(Object.entries(CHANNEL_NAMES))],
  ['viewport', new Map(Object.entries(VIEWPORT_NAMES))],
  ['language', new Map(LANGUAGES.map((code) => [code, nameOfLanguage(code)]))],
  ['click_location', new Map(Object.entries({ header: 'Header', hero: 'Top', menu: 'Menu' }))],
  [
    'event_label',
    new Map(
      Object.entries({ success: 'Signed up', duplicate: 'Had signed up before', error: 'Failed' }),
    ),
  ],
  ['form_type', new Map(Object.entries({ notifyme: 'Notify me', beta: 'Beta Access' }))],
]);

/** Returns what people read for a value that visitors are grouped by. @param by the property, as an address has it */
export const nameOfGroup = (by: string, value: string | null): string =>
  OURS.get(by)?.get(value ?? '') ?? nameOfValue(by, value);
