export const VIEWS = [
  'overview',
  'funnel',
  'traffic',
  'signups',
  'applications',
  'mailings',
  'live',
] as const;
export type View = (typeof VIEWS)[number];
