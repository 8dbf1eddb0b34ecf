/** The values that traffic is listed by. */
export const TRAFFIC_FIELDS = [
  'channel',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'referrer_host',
  'viewport',
  'language',
] as const;
export type TrafficField = (typeof TRAFFIC_FIELDS)[number];
