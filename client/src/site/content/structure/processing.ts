import { countryNames } from '#shared/country-names';
import { isOfEea, type Law } from '#shared/law';
import { CONSENT_COOKIE, CONSENT_DAYS, PROOF_YEARS, proofDays, QUARTER_DAYS } from '#shared/limits';
import type { Text } from '#shared/message-types';
import {
  isPosthogCloud,
  keptWhere,
  type PageData,
  posthogHostOf,
  type Recipient,
  sendsMail,
  untoldOf,
} from '#shared/page';
import type { Place, Site } from '#shared/site';
import { dateIn, lawFor, mailLink, mailProvider, postalAddress } from '../identity.ts';
import { type Block, facts, type Inline, list, subheading, text } from '../info-content.ts';
import { gap, language, processing as m, privacy } from '../site-messages.ts';

/**
 * What this software does with personal data, as the privacy policy and the GDPR and CCPA notices share it, so that the
 * three cannot come to say different things.
 */

export const days = m.days;
export const proofYears = { years: m.years(PROOF_YEARS) };

/** Which provision allows what. */
export function legalBases(data: PageData) {
  const law = lawFor(data.site);
  return facts(
    m.bases.signups,
    provesSignups(data) && byRule(m.bases.launch, law, m.rules.advertising),
    sendsMail(data) && m.bases.confirmation,
    byRule(m.bases.analytics, law, m.rules.consent),
    byRule(m.bases.cookie, law, m.rules.necessary),
    m.bases.proof,
    provesSignups(data) && m.bases.signupProof,
    provesSignups(data) && { term: m.retention.blocked.term, detail: m.bases.blocked },
    m.bases.limits,
    m.bases.counts,
    m.bases.addresses,
    data.site.backupDays !== 0 && { term: m.retention.backups.term, detail: m.bases.backups },
    m.bases.mails,
  );
}

/** Returns the basis with the rule besides the GDPR that a law has, if it has one. */
function byRule(
  { term, detail, withoutRule }: { term: string; detail: Text<'rule'>; withoutRule: string },
  law: Law,
  rules: Partial<Record<Law, string>>,
) {
  const rule = rules[law];
  return { term, detail: rule === undefined ? withoutRule : detail({ rule }) };
}

export function retention(data: PageData): Block {
  const unconfirmed = data.unconfirmedRetentionDays ?? data.askedRetentionDays;
  const { team } = data.site.recipients ?? {};
  return facts(
    during(m.retention.signups, data.signupRetentionDays),
    unconfirmed !== undefined && during(m.retention.unconfirmed, unconfirmed),
    during(m.retention.events, data.eventRetentionDays),
    posthogHostOf(data) !== null && atPosthog(data, m.retention.posthog),
    (receives(data, 'team') || received(data, 'team')) &&
      atRecipient(
        m.retention.team,
        receives(data, 'team') && received(data, 'team') ? undefined : team?.retentionDays,
      ),
    { term: m.retention.proof.term, detail: proofRetention(data) },
    provesSignups(data) && {
      term: m.retention.signupProof.term,
      detail: m.retention.signupProof.detail(proofYears),
    },
    provesSignups(data) && m.retention.blocked,
    data.site.backupDays !== 0 && {
      term: m.retention.backups.term,
      detail: backups(data.site.backupDays),
    },
    m.retention.large,
    during(m.retention.cookie, CONSENT_DAYS),
    during(m.retention.counts, QUARTER_DAYS),
    m.retention.mails,
  );
}

const during = ({ term, detail }: { term: string; detail: Text<'days'> }, count: number) => ({
  term,
  detail: detail({ days: days(count) }),
});

interface Limited {
  /** Where nobody tells how long. */
  detail: string;
  during: Text<'days'>;
}

/** How long a recipient keeps what it got, as far as data/site.json says so: of today's, and nothing of its predecessors. */
const atRecipient = <T extends Limited>(
  { during: limited, ...words }: T,
  count: number | undefined,
) => (count === undefined ? words : { ...words, detail: limited({ days: days(count) }) });

/** Says how long PostHog keeps what it got. */
export const atPosthog = <T extends Limited>(data: PageData, words: T) =>
  atRecipient(
    words,
    data.posthogHost !== null && received(data, 'posthog')
      ? undefined
      : data.site.recipients?.posthog?.retentionDays,
  );

/** Where nobody was ever asked for a confirmation, no signup leaves a proof. */
export const provesSignups = (data: PageData) =>
  sendsMail(data) || data.askedRetentionDays !== undefined;

/** What operators say of their backups in data/site.json; who says nothing is taken to keep some. */
const backups = (kept: number | undefined) =>
  kept === undefined
    ? m.retention.backups.always
    : m.retention.backups.during({ days: days(kept) });

/** Some years, unless events are kept for so long that their proof must be kept for longer. */
function proofRetention({ eventRetentionDays }: PageData): string {
  const longer = proofDays(eventRetentionDays);
  return longer === null
    ? m.retention.proof.ordinary(proofYears)
    : m.retention.proof.during({ days: days(longer) });
}

