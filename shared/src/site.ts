import { z } from 'zod';
import { countryCode, isoCode } from './country-code.ts';
import { countryNames } from './country-names.ts';
import { DUB_LANGUAGES } from './dub-languages.ts';
import { ISO_DATE } from './iso-date.ts';
import { LANGUAGES, type Language } from './site-languages.ts';

const text = z.string().trim().min(1);

/** A URL without path, query and user. It is parsed to its origin, so it has no trailing slash. */
export const originSchema = z
  .url({ protocol: /^https?$/, normalize: true, error: 'expected an http or https address' })
  .refine((url) => /^\w+:\/\/[^/?#@]+\/$/.test(url), 'expected an address without a path')
  .transform((url) => url.replace(/\/$/, ''));

/** Refuses `2025-02-30`, of which pages would make 2 March, and `2025-13-45`, which they cannot write. */
const realDaySchema = text.refine(
  (date) => !ISO_DATE.test(date) || z.iso.date().safeParse(date).success,
  'expected a day of the calendar',
);

/**
 * Parses `2025-06-15`, and `June 15, 2025` or `15 June 2025`, to the first. Leaves any other text as it is: `Date.parse` also
 * makes dates of `06.07.2025`, with the month first, and of `Version 3`.
 */
const dateSchema = realDaySchema.transform((date) => {
  const time = Date.parse(`${date} UTC`);
  if (Number.isNaN(time)) return date;
  const isWritten = (locale: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(time) === date;
  return isWritten('en-US') || isWritten('en-GB')
    ? new Date(time).toISOString().slice(0, 10)
    : date;
});

const promises = z.array(text.max(200)).min(1).readonly();
const offersSchema = z.strictObject({
  /** What somebody gets who joins the waitlist, and who takes part in the beta. */
  notifyme: promises,
  beta: promises,
  /** The same in a few words, under the names of the two tabs. */
  short: z.strictObject({ notifyme: text.max(100), beta: text.max(100) }),
  /** On what these hold, for whom and until when: § 6(1) no. 3 DDG. */
  conditions: z.strictObject({ notifyme: text.max(500), beta: text.max(500) }).optional(),
  /** Said to those who have joined the waitlist. */
  welcome: text.max(200),
});
export type Offers = z.infer<typeof offersSchema>;

/** The last day on which the codes of each kind of signup are valid; `null` if that has no end. */
const codesUntilSchema = z.strictObject({
  notifyme: z.iso.date().nullable(),
  beta: z.iso.date().nullable(),
});

const betaSchema = z.strictObject({
  /** Where the button leads. Without it, the page shows `text`. */
  openUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** Signs a one-time code, which is appended to `openUrl`. It never leaves the server. */
  secret: z.string().min(16).max(200).optional(),
  text: text.max(1_000).optional(),
});

/** Takes an old or reserved code for the one in use: UK for GB. Another one would silently be no country's law. */
const countrySchema = z.string().transform((letters, { addIssue }) => {
  const code = isoCode(letters);
  if (code !== undefined) return code;
  addIssue('expected the two letters of a country in ISO 3166');
  return z.NEVER;
});

/** What not everybody has. `null` says that there is none, and that nobody need be reminded. */
const absentSchema = text.nullable().optional();

/** Where somebody processes data, and on which ground of Chapter V of the GDPR it gets there. Pages say what the operator says. */
const placeSchema = z.strictObject({
  country: countrySchema.optional(),
  ground: z.enum(['adequacy', 'scc']).optional(),
});
export type Place = z.infer<typeof placeSchema> & {
  /** On a page, where `country` is its name. */
  countryCode?: string;
};

const recipientSchema = placeSchema.extend({ name: text.max(200).optional() });
/** After how many days a recipient deletes what it got. */
const retentionDays = z.int().min(1).max(36_500).optional();

const subprocessorsSchema = z.array(
  placeSchema.extend({ name: text.max(200), purpose: text.max(500) }),
);

/** The fields of `data/site.json` whose text may differ in another language. */
const translationSchema = z.strictObject({
  city: text.optional(),
  country: text.optional(),
  register: text.optional(),
  furtherDetails: text.optional(),
  jurisdiction: text.optional(),
  mailProvider: text.max(200).optional(),
  offers: offersSchema.optional(),
  dataValue: text.max(500).optional(),
  subprocessors: subprocessorsSchema.optional(),
});

/** `data/site.json`: who runs this site. A self-hoster edits it and restarts; no rebuild is needed. */
export const siteSchema = z.strictObject({
  brand: text,
  /** Canonical origin, without a trailing slash; the environment's `SITE_URL` overrides it. */
  url: originSchema,
  email: z.email(),
  phone: absentSchema,
  address: z.strictObject({
    street: text,
    postalCode: text,
    city: text,
    country: text,
    /** Whose law the legal pages follow. By default, that of the country of this name. */
    countryCode: countrySchema.optional(),
  }),
  company: text,
  /** Commercial register and number, for the Impressum. */
  register: absentSchema,
  vatId: absentSchema,
  managingDirector: absentSchema,
  /** What else the law wants in the Impressum, such as the object of the business, chamber and trade authority (§ 5 ECG). */
  furtherDetails: absentSchema,
  /** Who answers for data protection: a name and how to reach it. */
  dataProtectionOfficer: absentSchema,
  /** Representatives under Art. 27 GDPR and UK GDPR: name and address. */
  euRepresentative: absentSchema,
  ukRepresentative: absentSchema,
  /** The data protection authority that supervises the company: its name and address. */
  supervisoryAuthority: absentSchema,
  /** Before which consumer arbitration board the company takes part: its name and address. `null` says before none (§ 36 VSBG). */
  arbitrationBoard: absentSchema,
  /** From which age people may sign up. */
  minimumAge: z.int().min(1).max(21).nullable().optional(),
  /** The place whose law governs the terms. */
  jurisdiction: text,
  /** When the terms were last updated. Pages write it as their language does. */
  termsDate: dateSchema,
  /** When the privacy policy was last updated. */
  privacyDate: dateSchema.default('2025-06-15'),
  /** What people get who sign up, on pages and in mail. By default, what the specification promises. */
  offers: offersSchema.optional(),
  /** Until when the discounts hold: pages, the terms, and each message with a code say it. */
  codesUntil: codesUntilSchema.optional(),
  /**
   * What the data of those who sign up is worth to the company, and how it was estimated, in a sentence. California wants both beside a
   * discount (11 CCR § 7016(d)(5)).
   */
  dataValue: text.max(500).optional(),
  /** Who processed personal data for the company and no longer does, besides PostHog and the team's service, which the site remembers. */
  formerRecipients: z
    .array(placeSchema.extend({ name: text.max(200), until: z.iso.date(), retentionDays }))
    .optional(),
  /** How many days backups are kept; 0 when none are made. The legal pages state it. */
  backupDays: z.int().min(0).max(3_650).optional(),
  /** Who delivers this site's mail, such as `Postmark, Wildbit LLC, USA`. The legal pages name it where mail is sent. */
  mailProvider: text.max(200).optional(),
  /** Who processes the videos of customers for the dubbing service. The data processing agreement lists them. */
  subprocessors: subprocessorsSchema.optional(),
  /**
   * Who receives some of this website's data, and where they process it: `hosting` is who runs its server, `mailbox` who holds
   * the company's own mail, `backups` where copies are kept, `shop` who gets the discount codes. `null` says that the company
   * does it itself. `mailProvider` is the name of `mail`.
   */
  recipients: z
    .strictObject({
      posthog: placeSchema.extend({ retentionDays }).optional(),
      mail: placeSchema.nullable().optional(),
      team: recipientSchema.extend({ retentionDays }).nullable().optional(),
      database: recipientSchema.nullable().optional(),
      proxy: recipientSchema.nullable().optional(),
      hosting: recipientSchema.nullable().optional(),
      mailbox: recipientSchema.nullable().optional(),
      backups: recipientSchema.nullable().optional(),
      shop: recipientSchema.nullable().optional(),
    })
    .optional(),
  /** What happens once somebody has redeemed an invitation to the beta: docs/operations.md, *Working the list*. */
  beta: betaSchema.optional(),
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

/** Returns the code of the country that the site is run from, or undefined where its name says none. */
export const countryCodeOf = ({ address }: Site) =>
  address.countryCode ?? countryCode(address.country);

export function siteIn(site: Site, language: Language): Site {
  // A page must never get the secret.
  const { translations, languages: _, beta: __, ...rest } = site;
  const { city, country, ...own } = (language !== 'en' && translations?.[language]) || {};
  const told = { ...rest, ...(own as Partial<Site>) };
  const name = countryNames(language);
  const code = countryCodeOf(site);
  return {
    ...told,
    ...(told.subprocessors && { subprocessors: told.subprocessors.map(name) }),
    ...(rest.recipients && {
      recipients: Object.fromEntries(
        Object.entries(rest.recipients).map(([who, place]) => [who, place && name(place)]),
      ),
    }),
    address: {
      ...rest.address,
      city: city ?? rest.address.city,
      country: country ?? rest.address.country,
      ...(code && { countryCode: code }),
    },
  };
}
