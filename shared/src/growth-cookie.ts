// Separate from the path: code that the console and a page share becomes a file of its own, which visitors would have
// to download.

/** The operator's session cookie, listed on /cookies, on a site without https. */
export const GROWTH_COOKIE = 'growth_session';
/** The same over https. Browsers accept this prefix from the site's own host only, and from no subdomain. */
export const GROWTH_HOST_COOKIE = `__Host-${GROWTH_COOKIE}`;
export const growthCookieFor = (siteUrl: string): string =>
  siteUrl.startsWith('https:') ? GROWTH_HOST_COOKIE : GROWTH_COOKIE;

export const GROWTH_SESSION_HOURS = 2;
