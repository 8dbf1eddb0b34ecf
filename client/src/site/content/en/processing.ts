import { CONSENT_COOKIE, CONSENT_DAYS, proofDays } from '#shared/limits';
import { type PageData, sendsMail } from '#shared/page';
import { mailLink, mailProvider, postalAddress } from '../identity.ts';
import { list, text } from '../info-content.ts';

/**
 * What this software does with personal data, in the words that the privacy policy and the GDPR and
 * CCPA notices share, so that the three cannot come to say different things.
 */

export const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);

/** Which provision allows what. */
export const legalBases = (data: PageData) =>
  ({
    kind: 'facts',
    items: [
      {
        term: 'Signups',
        detail:
          'To tell you about early access and to answer your application. These are steps before a contract, taken at your request: Art. 6(1)(b) GDPR.',
      },
      ...(sendsMail(data)
        ? [
            {
              term: 'Confirmation by e-mail',
              detail:
                'To ask the owner of an address to confirm a signup, so that nobody can sign up somebody else. We and the owner both have a legitimate interest in that: Art. 6(1)(f) GDPR.',
            },
          ]
        : []),
      {
        term: 'Analytics',
        detail:
          'To learn which parts of this site help visitors and where visitors give up. We do this only with your consent: Art. 6(1)(a) GDPR and, for what is stored on or read from your device, § 25(1) TDDDG.',
      },
      {
        term: 'Consent cookie',
        detail:
          'To remember your answer, so that we do not ask you on every page. It is strictly necessary for that: § 25(2) no. 2 TDDDG.',
      },
      {
        term: 'Proof of consent',
        detail:
          'To show that analytics ran only with consent. The law requires this: Art. 6(1)(c) with Art. 7(1) GDPR.',
      },
      {
        term: 'Rate limits',
        detail:
          'To keep the site available when somebody floods it with requests. That is our legitimate interest: Art. 6(1)(f) GDPR.',
      },
      {
        term: 'E-mails to us',
        detail:
          'To answer you. For a contract: Art. 6(1)(b) GDPR. Otherwise, our legitimate interest in replying: Art. 6(1)(f) GDPR.',
      },
    ],
  }) as const;

export const retention = (data: PageData) =>
  ({
    kind: 'facts',
    items: [
      { term: 'Signups', detail: `Up to ${days(data.signupRetentionDays)} after you signed up.` },
      ...(data.unconfirmedRetentionDays === undefined
        ? []
        : [
            {
              term: 'Unconfirmed signups',
              detail: `${days(data.unconfirmedRetentionDays)} after our first message that asked you to confirm your address.`,
            },
          ]),
      { term: 'Events', detail: `Up to ${days(data.eventRetentionDays)} on our server.` },
      ...(data.posthogHost
        ? [
            {
              term: 'Events at PostHog',
              detail:
                'Until PostHog’s retention period ends. PostHog keeps no profile of you, so it cannot find and erase them sooner.',
            },
          ]
        : []),
      ...(data.tellsTeam
        ? [
            {
              term: 'Signups in our team’s messaging service',
              detail: 'Until its retention period ends, or until they are deleted there.',
            },
          ]
        : []),
      { term: 'Proof of consent', detail: proofRetention(data) },
      ...backups(data),
      { term: 'Consent cookie', detail: `${days(CONSENT_DAYS)}, in your browser.` },
      {
        term: 'Counts by day and quarter of an hour',
        detail:
          'Without limit. They say only how often each page was served, and how often and where analytics was refused. They contain no identifier.',
      },
      {
        term: 'E-mails to us',
        detail: 'Until your request is settled, or longer where a law requires it.',
      },
    ],
  }) as const;

/** What operators say of their backups in data/site.json; who says nothing is taken to keep some. */
const backups = ({ site: { backupDays } }: PageData) =>
  backupDays === 0
    ? []
    : [
        {
          term: 'Backups',
          detail: `Deleted data stays in earlier backups ${backupDays === undefined ? 'until those are deleted too' : `for up to ${days(backupDays)} more`}. We use backups only to restore this site after a failure.`,
        },
      ];

/** Three years, unless events are kept for so long that their proof must be kept for longer. */
function proofRetention({ eventRetentionDays }: PageData): string {
  const longer = proofDays(eventRetentionDays);
  return longer === null
    ? 'Three years after the last decision under the same identifier.'
    : `${days(longer)} after the last decision under the same identifier. It is kept as long as the events that it allowed.`;
}

export const recipients = (data: PageData) =>
  [
    ...deliveryOfMail(data),
    ...messagesToTeam(data),
    receivers(data),
    text(
      'If a hosting company runs that server or its database for us, it does so under contract and only on our instructions (Art. 28 GDPR).',
    ),
  ] as const;

function deliveryOfMail(data: PageData) {
  const provider = mailProvider(data);
  if (provider === null) return [];
  return [
    text(
      `${provider} delivers our messages that ask you to confirm a signup. It does so for us and on our instructions (Art. 28 GDPR). It receives your name, your e-mail address and the message, and nothing else.`,
    ),
  ];
}

const TEAM_SERVICE = 'the messaging service that our team uses';

