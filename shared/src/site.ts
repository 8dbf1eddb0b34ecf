import { z } from 'zod';
import { DUB_LANGUAGES } from './dub-languages.ts';
import { LANGUAGES, type Language } from './languages.ts';

const text = z.string().trim().min(1);

/** A URL without path, query and user. It is parsed to its origin, so it has no trailing slash. */
export const originSchema = z
  .url({ protocol: /^https?$/, normalize: true, error: 'expected an http or https address' })
  .refine((url) => /^\w+:\/\/[^/?#@]+\/$/.test(url), 'expected an address without a path')
  .transform((url) => url.replace(/\/$/, ''));

/** The fields of `data/site.json` whose text may differ in another language. */
const translationSchema = z.strictObject({
  city: text.optional(),
  country: text.optional(),
  register: text.optional(),
  jurisdiction: text.optional(),
  mailProvider: text.max(200).optional(),
});

/** `data/site.json`: who runs this site. A self-hoster edits it and restarts; no rebuild is needed. */
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
  /** The place whose law governs the terms. */
  jurisdiction: text,
  /** When the terms were last updated, as printed on the page. */
  termsDate: text,
  /** How many days backups are kept; 0 when none are made. The legal pages state it. */
  backupDays: z.int().min(0).max(3_650).optional(),
  /** Who delivers this site's mail, such as `Postmark, Wildbit LLC, USA`. The legal pages name it where mail is sent. */
  mailProvider: text.max(200).optional(),
  /** The languages that the site is offered in; by default all that it has words in. */
  languages: z
    .array(z.enum(LANGUAGES))
    .refine((languages) => languages.includes('en'), 'expected a list that contains "en"')
    .optional(),
  /** What other languages call the place and the register; by default they show what is above. */
  translations: z.partialRecord(z.enum(LANGUAGES).exclude(['en']), translationSchema).optional(),
  /** Recordings of the timeline's line: a file in `data/media` for each language that has one. */
  media: z
    .partialRecord(
      z.enum(DUB_LANGUAGES),
      z
        .string()
        .max(100, { abort: true })
        .regex(/^[\w-]+\.(opus|m4a)$/, 'expected the name of a file in data/media, .opus or .m4a'),
    )
    .optional(),
});
export type Site = z.infer<typeof siteSchema>;

/** Returns the site as the pages of a language show it. */
export function siteIn(site: Site, language: Language): Site {
  const { translations, languages: _, ...rest } = site;
  const own = (language !== 'en' && translations?.[language]) || {};
  return {
    ...rest,
    address: {
      ...rest.address,
      city: own.city ?? rest.address.city,
      country: own.country ?? rest.address.country,
    },
    register: own.register ?? rest.register,
    jurisdiction: own.jurisdiction ?? rest.jurisdiction,
    ...(own.mailProvider && { mailProvider: own.mailProvider }),
  };
}
