import { isOfEea, type Law, lawOf } from '#shared/law';
import { DAY_MS } from '#shared/limits';
import { untoldOf } from '#shared/page';
import { countryCodeOf, type Site } from '#shared/site';
import type { Config } from '../../settings/config.ts';
import { recipientsOf, unnamedRecipients, untoldHosts } from '../../site/recipients.ts';

type Finding = [level: 'ok' | 'warning' | 'fault', what: string, ...lines: string[]];

const TEXTS: Readonly<Record<Law, string>> = {
  de: 'German law (DDG, TDDDG, MStV, UStG)',
  at: 'Austrian law (ECG, TKG, MedienG)',
  ch: 'Swiss law (UCA, TCA)',
  eu: "the European Union's directives",
  uk: 'UK law (PECR, Electronic Commerce Regulations)',
  us: 'no law of the United States by name; those of the CCPA and the GDPR are on their pages',
  general: 'no country’s law by name',
};

/** For whom a law usually wants a field. A site that has none of it says `null`. */
const WANTED: { readonly [Field in keyof Site]?: { laws: readonly Law[]; why: string } } = {
  phone: { laws: ['de', 'at'], why: 'a fast way to reach you besides e-mail' },
  register: { laws: ['de', 'at', 'ch', 'eu', 'uk'], why: 'if the company is in a register' },
  vatId: { laws: ['de', 'at', 'eu', 'uk'], why: 'if you have a VAT number' },
  managingDirector: { laws: ['de', 'at'], why: 'who represents the company, if it is one' },
  furtherDetails: {
    laws: ['at'],
    why: 'the object of your business, and your chamber, trade authority and trade law, if you have them (§ 5 ECG, § 25 MedienG)',
  },
  dataProtectionOfficer: {
    laws: ['de', 'at', 'eu', 'uk'],
    why: 'if you must have one; in Germany from 20 people who work with personal data',
  },
  euRepresentative: {
    laws: ['ch', 'uk', 'us', 'general'],
    why: 'Art. 27 GDPR, if you address people in the European Union',
  },
  ukRepresentative: {
    laws: ['ch', 'us', 'general'],
    why: 'Art. 27 UK GDPR, if you address people in the United Kingdom',
  },
  supervisoryAuthority: { laws: ['de', 'at', 'ch', 'eu', 'uk'], why: 'whom people complain to' },
  arbitrationBoard: {
    laws: ['de'],
    why: 'before which consumer arbitration board you take part (§ 36 VSBG); null says before none',
  },
  minimumAge: { laws: ['us'], why: '13 where children are not addressed (COPPA)' },
};

const FRENCH_NOTICE =
  'furtherDetails: who hosts the site, with address and telephone number, the share capital, and the director of publication (Art. 1-1 of the law no. 2004-575, LCEN)';

/** Says whose law the legal pages follow, and what that law usually wants which data/site.json has not. */
export function checkLegal(site: Site, config: Config, now = Date.now()): Finding[] {
  const code = countryCodeOf(site);
  const law = lawOf(code);
  const from = site.address.countryCode ? 'address.countryCode' : 'address.country';
  const texts = code
    ? `the texts name ${TEXTS[law]}, because ${from} is ${code}`
    : `the texts name ${TEXTS.general}: "${site.address.country}" is no country that we know; set address.countryCode, such as "DE"`;
  const missing = [
    ...Object.entries(WANTED)
      .filter(([field, { laws }]) => site[field as keyof Site] === undefined && laws.includes(law))
      .map(([field, { why }]) => `${field}: ${why}`),
    ...(code === 'FR' && site.furtherDetails === undefined ? [FRENCH_NOTICE] : []),
  ];
  const placeless = placesWanted(config, site)
    .filter((who) => !site.recipients?.[who]?.country)
    .map((who) => `recipients.${who}: the country, and the ground if it is outside the EEA`);
  const lacking = [
    ...missing,
    ...untoldWanted(config, site),
    ...placeless,
    ...periodsWanted(config, site),
    ...posthogGroundWanted(config, site, law),
  ];
  const unnamed = [
    ...unnamedRecipients(config, site),
    ...groundsWanted(config, site, law),
    ...posthogPeriodWanted(config, site),
  ];
  return [
    [code ? 'ok' : 'warning', 'law', texts],
    ...listed(
      'warning',
      'data/site.json lacks what this law usually wants; add it, or say null if there is none',
      [...lacking, ...conditionsWanted(site, law)],
    ),
    ...listed(
      'warning',
      'what the pages say of the discounts does not agree',
      disagreeing(site, now),
    ),
    ...listed(
      'warning',
      'these texts are older than a year; read them again, and set their date',
      oldTexts(site, now),
    ),
    ...(config.smtp === null && ['de', 'at'].includes(law) ? [NO_MAIL] : []),
    ...listed(
      'fault',
      'the privacy policy must say who receives data, for how long, and on which ground abroad; data/site.json lacks',
      unnamed,
    ),
  ];
}

const listed = (level: Finding[0], what: string, lines: readonly string[]): Finding[] =>
  lines.length === 0 ? [] : [[level, 'law', what, ...lines]];

