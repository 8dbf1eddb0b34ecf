/** Where a visit came from, in one word. `unknown` is everything that neither the link nor the referrer says. */
export const CHANNELS = [
  'search',
  'ai-assistant',
  'social',
  'video',
  'e-mail',
  'campaign',
  'other-site',
  'unknown',
] as const;
export type Channel = (typeof CHANNELS)[number];
