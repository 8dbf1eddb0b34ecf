import { ISO_DATE } from '#shared/iso-date';
import { lawOf } from '#shared/law';
import type { PageData } from '#shared/page';
import type { Site } from '#shared/site';
import type { Language } from '#shared/site-languages';

/** Phrases that several information pages build from the identity or the configuration. */

export const mailLink = ({ email }: Site) => ({ text: email, href: `mailto:${email}` });

/** `+49 (0)30 555` is dialled without the national zero: RFC 3966 knows digits only. */
export const phoneLink = (phone: string) => ({
  text: phone,
  href: `tel:${phone.replace('(0)', '').replace(/[^+\d]/g, '')}`,
});

export function postalAddress({ company, address }: Site) {
  const { code, city } = townOf(address);
  return `${company}, ${address.street}, ${code} ${city}, ${address.country}`;
}

/** Countries in which the postal code follows the town. */
const CODE_LAST = ['AU', 'CA', 'GB', 'IE', 'IN', 'NZ', 'SG', 'US'];

/** Returns the line of the town for messages that begin with the code: in some countries the two change places. */
export const townOf = ({ city, postalCode: code, countryCode = '' }: Site['address']) =>
  CODE_LAST.includes(countryCode) ? { code: city, city: code } : { code, city };

/** Whose law the site's legal pages follow. */
export const lawFor = ({ address }: PageData['site']) => lawOf(address.countryCode);

/** The name of who delivers the site's mail; null where nobody else does, or `data/site.json` names nobody. */
export const mailProvider = ({ recipients, site }: PageData) =>
  (recipients.includes('mail') && site.mailProvider) || null;

/** Dates and numbers have the same digits in every language, as the rest of the page. */
export const localeOf = (language: Language) => `${language}-u-nu-latn`;

/** Returns a date of `data/site.json` as a language writes it, or, where it is no ISO date, as the file has it. */
export function dateIn(language: Language, date: string): string {
  if (!ISO_DATE.test(date)) return date;
  const format = new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  // A day that stands first stays beside its month: 15. Juni.
  return format.format(Date.parse(date)).replace(/^(\d+\.?) /, '$1\u00a0');
}
