import type { EventName } from '#shared/events';
import { CONSENT_COOKIE, CONSENT_DAYS } from '#shared/limits';
import { type PageData, sendsMail } from '#shared/page';
import { mailLink, phoneLink, postalAddress } from '../identity.ts';
import { type Inline, infoPage, list, subheading, text } from '../info-content.ts';
import {
  gdprRights,
  howToAsk,
  legalBases,
  recipients,
  retention,
  transfers,
} from './processing.ts';

export const content = infoPage((data) => ({
  heading: 'Privacy policy',
  lead: 'You can read all of this site without telling us who you are. We measure what you do here only if you agree. We use what you enter only for the purpose you entered it for.',
  updated: 'Last updated June 15, 2025',
  sections: [
    {
      id: 'introduction',
      heading: 'Introduction',
      blocks: [
        text(
          `This policy explains which personal data this website keeps, why, for how long, and who receives it. The controller, which is responsible for this data under the GDPR, is ${postalAddress(data.site)}.`,
        ),
        text([
          `This policy covers the website. For videos you dub with ${data.site.brand}, see our `,
          { text: 'terms', href: '/terms' },
          ' and the ',
          { text: 'data processing agreement', href: '/dpa' },
          '.',
        ]),
      ],
    },
    {
      id: 'information-we-collect',
      heading: 'Information we collect',
      blocks: [...personalData(data), ...usageData, ...technicalData, ...contentData],
    },
    {
      id: 'use',
      heading: 'How we use it',
      blocks: [
        text('We use the data for these purposes. Each has a legal basis:'),
        legalBases(data),
        text(
          'We do not sell your data, show no advertising and leave no decision about you to a machine.',
        ),
      ],
    },
    { id: 'recipients', heading: 'Who receives it', blocks: recipientsAndTransfers(data) },
    { id: 'retention', heading: 'How long we keep it', blocks: [retention(data)] },
    { id: 'security', heading: 'Security', blocks: security(data) },
    {
      id: 'rights',
      heading: 'Your rights',
      blocks: [
        gdprRights(),
        ...howToAsk(data),
        text([
          'You may also complain to a data protection authority. For more about your rights, see the ',
          { text: 'GDPR notice', href: '/gdpr' },
          ' and, if you live in California, the ',
          { text: 'CCPA notice', href: '/ccpa' },
          '.',
        ]),
      ],
    },
    {
      id: 'cookies',
      heading: 'Cookies',
      blocks: [
        text([
          'This site sets one cookie for you, and only once you have made a choice. The ',
          { text: 'cookie policy', href: '/cookies' },
          ' says what it holds and lets you change your choice. If we change the question, we ask you again.',
        ]),
      ],
    },
    {
      id: 'contact',
      heading: 'Contact',
      blocks: [
        text([
          'Questions about this policy: ',
          mailLink(data.site),
          ', ',
          phoneLink(data.site),
          `, or by post to ${postalAddress(data.site)}.`,
        ]),
      ],
    },
  ],
}));

const personalData = (data: PageData) =>
  [
    subheading('Personal data'),
    text('If you join the waitlist or apply for the beta, we keep what you enter into the form:'),
    list(
      'your name and your e-mail address;',
      'your YouTube channel, if you name one;',
      'your use case, which we need for the beta only;',
      'whether you chose the waitlist or the beta, and when;',
      'the language of the page.',
    ),
    ...(sendsMail(data)
      ? [
          text(
            'We then send a message to that address, which asks you to confirm it. We keep when you did, and what your mail server answered if it did not accept the message. The message has no hidden picture and does not record whether you open it. Its links lead to this site, and one of them lets you delete your signup.',
          ),
        ]
      : []),
    text([
      'You do not have to enter anything, but without a name and an e-mail address we cannot put you on a list. The form on the ',
      { text: 'contact page', href: '/contact' },
      ' sends us nothing: it opens your own mail program. If you then write to us, we receive your e-mail.',
    ]),
  ] as const;

