// Apart from the schemas, so that the console and the pages can have these without zod.

/** Where the growth team's console lives, and its interface below it: its cookie never travels elsewhere. */
export const GROWTH_PATH = '/growth';
/** The operator's session cookie, listed on /cookies. */
export const GROWTH_COOKIE = 'growth_session';
export const GROWTH_SESSION_HOURS = 2;
