import type { Language } from '#shared/languages';
import { type PageData, sendsMail } from '#shared/page';
import type { Site } from '#shared/site';

/** Phrases that several information pages build from the identity or the configuration. */

export const mailLink = ({ email }: Site) => ({ text: email, href: `mailto:${email}` });

/** `+49 (0)30 555` is dialled without the national zero: RFC 3966 knows digits only. */
export const phoneLink = ({ phone }: Site) => ({
  text: phone,
  href: `tel:${phone.replace('(0)', '').replace(/[^+\d]/g, '')}`,
});

export const postalAddress = ({ company, address }: Site) =>
  `${company}, ${address.street}, ${address.postalCode} ${address.city}, ${address.country}`;

/** Who delivers the site's mail, where it sends any and names somebody. */
export const mailProvider = (data: PageData) => (sendsMail(data) && data.site.mailProvider) || null;

/** Dates and numbers have the same digits in every language, as the rest of the page. */
export const localeOf = (language: Language) =>
  `${language === 'en' ? 'en-GB' : language}-u-nu-latn`;

/**
 * Returns an English date, such as `June 15, 2025`, as it is written in another language. Returns any other text as it is:
 * `Date.parse` also makes dates of `06.07.2025`, with the month first, and of `Version 3`.
 */
export function dateIn(language: Language, text: string): string {
  const time = Date.parse(`${text} UTC`);
  if (Number.isNaN(time)) return text;
  const write = (locale: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(time);
  return ['en-US', 'en-GB'].some((locale) => write(locale) === text)
    ? write(localeOf(language))
    : text;
}