/** What is recorded of each event. */
const RECORDED: Record<EventName, Inline> = {
  scroll: [
    'how far you scroll on the home page: 25, 50, 75, 90 or 100 per cent (',
    { code: 'percent_scrolled' },
    ')',
  ],
  section_view: [
    'which of its sections you see: hero, pipeline, benefits or signup (',
    { code: 'section_name' },
    ')',
  ],
  button_click: [
    'which sign-up button you press (',
    { code: 'button_name' },
    '), and whether in the header, the hero or the menu (',
    { code: 'click_location' },
    ')',
  ],
  form_submit: [
    'that a sign-up form was sent: which one (',
    { code: 'form_type' },
    '), whether it succeeded, was a duplicate or failed (',
    { code: 'event_label' },
    '), and the domain of the e-mail address (',
    { code: 'email_domain' },
    ')',
  ],
};

const usageData = [
  subheading('Usage data'),
  text('We record these events only if you consent to analytics, and only from that moment on:'),
  {
    kind: 'facts',
    items: Object.entries(RECORDED).map(([term, detail]) => ({ term, detail })),
  },
  text(
    'The domain is the part of an address after the @. It may identify a person, for instance the owner of a personal domain. The full address is never part of an event.',
  ),
  text('With each event we record:'),
  list(
    'its time, and two random identifiers: one from the consent cookie, and one that lasts until you close the page;',
    'the path of the page, without the query after it, and its language;',
    'the host name of the site whose link brought you here;',
    [
      'campaign labels in that link (',
      { code: 'utm_source' },
      ', ',
      { code: 'utm_medium' },
      ' and ',
      { code: 'utm_campaign' },
      ', also ',
      { code: 'utm_term' },
      ' or ',
      { code: 'utm_content' },
      ');',
    ],
    'whether your window is small, medium or large.',
  ),
  text(
    'Without your consent, the server counts only how often it serves each page in each quarter of an hour, and how many visitors ask for a page, refuse or sign up, each IP address once a day. These counts hold no identifier and no address.',
  ),
] as const;

const technicalData = [
  subheading('Technical data'),
  text(
    'With every request your browser sends your IP address and its own identification (the user agent). This site writes neither of them to a table or a log, and passes neither on. To protect itself against floods of requests, the server counts them by IP address. It does so in memory only, under a hash of the address. The key of that hash is made at each start and never stored. The server keeps the hash while you have a connection open, and deletes it within 24 hours after that.',
  ),
  text([
    'Your answer to the question about analytics is kept in the cookie ',
    { code: CONSENT_COOKIE },
    ` for ${CONSENT_DAYS} days. If you accept, or withdraw later, the server keeps that decision as proof. The proof holds the random identifier, what you decided and when, and the text and language you were shown. It also holds where you clicked, and whether your browser sent Global Privacy Control. If you refuse and have never accepted, the server only counts the refusal, by the quarter of an hour and by where you clicked.`,
  ]),
  text(
    'If your browser sends the Global Privacy Control signal, we take it as a no: we do not ask you, measure nothing you do and store nothing on your device.',
  ),
] as const;

const contentData = [
  subheading('Content data'),
  text(
    'You cannot upload anything to this website. The only content of yours that it stores is what you write into the sign-up form.',
  ),
  text([
    'Videos that you give us to dub remain yours. Uploaded content is typically deleted within 30 days after processing completes; the ',
    { text: 'terms', href: '/terms#content' },
    ' say the same.',
  ]),
] as const;

const recipientsAndTransfers = (data: PageData) =>
  [
    ...recipients(data),
    ...transfers(data),
    text(
      'While you are here, your browser contacts this site and no other. Fonts, pictures and scripts all come from our own server.',
    ),
  ] as const;

const security = ({ site }: PageData) =>
  [
    list(
      ...(site.url.startsWith('https:')
        ? ['All pages and forms are encrypted on their way (TLS).']
        : []),
      'This site tells your browser to load and contact nothing else, which keeps other code out.',
      'Visitors can add signups. On our server, nobody can read, list or change them without a key that only we have.',
      'What we do not keep cannot leak: no log holds an IP address, a browser identification or anybody’s e-mail address.',
    ),
    text('No system is safe from every attack. If a breach puts you at high risk, we tell you.'),
  ] as const;
