export const VIEWS = [
  'overview',
  'funnel',
  'traffic',
  'signups',
  'applications',
  'mailings',
  'live',
  'people',
] as const;
export type View = (typeof VIEWS)[number];
