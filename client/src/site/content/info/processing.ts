import { CONSENT_COOKIE, CONSENT_DAYS, proofDays } from '#shared/limits';
import type { PageData } from '#shared/page';
import { type Block, list, text } from './info-content.ts';
import { days, mailLink, postalAddress } from './wording.ts';

/**
 * What this software does with personal data, in the words that the privacy policy and the GDPR and
 * CCPA notices share, so that the three cannot come to say different things.
 */

/** Which provision allows what. */
export const legalBases = (): Block => ({
  kind: 'facts',
  items: [
    {
      term: 'Signups',
      detail:
        'To tell you about early access and to answer your application. These are steps before a contract, taken because you asked for them: Art. 6(1)(b) GDPR.',
    },
    {
      term: 'Analytics',
      detail:
        'To learn which parts of this site help its visitors and where they give up. Only with your consent: Art. 6(1)(a) GDPR and, for what is stored on or read from your device, § 25(1) TDDDG.',
    },
    {
      term: 'Consent cookie',
      detail:
        'To remember your answer, so that you are not asked on every page. It is strictly necessary for that: § 25(2) no. 2 TDDDG.',
    },
    {
      term: 'Proof of consent',
      detail:
        'To show that analytics ran only where someone agreed. The law asks for this: Art. 6(1)(c) with Art. 7(1) GDPR.',
    },
    {
      term: 'Rate limits',
      detail:
        'To keep the site available when somebody floods it with requests. That is our legitimate interest: Art. 6(1)(f) GDPR.',
    },
    {
      term: 'Mails to us',
      detail:
        'To answer you: Art. 6(1)(b) GDPR where it is about a contract, otherwise our legitimate interest in replying, Art. 6(1)(f) GDPR.',
    },
  ],
});

export const retention = (data: PageData): Block => ({
  kind: 'facts',
  items: [
    { term: 'Signups', detail: `Up to ${days(data.signupRetentionDays)} after you signed up.` },
    { term: 'Events', detail: `Up to ${days(data.eventRetentionDays)} on our server.` },
    ...(data.posthogHost
      ? [
          {
            term: 'Events at PostHog',
            detail:
              'Until PostHog’s retention period ends. PostHog keeps no profile of you by which it could find and erase them sooner.',
          },
        ]
      : []),
    { term: 'Proof of consent', detail: proofRetention(data) },
    ...backups(data),
    { term: 'Consent cookie', detail: `${days(CONSENT_DAYS)}, in your browser.` },
    {
      term: 'Daily counts',
      detail: 'Without limit: how often a page was served and analytics refused is about nobody.',
    },
    {
      term: 'Mails to us',
      detail: 'Until your request is settled; longer only where a law requires it.',
    },
  ],
});

/** What operators say of their backups in data/site.json; who says nothing is taken to keep some. */
const backups = ({ site: { backupDays } }: PageData) =>
  backupDays === 0
    ? []
    : [
        {
          term: 'Backups',
          detail: `What is deleted stays in backups that were made before ${backupDays === undefined ? 'until they are deleted in their turn' : `for up to ${days(backupDays)} more`}. They are used for nothing but to restore this site after a failure.`,
        },
      ];

/** Three years, unless events are kept for so long that their proof must be kept for longer. */
function proofRetention({ eventRetentionDays }: PageData): string {
  const longer = proofDays(eventRetentionDays);
  return longer === null
    ? 'Three years after the last decision under the same identifier.'
    : `${days(longer)} after the last decision under the same identifier: as long as events that rest on it are kept.`;
}

export const recipients = ({ posthogHost, site }: PageData): Block[] => [
  text(
    posthogHost
      ? [
          `Events that you have consented to are passed on by our server to PostHog at ${posthogHost}, which analyses them for us and on our instructions. PostHog receives the events and what goes along with them, `,
          { text: 'as listed in the privacy policy', href: '/privacy#information-we-collect' },
          ': never your name, full e-mail address or IP address. Your browser itself never talks to PostHog. Signups and proofs of consent are passed on to nobody.',
        ]
      : `Nobody outside ${site.company}. Signups, events and proofs of consent stay on our own server and are passed on to no other company.`,
  ),
  text(
    'Where a hosting company runs that server or its database for us, it does so under contract and on our instructions only (Art. 28 GDPR).',
  ),
];

const scc = 'the standard contractual clauses of the European Commission (Art. 46(2)(c) GDPR)';

export function transfers({ posthogHost }: PageData): Block {
  if (!posthogHost) {
    return text(
      `This site passes personal data on to nobody, so it transfers none to countries outside the European Economic Area. Should its own server or database be run there, that rests on ${scc}, unless the Commission has found the protection there to be adequate (Art. 45 GDPR).`,
    );
  }
  const cloud = /^(eu|us)(\.i)?\.posthog\.com$/.exec(posthogHost)?.[1];
  switch (cloud) {
    case 'eu':
      return text(
        `PostHog keeps the events on servers in the European Union (${posthogHost}). The company behind it, PostHog, Inc., is based in the United States; as far as it has access from there, that rests on ${scc}.`,
      );
    case 'us':
      return text(
        `PostHog keeps the events on servers in the United States (${posthogHost}). That transfer rests on ${scc}.`,
      );
    default:
      return text(
        `Events go to PostHog at ${posthogHost}. Should that server stand outside the European Economic Area, the transfer rests on ${scc}, unless the Commission has found the protection there to be adequate (Art. 45 GDPR).`,
      );
  }
}

/** The rights of Art. 7 and 15 to 21. */
export const gdprRights = (): Block =>
  list(
    'Access: to know whether we hold data about you, and to have a copy (Art. 15).',
    'Rectification: to have what is wrong put right (Art. 16).',
    'Erasure: to have it deleted (Art. 17).',
    'Restriction: to have it kept but not used, for instance while we look into an objection (Art. 18).',
    'Portability: to receive what you gave us in a form that machines read (Art. 20).',
    'Objection: to what rests on our legitimate interest, for reasons of your own situation (Art. 21).',
    'Withdrawal: to take a consent back at any time; what was done before stays lawful (Art. 7(3)).',
  );

/** How anyone uses their rights here. Every page that names rights says it with these words. */
export const howToAsk = ({ site, posthogHost }: PageData): Block[] => [
  text([
    'Write to ',
    mailLink(site),
    ` or to ${postalAddress(site)}. It costs nothing and needs no form. For a signup, write from the address that you signed up with, so that we know it is yours.`,
  ]),
  text([
    'What analytics has recorded bears no name, only the random identifier in the cookie ',
    { code: CONSENT_COOKIE },
    '. For that you need not write to anyone: the ',
    { text: 'cookie policy', href: '/cookies#managing' },
    ' shows all that is held under it, and there you can download and delete it. Without the cookie nobody can tell which records are yours.',
  ]),
  ...(posthogHost
    ? [
        text(
          'Deleting erases it on our server. What was passed on to PostHog before cannot be found there by that identifier and stays until PostHog’s retention period ends.',
        ),
      ]
    : []),
  text(
    'To stop analytics, press “Turn analytics off” at the foot of any page. It takes effect at once.',
  ),
];
