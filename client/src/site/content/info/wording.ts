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

export const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);
