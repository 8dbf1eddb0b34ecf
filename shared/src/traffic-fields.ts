/** The values that traffic is listed by. The path is that of the page, with the prefix of its language. */
export const TRAFFIC_FIELDS = [
  'channel',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'referrer_host',
  'path',
  'viewport',
  'language',
] as const;
export type TrafficField = (typeof TRAFFIC_FIELDS)[number];

/** Returns whether other people spell the values of a field, in their links and on their hosts. */
export const isSpelled = (by: string): boolean => by.startsWith('utm_') || by === 'referrer_host';

/** Returns what all spellings of a value share, so that `LinkedIn` and `linkedin` are one source. */
export const foldSpelling = (value: string): string => value.normalize('NFKC').trim().toLowerCase();