const NO_MAIL: Finding = [
  'warning',
  'law',
  'without SMTP_URL nobody confirms an address, so you cannot prove that its owner asked for your messages; German and Austrian courts want that proof',
];

/** What is promised needs its conditions beside it: § 6(1) no. 3 DDG, Art. 6(c) of Directive 2000/31/EC, 11 CCR § 7016(d). */
function conditionsWanted({ offers, codesUntil, dataValue }: Site, law: Law): string[] {
  if (!isOfEea(law) && law !== 'uk' && law !== 'us') return [];
  return [
    ...(law === 'us' && !dataValue && (!offers || offers.conditions)
      ? [
          'dataValue: what the data of those who sign up is worth to you, and how you estimated it (11 CCR § 7016(d)(5))',
        ]
      : []),
    ...(offers && !offers.conditions
      ? ['offers.conditions: if you promise a discount, who gets it, until when and on what']
      : []),
    ...(codesUntil || (offers && !offers.conditions)
      ? []
      : [
          `codesUntil: the last day on which the codes of each discount are valid, or null if it has no end${offers ? '' : '; read the conditions in the terms, too: they are a draft that you can replace by offers.conditions'}`,
        ]),
  ];
}

function disagreeing({ offers, codesUntil }: Site, now: number): string[] {
  const over = (['notifyme', 'beta'] as const).filter((type) => {
    const date = codesUntil?.[type];
    return date && now > Date.parse(date) + DAY_MS;
  });
  return [
    ...over.map(
      (type) => `codesUntil.${type}: ${codesUntil?.[type]} is past, and pages still promise it`,
    ),
    ...(!offers && codesUntil?.beta
      ? [
          'codesUntil.beta: the shipped words promise a discount for life; say null, or promise something else in offers',
        ]
      : []),
  ];
}

/** The CCPA wants its notice to be reviewed each year. For the others a year is long, too. */
const oldTexts = (site: Site, now: number): string[] =>
  (['privacyDate', 'termsDate'] as const)
    .filter((field) => now - Date.parse(site[field]) > 365 * DAY_MS)
    .map((field) => `${field}: ${site[field]}`);

type Placed = keyof NonNullable<Site['recipients']>;

const UNTOLD: Readonly<Record<ReturnType<typeof untoldOf>[number], string>> = {
  hosting: 'who runs your server',
  mailbox: 'who holds your own mailbox',
  backups: 'who keeps your backups',
  shop: 'which shop gets the discount codes',
  mail: 'to whom your own mail server hands messages (mailProvider)',
  database: 'who runs the PostgreSQL that DATABASE_URL finds on this machine',
};

/** No setting tells who these are. */
const untoldWanted = (config: Config, site: Site): string[] =>
  untoldOf({ site, untoldHosts: untoldHosts(config, site) }).map(
    (who) => `recipients.${who}: ${UNTOLD[who]}, its name and country; or null if nobody but you`,
  );

/** Art. 13(2)(a) GDPR wants how long data is kept, also by those who receive it. */
const periodsWanted = (config: Config, site: Site): string[] =>
  recipientsOf(config, site).includes('team') && !site.recipients?.team?.retentionDays
    ? ['recipients.team.retentionDays: after how many days your messaging service deletes signups']
    : [];

/** Where its servers are in the European Union, the company behind them still is not: to give it access is a transfer. */
function posthogGroundWanted(config: Config, { recipients }: Site, law: Law): string[] {
  const isWanted = isOfEea(law) || law === 'uk' || law === 'ch';
  if (!isWanted || !config.posthogKey || recipients?.posthog?.ground) return [];
  return /^eu(\.i)?\.posthog\.com$/.test(new URL(config.posthogHost).host)
    ? [
        'recipients.posthog.ground: "scc" or "adequacy", as your contract has it: PostHog, Inc. is in the United States, also where its servers are not',
      ]
    : [];
}

/** The question itself must say it, because a withdrawal does not end what PostHog has. */
const posthogPeriodWanted = ({ posthogKey }: Config, site: Site): string[] =>
  posthogKey === null || site.recipients?.posthog?.retentionDays
    ? []
    : ['recipients.posthog.retentionDays: after how many days PostHog deletes events'];

/** Art. 13(1)(f) GDPR wants the ground of each transfer, and here the pages themselves name the country. */
function groundsWanted(config: Config, site: Site, law: Law): string[] {
  if (!isOfEea(law) && law !== 'uk' && law !== 'ch') return [];
  const isInUs = /^us(\.i)?\.posthog\.com$/.test(new URL(config.posthogHost).host);
  return placesWanted(config, site).flatMap((who) => {
    const { country = who === 'posthog' && isInUs ? 'US' : undefined, ground } =
      site.recipients?.[who] ?? {};
    if (!country || ground || isOfEea(lawOf(country)) || country === countryCodeOf(site)) return [];
    return [
      `recipients.${who}.ground: ${country} is outside the EEA; "scc" with standard clauses, "adequacy" if a decision covers that country, in the United States only while the recipient is certified under the Data Privacy Framework`,
    ];
  });
}

const placesWanted = (config: Config, site: Site): Placed[] => [
  ...(config.posthogKey === null ? [] : ['posthog' as const]),
  ...recipientsOf(config, site).map((who) => (who === 'webhook' ? 'team' : who)),
];