/** Returns whether somebody receives personal data, named or not. */
const receives = ({ recipients: all }: PageData, who: Recipient) => all.includes(who);

/** Returns whether somebody received personal data earlier, and may still have some. */
const received = ({ pastRecipients = [] }: PageData, wanted: 'posthog' | 'team') =>
  pastRecipients.some(({ who }) => who === wanted);

type WordsOfRecipients = Record<'mail' | 'hosting', Text<'provider'>> &
  Record<`${'mail' | 'hosting'}Unnamed` | Exclude<Recipient, 'mail' | 'hosting'>, string>;

/** Says something of each recipient but today's PostHog, and of those of earlier, who are named until nothing is left there. */
export function sayOfRecipients(data: PageData, words: WordsOfRecipients): string[] {
  const names = { mail: data.site.mailProvider, hosting: data.site.recipients?.hosting?.name };
  const said = data.recipients.map((who) => {
    if (who !== 'mail' && who !== 'hosting') return words[who];
    const provider = names[who];
    return provider ? words[who]({ provider }) : words[`${who}Unnamed`];
  });
  return [...said, ...sayOfPast(data)];
}

const sayOfPast = ({ pastRecipients = [], site }: PageData) =>
  pastRecipients.map(({ who, name, until, isAsked, place = {} }) => {
    const date = dateIn(language, until);
    if (who === 'provider') {
      const said = m.recipients.past.provider({ date, name: name ?? '' });
      return [said, ...describePlace(countryNames(language)(place), site)].join(gap);
    }
    if (who === 'posthog')
      return [
        m.recipients.past.posthog({ date, host: name ?? '' }),
        ...(isAsked ? [] : [m.recipients.past.notAsked]),
      ].join(gap);
    return name === null
      ? m.recipients.past.teamUnnamed({ date })
      : m.recipients.past.team({ date, name });
  });

export function recipients(data: PageData): Block[] {
  const said = (all: readonly Inline[]) => all.map((one) => text(one));
  return [
    ...said(sayOfRecipients(data, m.recipients)),
    ...sayOfUntold(data),
    ...said(receivers(data)),
  ];
}

/** Names those who may work for the company, of whom nobody has told. A shop does not. */
export function sayOfUntold(data: PageData): Block[] {
  const names = { ...m.places, hosting: m.places.server };
  const untold = untoldOf(data).flatMap((who) => (who === 'shop' ? [] : [names[who]]));
  return untold.length === 0 ? [] : [text(m.recipients.unknown), list(...untold)];
}

/** Said only where nobody receives anything. */
export const nobodyReceives = (company: string) => m.recipients.nobodyReceives({ company });

/** Said only where data/site.json tells of everybody. */
export const nobodyElse = (company: string) => m.recipients.nobodyElse({ company });

/** Says what PostHog receives, and whether nobody else does. */
function receivers(data: PageData): Inline[] {
  const { company } = data.site;
  const { posthogHost: host } = data;
  if (sharesNothing(data)) return [nobodyReceives(company)];
  return [
    ...(sendsMail(data) ? [m.recipients.yourMailbox] : []),
    ...(host === null
      ? []
      : [m.recipients.posthog({ host, privacy: '/privacy#information-we-collect' })]),
    ...(untoldOf(data).length === 0 ? [nobodyElse(company)] : []),
    ...(keptWhere(data) === 'stays' && !received(data, 'posthog') ? [m.recipients.eventsStay] : []),
  ];
}

/** Whether it is known that nobody outside the company receives anything. */
export const sharesNothing = ({
  posthogHost,
  recipients: all,
  pastRecipients,
  ...data
}: PageData) =>
  posthogHost === null &&
  all.length === 0 &&
  !pastRecipients &&
  !sendsMail(data) &&
  untoldOf(data).length === 0;

/** Said only where nobody receives anything, and the company itself is in the European Economic Area. */
export const noTransfers = m.transfers.none;

export function transfers(data: PageData): Block[] {
  const { posthogHost: host, pastRecipients: past = [] } = data;
  const hosts = past.flatMap(({ who, name }) => (who === 'posthog' && name ? [name] : []));
  return [
    ...[...(host === null ? [] : [host]), ...hosts].map((each) => text(transferOfEvents(each))),
    ...(sharesNothing(data) && isOfEea(lawFor(data.site)) ? [text(noTransfers)] : []),
    ...places(data),
  ];
}

/** Who else processes data where, and on which legal basis it gets there, as far as data/site.json says so. */
function places(data: PageData): Block[] {
  const placed = data.site.recipients ?? {};
  const all = [
    ...posthogPlace(data),
    ...data.recipients.map((recipient) => {
      const who = recipient === 'webhook' ? 'team' : recipient;
      const term = (who === 'mail' && mailProvider(data)) || m.places[who];
      return { term, place: placed[who] };
    }),
  ].flatMap(({ term, place }) => (place ? { term, said: sayPlace(place, data.site) } : []));
  const known = all.filter(({ said }) => said !== '');
  return known.length === 0
    ? []
    : [facts(...known.map(({ term, said }) => ({ term, detail: said })))];
}

