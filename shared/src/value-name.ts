import { CHANNEL_NAMES, VIEWPORT_NAMES } from './channels.ts';

/** What people read for events and visits without the value that they are grouped by. */
export const NO_VALUE = '(none)';

/** Returns what people read for a value. Strangers choose the values: one that reads like no value, or quoted, gets quotes. */
export function nameOfValue(value: string | null): string {
  if (value === null) return NO_VALUE;
  return value === NO_VALUE || value.startsWith('"') ? `"${value}"` : value;
}

/** Strangers choose values: one may be called `constructor`. */
const OURS = new Map([
  ['channel', new Map(Object.entries(CHANNEL_NAMES))],
  ['viewport', new Map(Object.entries(VIEWPORT_NAMES))],
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
  OURS.get(by)?.get(value ?? '') ?? nameOfValue(value);
