// Apart from the path: what the console and a page have both is a file of its own, which visitors had to fetch.

/** The operator's session cookie, listed on /cookies. */
export const GROWTH_COOKIE = 'growth_session';
export const GROWTH_SESSION_HOURS = 2;