/** The ground for PostHog's cloud is one for the United States. */
function posthogPlace(data: PageData) {
  const host = posthogHostOf(data);
  const place = data.site.recipients?.posthog;
  if (host === null || !place) return [];
  const isCloud = isPosthogCloud(host);
  return [{ term: 'PostHog', place: isCloud ? { ...place, countryCode: 'US' } : place }];
}

function sayPlace({ name, ...place }: Place & { name?: string | undefined }, site: Site) {
  const { country } = place;
  if (!name) return describePlace(place, site).join(gap);
  const named = country ? m.places.named({ name, country }) : name;
  return [named, ...groundOf(place, site)].join(gap);
}

/** Returns the sentences about a place, whose country already has its name in the language of the page. */
export const describePlace = (place: Place, site: Site): string[] => [
  ...(place.country ? [m.places.country({ country: place.country })] : []),
  ...groundOf(place, site),
];

/** Each law has grounds of its own. In the United States, only a recipient that is certified protects data adequately. */
function groundOf({ ground, countryCode }: Place, site: Site): string[] {
  if (!ground) return [];
  const law = lawFor(site);
  const own = law === 'uk' || law === 'ch' ? law : 'eu';
  if (ground === 'scc') return [m.places.scc({ scc: m.transfers.scc[own] })];
  return [m.places.adequacy[countryCode === 'US' ? 'us' : own]];
}

function transferOfEvents(host: string): string {
  switch (/^(eu|us)(\.i)?\.posthog\.com$/.exec(host)?.[1]) {
    case 'eu':
      return m.transfers.toPosthog.eu({ host });
    case 'us':
      return m.transfers.toPosthog.us({ host });
    default:
      return m.transfers.toPosthog.elsewhere({ host });
  }
}

/** Who represents the controller or answers for data protection, where the site has somebody. */
export function contacts({ site }: PageData): Block[] {
  const { dataProtectionOfficer: officer, euRepresentative: eu, ukRepresentative: uk } = site;
  if (!officer && !eu && !uk) return [];
  return [
    facts(
      !!officer && { term: m.contacts.officer, detail: officer },
      !!eu && { term: m.contacts.eu, detail: eu },
      !!uk && { term: m.contacts.uk, detail: uk },
    ),
  ];
}

/** Which authority supervises the controller, where the site names it. */
export const authority = ({ site: { supervisoryAuthority: name } }: PageData): Block[] =>
  name ? [text(m.contacts.authority({ authority: name }))] : [];

/** From which age people may sign up, where the site says so. */
export const minimumAge = ({ site: { minimumAge: age } }: PageData): Block[] =>
  age ? [text(m.contacts.age({ age }))] : [];

/** § 36 VSBG: whether the company takes part in consumer arbitration, where the site says so. */
export function arbitration({ site }: Pick<PageData, 'site'>): Block[] {
  const { arbitrationBoard: board } = site;
  if (board) return [text(m.contacts.arbitration({ board }))];
  return board === null && lawFor(site) === 'de' ? [text(m.contacts.noArbitration)] : [];
}

/** The rights of Art. 7 and 15 to 21. */
export const gdprRights = () => list(...m.rights);

/** Advertising can be objected to without a reason, which must be set apart from other information (Art. 21(2) to (4)). */
export const objection = (data: PageData): Block[] => [
  subheading(m.objection.heading),
  text(m.objection.messages({ email: mailLink(data.site) })),
  ...(sendsMail(data) ? [text(m.objection.again)] : []),
  // The links of earlier messages work where mail was switched off, too.
  ...(provesSignups(data) ? [text(m.objection.link)] : []),
];

/** Which law besides the GDPR gives rights: that of the controller, and that of the people who read this language. */
export function localRights({ site }: PageData): Block[] {
  const law = lawFor(site);
  const local = text(privacy.rights.local);
  if (law === 'uk') {
    const own = [privacy.rights.uk, privacy.rights.ukComplaint({ email: mailLink(site) })];
    return [...own.map((said) => text(said)), ...(language === 'en' ? [] : [local])];
  }
  if (law === 'ch') return [text(privacy.rights.ch), ...(language === 'de' ? [] : [local])];
  return [local];
}

/** How anyone uses their rights here. Every page that names rights says it with these words. */
export const howToAsk = ({ site, asksPosthogToDelete, ...data }: PageData): Block[] => [
  text(m.ask.write({ email: mailLink(site), address: postalAddress(site) })),
  text(m.ask.analytics({ cookie: { code: CONSENT_COOKIE }, cookies: '/cookies#managing' })),
  ...(posthogHostOf(data) === null
    ? []
    : [text(asksPosthogToDelete ? m.ask.asksPosthog : m.ask.posthog)]),
  text(m.ask.stop),
];
