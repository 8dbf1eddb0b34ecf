// Separate from the path: code that the console and a page share becomes a chunk of its own, which visitors would have
// to download.

/** The operator's session cookie, listed on /cookies. */
export const GROWTH_COOKIE = 'growth_session';
export const GROWTH_SESSION_HOURS = 2;
