import type { EventName, EventProperties } from '#shared/events';
import type { Text } from '#shared/message-types';
import type { MyData } from '#shared/my-data';

/** Tells one event of each name from its properties. */
export type EventTexts = {
  [N in EventName]: (told: Record<keyof EventProperties[N], string | number>) => string;
};

/** The words for records, as `cookies.ts` of a language has them. */
interface RecordWords {
  events: EventTexts;
  accepted: string;
  turnedOff: string;
  decision: Text<'what' | 'source' | 'revision' | 'language'>;
}

/** Reads a missing property, as an imported event may have, as an empty text. */
const withoutGaps = (properties: object) =>
  new Proxy(properties, { get: (own, name) => Reflect.get(own, name) ?? '' });

/** Returns a recorded event in words. An event with another name, from an import for example, is shown as it is. */
export function describeEvent(
  { name, properties }: MyData['events'][number],
  { events }: Pick<RecordWords, 'events'>,
): string {
  const describe = Object.hasOwn(events, name) && events[name as EventName];
  if (!describe) return `${name} ${JSON.stringify(properties)}`;
  return (describe as (told: object) => string)(withoutGaps(properties));
}

/** Returns one decision in words. @param nameOf returns the name of a language */
export function tellConsent(
  { analytics, gpc, source, revision, language }: MyData['consents'][number],
  { accepted, turnedOff, decision }: RecordWords,
  nameOf: (language: string) => string,
): string {
  const what = analytics ? accepted : turnedOff;
  const where = gpc ? 'Global Privacy Control' : source;
  return decision({ what, source: where, revision, language: nameOf(language) });
}
