export const DAY_SECONDS = 86_400;
/** PostHog's default. */
export const DEFAULT_WINDOW_DAYS = 14;
export const MAX_FUNNEL_STEPS = 20;
/** Of a saved funnel's name, in characters. */
export const MAX_NAME_CHARACTERS = 60;
/** The same in UTF-16 units, as it is typed. */
export const MAX_NAME_UNITS = 2 * MAX_NAME_CHARACTERS + 20;
