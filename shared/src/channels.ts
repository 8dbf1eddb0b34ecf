/**
 * Where a visit came from, in one word, and what people read for it. `unknown` is everything that neither the link nor the
 * referrer says.
 */
export const CHANNEL_NAMES = {
  search: 'Search',
  'ai-assistant': 'AI assistant',
  social: 'Social',
  video: 'Video',
  'e-mail': 'E-mail',
  campaign: 'Campaign',
  'other-site': 'Other site',
  unknown: 'Unknown',
};
/** The width of a window, by the device that usually has it. */
export const VIEWPORT_NAMES = { small: 'Phones', medium: 'Tablets', large: 'Desktops' };
export type Channel = keyof typeof CHANNEL_NAMES;
export const CHANNELS = /* @__PURE__ */ Object.keys(CHANNEL_NAMES) as Channel[];