function messagesToTeam({ tellsTeam }: PageData) {
  if (!tellsTeam) return [];
  return [
    text(
      `When you sign up, our server tells our team, in ${TEAM_SERVICE}. It does so for us and on our instructions (Art. 28 GDPR). It receives your name, your e-mail address, your YouTube channel and your use case. If you leave, it is told to delete them.`,
    ),
  ];
}

/** Said only where nobody receives anything. */
export const nobodyReceives = (company: string) =>
  `Nobody outside ${company} receives your data. Signups, events and proofs of consent stay on our own server.`;

function receivers(data: PageData) {
  const { posthogHost, site } = data;
  const others = [mailProvider(data), data.tellsTeam ? TEAM_SERVICE : null].filter(
    (one) => one !== null,
  );
  const but = others.length === 0 ? '' : `, apart from ${others.join(' and ')}`;
  if (posthogHost) {
    return text([
      `PostHog (${posthogHost}) analyses the events that you have consented to. It does so for us and on our instructions. Our server sends it the events and the details recorded with them, `,
      { text: 'as listed in the privacy policy', href: '/privacy#information-we-collect' },
      '. It never receives your name, full e-mail address or IP address. Your browser itself never contacts PostHog. ',
      `Nobody else receives signups and proofs of consent${but}.`,
    ]);
  }
  return text(
    others.length === 0
      ? nobodyReceives(site.company)
      : `Nobody outside ${site.company} receives your data${but}. Events and proofs of consent stay on our own server.`,
  );
}

const scc = 'the standard contractual clauses of the European Commission (Art. 46(2)(c) GDPR)';

/** Said only where nobody receives anything. */
export const noTransfers = `This site passes personal data on to nobody, so it transfers none to countries outside the European Economic Area. If its own server or database is in such a country, the legal basis is ${scc}, unless the Commission has found the protection there to be adequate (Art. 45 GDPR).`;

export const transfers = (data: PageData) => {
  const provider = mailProvider(data);
  const all = [
    ...(data.posthogHost ? [transferOfEvents(data.posthogHost)] : []),
    ...(provider === null ? [] : [ifAbroad(`${provider} handles our messages`)]),
    ...(data.tellsTeam ? [ifAbroad(`${TEAM_SERVICE} handles signups`)] : []),
  ];
  return all.length === 0 ? [text(noTransfers)] : all;
};

/** For recipients that only the operator knows. */
const ifAbroad = (handling: string) =>
  text(
    `If ${handling} outside the European Economic Area, the legal basis of that transfer is ${scc}, unless the Commission has found the protection there to be adequate (Art. 45 GDPR).`,
  );

function transferOfEvents(posthogHost: string) {
  const cloud = /^(eu|us)(\.i)?\.posthog\.com$/.exec(posthogHost)?.[1];
  switch (cloud) {
    case 'eu':
      return text(
        `PostHog keeps the events on servers in the European Union (${posthogHost}). The company behind it, PostHog, Inc., is based in the United States. If it has access from there, the legal basis is ${scc}.`,
      );
    case 'us':
      return text(
        `PostHog keeps the events on servers in the United States (${posthogHost}). The legal basis of that transfer is ${scc}.`,
      );
    default:
      return text(
        `Events go to PostHog at ${posthogHost}. If that server is outside the European Economic Area, the legal basis of the transfer is ${scc}, unless the Commission has found the protection there to be adequate (Art. 45 GDPR).`,
      );
  }
}

/** The rights of Art. 7 and 15 to 21. */
export const gdprRights = () =>
  list(
    'Access: to know whether we hold data about you, and to have a copy (Art. 15).',
    'Rectification: to have what is wrong corrected (Art. 16).',
    'Erasure: to have it deleted (Art. 17).',
    'Restriction: to have it kept but not used, for instance while we look into an objection (Art. 18).',
    'Portability: to receive what you gave us in a machine-readable form (Art. 20).',
    'Objection: to object to what we do for a legitimate interest, for reasons that arise from your situation (Art. 21).',
    'Withdrawal: to withdraw a consent at any time. What we did before then stays lawful (Art. 7(3)).',
  );

/** How anyone uses their rights here. Every page that names rights says it with these words. */
export const howToAsk = ({ site, posthogHost }: PageData) =>
  [
    text([
      'Write to ',
      mailLink(site),
      ` or to ${postalAddress(site)}. It costs nothing and needs no form. For a signup, write from the address you signed up with, so that we know it is yours.`,
    ]),
    text([
      'Analytics records no name, only the random identifier in the cookie ',
      { code: CONSENT_COOKIE },
      '. You do not have to write to us about it: the ',
      { text: 'cookie policy', href: '/cookies#managing' },
      ' shows everything we hold under that identifier, and lets you download and delete it. Without the cookie nobody can tell which records are yours.',
    ]),
    ...(posthogHost
      ? [
          text(
            'Deleting erases those records on our server. Events already sent to PostHog cannot be found there by that identifier. They stay until PostHog’s retention period ends.',
          ),
        ]
      : []),
    text(
      'To stop analytics, press “Turn analytics off” at the foot of any page. It takes effect at once.',
    ),
  ] as const;
