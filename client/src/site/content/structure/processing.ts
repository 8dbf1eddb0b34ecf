import type { Law } from '#shared/law';
import { CONSENT_COOKIE, CONSENT_DAYS, proofDays } from '#shared/limits';
import { type PageData, sendsMail } from '#shared/page';
import type { Place } from '#shared/site';
import { lawFor, mailLink, mailProvider, postalAddress } from '../identity.ts';
import { type Block, facts, type Inline, list, text } from '../info-content.ts';
import type { Text } from '../message.ts';
import { gap, processing as m } from '../messages.ts';

/**
 * What this software does with personal data, as the privacy policy and the GDPR and CCPA notices share it, so that the
 * three cannot come to say different things.
 */

export const days = m.days;

/** Which provision allows what. */
export function legalBases(data: PageData) {
  const law = lawFor(data.site);
  return facts(
    m.bases.signups,
    sendsMail(data) && m.bases.confirmation,
    byRule(m.bases.analytics, law, m.rules.consent),
    byRule(m.bases.cookie, law, m.rules.necessary),
    m.bases.proof,
    m.bases.limits,
    m.bases.mails,
  );
}

/** Returns the basis with the rule about devices that a law has, if it has one. */
function byRule(
  { term, detail, withoutRule }: { term: string; detail: Text<'rule'>; withoutRule: string },
  law: Law,
  rules: Partial<Record<Law, string>>,
) {
  const rule = rules[law];
  return { term, detail: rule === undefined ? withoutRule : detail({ rule }) };
}

export function retention(data: PageData): Block {
  const { unconfirmedRetentionDays: unconfirmed } = data;
  return facts(
    during(m.retention.signups, data.signupRetentionDays),
    unconfirmed !== undefined && during(m.retention.unconfirmed, unconfirmed),
    during(m.retention.events, data.eventRetentionDays),
    data.posthogHost !== null && m.retention.posthog,
    data.tellsTeam && m.retention.team,
    { term: m.retention.proof.term, detail: proofRetention(data) },
    data.site.backupDays !== 0 && {
      term: m.retention.backups.term,
      detail: backups(data.site.backupDays),
    },
    during(m.retention.cookie, CONSENT_DAYS),
    m.retention.counts,
    m.retention.mails,
  );
}

const during = ({ term, detail }: { term: string; detail: Text<'days'> }, count: number) => ({
  term,
  detail: detail({ days: days(count) }),
});

/** What operators say of their backups in data/site.json; who says nothing is taken to keep some. */
const backups = (kept: number | undefined) =>
  kept === undefined
    ? m.retention.backups.always
    : m.retention.backups.during({ days: days(kept) });

/** Three years, unless events are kept for so long that their proof must be kept for longer. */
function proofRetention({ eventRetentionDays }: PageData): string {
  const longer = proofDays(eventRetentionDays);
  return longer === null
    ? m.retention.proof.ordinary
    : m.retention.proof.during({ days: days(longer) });
}

export function recipients(data: PageData): Block[] {
  const provider = mailProvider(data);
  return [
    ...(provider === null ? [] : [text(m.recipients.mail({ provider }))]),
    ...(data.tellsTeam ? [text(m.recipients.team)] : []),
    text(receivers(data)),
    text(m.recipients.hosting),
  ];
}

/** Said only where nobody receives anything. */
export const nobodyReceives = (company: string) => m.recipients.nobodyReceives({ company });

function receivers(data: PageData): Inline {
  const { posthogHost: host } = data;
  if (host !== null) {
    const said = m.recipients.posthog({ host, privacy: '/privacy#information-we-collect' });
    return [...said.slice(0, -1), `${said.at(-1)}${gap}`, nobodyElse(data)];
  }
  const others = nobodyBut(data);
  return others === null
    ? nobodyReceives(data.site.company)
    : `${others}${gap}${m.recipients.eventsStay}`;
}

/** Returns what is said of all data where somebody else receives some; null where nobody does. */
function nobodyBut(data: PageData): string | null {
  const provider = mailProvider(data);
  const { company } = data.site;
  if (provider === null) return data.tellsTeam ? m.recipients.nobodyBut.team({ company }) : null;
  return data.tellsTeam
    ? m.recipients.nobodyBut.mailAndTeam({ company, provider })
    : m.recipients.nobodyBut.mail({ company, provider });
}

/** Returns what is said of the data that PostHog does not receive. */
function nobodyElse(data: PageData): string {
  const provider = mailProvider(data);
  if (provider === null) {
    return data.tellsTeam ? m.recipients.nobodyElse.team : m.recipients.nobodyElse.none;
  }
  return data.tellsTeam
    ? m.recipients.nobodyElse.mailAndTeam({ provider })
    : m.recipients.nobodyElse.mail({ provider });
}

/** Said only where nobody receives anything. */
export const noTransfers = m.transfers.none;

export function transfers(data: PageData): Block[] {
  const { posthogHost: host } = data;
  const receives = host !== null || mailProvider(data) !== null || data.tellsTeam;
  return [
    ...(host === null ? [] : [text(transferOfEvents(host))]),
    ...(receives ? [] : [text(noTransfers)]),
    ...places(data),
  ];
}

/** Where data is processed, and on which legal basis it gets there, as far as data/site.json says so. */
function places(data: PageData): Block[] {
  const { recipients: { posthog, mail, team, hosting } = {} } = data.site;
  const provider = mailProvider(data);
  const all = [
    data.posthogHost !== null && posthog && { term: 'PostHog', place: posthog },
    provider !== null && mail && { term: provider, place: mail },
    data.tellsTeam && team && { term: m.places.team, place: team },
    hosting && { term: m.places.hosting, place: hosting },
  ].filter((each) => !!each);
  if (all.length === 0) return [];
  return [
    facts(...all.map(({ term, place }) => ({ term, detail: describePlace(place).join(gap) }))),
  ];
}

/** Returns the sentences about a place, whose country already has its name in the language of the page. */
export function describePlace({ country, ground }: Place): string[] {
  return [
    ...(country ? [m.places.country({ country })] : []),
    ...(ground === 'adequacy' ? [m.places.adequacy] : []),
    ...(ground === 'scc' ? [m.places.scc({ scc: m.transfers.scc })] : []),
  ];
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

/** The rights of Art. 7 and 15 to 21. */
export const gdprRights = () => list(...m.rights);

/** How anyone uses their rights here. Every page that names rights says it with these words. */
export const howToAsk = ({ site, posthogHost }: PageData): Block[] => [
  text(m.ask.write({ email: mailLink(site), address: postalAddress(site) })),
  text(m.ask.analytics({ cookie: { code: CONSENT_COOKIE }, cookies: '/cookies#managing' })),
  ...(posthogHost === null ? [] : [text(m.ask.posthog)]),
  text(m.ask.stop),
];
