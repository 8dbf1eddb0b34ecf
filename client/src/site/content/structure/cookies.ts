import type { Envelope, EventContext, EventName, EventProperties, WireEvent } from '#shared/events';
import { GROWTH_SESSION_HOURS, growthCookieFor } from '#shared/growth-cookie';
import { CONSENT_COOKIE, CONSENT_DAYS, NO_CONSENT_ID } from '#shared/limits';
import { keptWhere, type PageData, posthogHostOf, untoldOf } from '#shared/page';
import type { EventTexts } from '../describe-record.ts';
import { mailLink } from '../identity.ts';
import { type InfoContent, list, text } from '../info-content.ts';
import { gap, language, cookies as m, processing } from '../site-messages.ts';
import { atPosthog } from './processing.ts';

/** What is recorded of each event. */
const RECORDED: Record<EventName, string> = m.recorded;

/**
 * Every field that a browser sends. The types are those of the schema by which the server refuses everything else, so
 * that this list cannot differ from what is stored.
 */
const FIELDS = {
  scroll: { percent_scrolled: true },
  section_view: { section_name: true },
  button_click: { button_name: true, click_location: true },
  form_submit: { form_type: true, event_label: true, email_domain: true },
} satisfies { [Name in EventName]: Record<keyof EventProperties[Name], true> };
const COMMON = {
  ...({ consentId: true, sessionId: true, sentAt: true } satisfies Record<
    Exclude<keyof Envelope, 'context' | 'events'>,
    true
  >),
  ...({ id: true, name: true, timestamp: true } satisfies Record<
    Exclude<keyof WireEvent, 'properties'>,
    true
  >),
  ...({ path: true, referrerHost: true, viewport: true, language: true } satisfies Record<
    Exclude<keyof EventContext, 'utm'>,
    true
  >),
  ...({
    utm_source: true,
    utm_medium: true,
    utm_campaign: true,
    utm_term: true,
    utm_content: true,
  } satisfies Record<`utm_${keyof NonNullable<EventContext['utm']>}`, true>),
};
const namesOf = (fields: object) => [{ code: Object.keys(fields).join(', ') }];

export const content = (data: PageData): InfoContent => {
  const { site, posthogHost: host, eventRetentionDays, recipients } = data;
  const where = keptWhere(data);
  const days = processing.days(eventRetentionDays);
  return {
    heading: m.heading,
    lead: m.lead,
    sections: [
      {
        id: 'essential',
        heading: m.essential.heading,
        blocks: [
          text(m.essential.nothing),
          {
            kind: 'table',
            caption: m.table.caption,
            head: [m.table.name, m.table.purpose, m.table.setBy, m.table.kept],
            rows: [
              [
                [{ code: CONSENT_COOKIE }],
                m.table.consent({ none: NO_CONSENT_ID }),
                m.table.thisSite,
                m.table.days(CONSENT_DAYS),
              ],
              // Whether or not this site has a console: the page must not tell.
              [
                [{ code: growthCookieFor(site.url) }],
                m.table.console,
                m.table.thisSite,
                m.table.hours(GROWTH_SESSION_HOURS),
              ],
            ],
          },
        ],
      },
      {
        id: 'analytics',
        heading: m.analytics.heading,
        blocks: [
          text(m.analytics.off),
          list(...Object.values(RECORDED)),
          text(m.analytics.purpose),
          text(m.analytics.each),
          {
            kind: 'table',
            caption: m.stored.caption,
            head: [m.stored.event, m.stored.fields],
            rows: [
              [m.stored.every, namesOf(COMMON)],
              ...Object.entries(FIELDS).map(([name, fields]) => [
                [{ code: name }],
                namesOf(fields),
              ]),
            ],
          },
          text(m.stored.nothingElse),
          text(
            where === 'handled'
              ? host !== null
                ? m.analytics.keptPosthog({ days, host, privacy: '/privacy#recipients' })
                : m.analytics.kept({ days, privacy: '/privacy#recipients' })
              : host !== null
                ? m.analytics.posthog({ days, host })
                : where === 'stays'
                  ? m.analytics.stays({ days })
                  : m.analytics.here({ days }),
          ),
        ],
      },
      { id: 'marketing', heading: m.marketing.heading, blocks: [text(m.marketing.none)] },
      {
        id: 'third-party',
        heading: m.thirdParty.heading,
        blocks: [
          text(m.thirdParty.none),
          ...(recipients.includes('proxy') || recipients.includes('hosting')
            ? [text(m.thirdParty.passes({ privacy: '/privacy#recipients' }))]
            : untoldOf(data).includes('hosting')
              ? []
              : [text(m.thirdParty.direct)]),
        ],
      },
      {
        id: 'managing',
        heading: m.managing.heading,
        blocks: [
          text(
            [
              m.managing.choice({ days: processing.days(CONSENT_DAYS) }),
              ...(posthogHostOf(data) === null
                ? []
                : [atPosthog(data, m.managing.atPosthog).detail]),
            ].join(gap),
          ),
          { kind: 'widget', widget: 'my-data' },
          { kind: 'widget', widget: 'consent-choice' },
          text(m.managing.gpc),
          text(m.managing.questions({ email: mailLink(site) })),
        ],
      },
    ],
  };
};

/** French sets groups of digits apart. The other languages write a count as it is. */
const figure = (count: number) =>
  language === 'fr' ? count.toLocaleString('fr-u-nu-latn') : `${count}`;

/** Words of the panel on /cookies that shows what is held about this browser. */
export const myDataContent = {
  ...m.myData,
  caption: (shown: number, total: number) =>
    shown < total
      ? m.myData.latest({ shown: figure(shown), total: figure(total) })
      : m.myData.records(total),
  deleted: (events: number) => `${m.myData.deletedEvents(events)}${gap}${m.myData.deleted}`,
  events: m.myData.events satisfies EventTexts,
};
