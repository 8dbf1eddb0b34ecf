import type { EventName } from '#shared/events';
import type { PageData } from '#shared/page';
import { dateIn, mailLink, phoneLink } from '../identity.ts';
import {
  type Block,
  facts,
  type InfoContent,
  type InfoSection,
  list,
  text,
} from '../info-content.ts';
import { language, ccpa as m, privacy } from '../site-messages.ts';
import { howToAsk, retention, sayOfRecipients, sayOfUntold, sharesNothing } from './processing.ts';

/** Said only where nobody receives anything. */
export const noServiceProviders = m.providers.none;

function serviceProviders(data: PageData): Block[] {
  const { posthogHost: host } = data;
  const named = [
    ...(host === null ? [] : [m.providers.posthog({ host })]),
    ...sayOfRecipients(data, m.providers),
  ];
  if (sharesNothing(data)) return [text(noServiceProviders)];
  return [
    ...(named.length > 0 ? [text(m.providers.some), list(...named)] : []),
    ...sayOfUntold(data),
  ];
}

/** What is recorded of each event. */
const RECORDED = {
  scroll: m.recorded.scroll,
  section_view: m.recorded.section_view,
  button_click: m.recorded.button_click,
  form_submit: m.recorded.form_submit,
} satisfies Record<EventName, string>;

function questions(site: PageData['site']) {
  const email = mailLink(site);
  return site.phone
    ? m.requests.questions({ email, phone: phoneLink(site.phone) })
    : m.requests.withoutPhone({ email });
}

/** Only of a discount that is promised: its conditions are the terms of the incentive. */
const incentive = ({ offers: { conditions }, site }: PageData): InfoSection[] =>
  conditions
    ? [
        {
          id: 'incentive',
          heading: m.incentive.heading,
          blocks: [
            text(m.incentive.what),
            list(...Object.values(conditions)),
            text(m.incentive.data({ email: mailLink(site) })),
            text(m.incentive.use),
            ...(site.dataValue ? [text(m.incentive.value({ value: site.dataValue }))] : []),
          ],
        },
      ]
    : [];

export const content = (data: PageData): InfoContent => ({
  heading: m.heading,
  lead: m.lead,
  updated: privacy.updated({ date: dateIn(language, data.site.privacyDate) }),
  sections: [
    {
      id: 'know',
      heading: m.know.heading,
      blocks: [
        text(m.know.may),
        facts(
          m.know.identifiers,
          m.know.records,
          {
            term: m.know.activity.term,
            detail: m.know.activity.detail(RECORDED),
          },
          m.know.writings,
          m.know.sensitive,
        ),
        text(m.know.source({ privacy: '/privacy' })),
        ...serviceProviders(data),
        text(m.know.period),
        retention(data),
      ],
    },
    { id: 'delete', heading: m.delete.heading, blocks: [text(m.delete.may)] },
    {
      id: 'opt-out',
      heading: m.optOut.heading,
      blocks: [
        text(m.optOut.sale),
        text(m.optOut.gpc),
        text(m.optOut.dnt),
        text(m.optOut.analytics({ cookies: '/cookies#managing' })),
      ],
    },
    { id: 'non-discrimination', heading: m.equal.heading, blocks: [text(m.equal.same)] },
    ...incentive(data),
    {
      id: 'requests',
      heading: m.requests.heading,
      blocks: [...howToAsk(data), list(...m.requests.rules), text(questions(data.site))],
    },
  ],
});
