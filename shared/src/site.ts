import { z } from 'zod';

const text = z.string().trim().min(1);

/** An address without path, query and user; parsed to its origin, so without a trailing slash. */
export const originSchema = z
  .url({ protocol: /^https?$/, normalize: true, error: 'expected an http or https address' })
  .refine((url) => /^\w+:\/\/[^/?#@]+\/$/.test(url), 'expected an address without a path')
  .transform((url) => url.replace(/\/$/, ''));

/** `data/site.json`: who runs this site. A self-hoster edits it and restarts; nothing is rebuilt. */
export const siteSchema = z.strictObject({
  brand: text,
  /** Canonical origin, without a trailing slash; the environment's `SITE_URL` overrides it. */
  url: originSchema,
  email: z.email(),
  phone: text,
  address: z.strictObject({ street: text, postalCode: text, city: text, country: text }),
  company: text,
  /** Commercial register and number, for the Impressum. */
  register: text,
  vatId: text,
  managingDirector: text,
  /** Whose law governs the terms. */
  jurisdiction: text,
  /** When the terms were last updated, as it is printed. */
  termsDate: text,
  /** For how many days backups are kept; 0 where none are made. The legal pages tell it. */
  backupDays: z.int().min(0).max(3_650).optional(),
});
export type Site = z.infer<typeof siteSchema>;
