import type { EventName } from '#shared/events';
import { CONSENT_COOKIE, CONSENT_DAYS } from '#shared/limits';
import { type PageData, sendsMail } from '#shared/page';
import { dateIn, mailLink, phoneLink, postalAddress } from '../identity.ts';
import { type Block, facts, type InfoContent, list, subheading, text } from '../info-content.ts';
import { language, privacy as m } from '../site-messages.ts';
import {
  authority,
  contacts,
  days,
  gdprRights,
  howToAsk,
  legalBases,
  localRights,
  minimumAge,
  objection,
  provesSignups,
  recipients,
  retention,
  transfers,
} from './processing.ts';

export function content(data: PageData): InfoContent {
  const { site } = data;
  const address = postalAddress(site);
  return {
    heading: m.heading,
    lead: m.lead,
    updated: m.updated({ date: dateIn(language, site.privacyDate) }),
    sections: [
      {
        id: 'introduction',
        heading: m.introduction.heading,
        blocks: [
          text(m.introduction.policy({ address })),
          ...contacts(data),
          text(m.introduction.scope({ brand: site.brand, terms: '/terms', dpa: '/dpa' })),
          text(m.introduction.changes),
        ],
      },
      {
        id: 'information-we-collect',
        heading: m.collect,
        blocks: [...personalData(data), ...usageData, ...technicalData, ...contentData],
      },
      {
        id: 'use',
        heading: m.use.heading,
        blocks: [text(m.use.purposes), legalBases(data), text(m.use.never)],
      },
      {
        id: 'recipients',
        heading: m.recipients.heading,
        blocks: [
          ...recipients(data),
          ...transfers(data),
          ...(data.recipients.includes('proxy') ? [] : [text(onlyThisSite)]),
        ],
      },
      { id: 'retention', heading: m.retention, blocks: [retention(data)] },
      {
        id: 'security',
        heading: m.security.heading,
        blocks: [
          list(...(site.url.startsWith('https:') ? [m.security.tls] : []), ...m.security.measures),
          text(m.security.breach),
        ],
      },
      {
        id: 'rights',
        heading: m.rights.heading,
        blocks: [
          gdprRights(),
          ...howToAsk(data),
          text(m.rights.complaint({ gdpr: '/gdpr', ccpa: '/ccpa' })),
          ...authority(data),
          ...localRights(data),
          ...objection(data),
        ],
      },
      {
        id: 'cookies',
        heading: m.cookies.heading,
        blocks: [text(m.cookies.one({ cookies: '/cookies' }))],
      },
      {
        id: 'contact',
        heading: m.contact.heading,
        blocks: [text(questions(site))],
      },
    ],
  };
}

/** A proxy of somebody else is another company that the browser contacts. */
export const onlyThisSite = m.recipients.browser;

function questions(site: PageData['site']) {
  const ways = { email: mailLink(site), address: postalAddress(site) };
  return site.phone
    ? m.contact.questions({ ...ways, phone: phoneLink(site.phone) })
    : m.contact.withoutPhone(ways);
}

const personalData = (data: PageData): Block[] => [
  subheading(m.personal.heading),
  text(m.personal.form),
  list(...m.personal.fields),
  ...(data.offers.conditions ? [text(m.personal.code)] : []),
  ...(sendsMail(data)
    ? [text(m.personal.message)]
    : provesSignups(data)
      ? [text(m.personal.askedEarlier)]
      : []),
  text(sendsMail(data) ? m.personal.knownConfirmed : m.personal.known),
  text(m.personal.throwaway),
  text(m.personal.recorded),
  ...minimumAge(data),
  text(m.personal.voluntary({ contact: '/contact' })),
];

/** What is recorded of each event. */
const RECORDED = {
  scroll: m.usage.events.scroll({}),
  section_view: m.usage.events.section_view({}),
  button_click: m.usage.events.button_click({}),
  form_submit: m.usage.events.form_submit({}),
} satisfies Record<EventName, unknown>;

const usageData: Block[] = [
  subheading(m.usage.heading),
  text(m.usage.consent),
  facts(...Object.entries(RECORDED).map(([term, detail]) => ({ term, detail }))),
  text(m.usage.domain),
  text(m.usage.each),
  list(m.usage.time, m.usage.path, m.usage.referrer, m.usage.campaign({}), m.usage.window),
  text(m.usage.counts),
];

const technicalData: Block[] = [
  subheading(m.technical.heading),
  text(m.technical.requests),
  text(m.technical.cookie({ cookie: { code: CONSENT_COOKIE }, days: days(CONSENT_DAYS) })),
  text(m.technical.gpc),
];

const contentData: Block[] = [
  subheading(m.uploads.heading),
  text(m.uploads.none),
  text(m.uploads.videos({ terms: '/terms#content' })),
];
