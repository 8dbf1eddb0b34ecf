/** The path of the growth console. Its interface is below it, so that its cookie is sent nowhere else. */
export const GROWTH_PATH = '/growth';

/** With access to figures only, a value of fewer people is not listed, and cannot be filtered by. */
export const FEWEST_PEOPLE = 5;

/** https and a name, or localhost. */
const HAS_PASSKEYS = /^(https:\/\/(?!\[|[\d.]+(:|\/|$))|https?:\/\/localhost(:|\/|$))/;

/** Returns why browsers make no passkeys for an address; null if they do. */
export const whyNoPasskeys = (siteUrl: string): string | null =>
  HAS_PASSKEYS.test(siteUrl)
    ? null
    : `SITE_URL is now ${siteUrl}; passkeys need a domain with https, or http://localhost.`;
