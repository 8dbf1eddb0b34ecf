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

/** What people read for a channel. */
export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = {
  search: 'Search',
  'ai-assistant': 'AI assistant',
  social: 'Social',
  video: 'Video',
  'e-mail': 'E-mail',
  campaign: 'Campaign',
  'other-site': 'Other site',
  unknown: 'Unknown',
};
