import { type PageData, sendsMail } from '#shared/page';
import { mailLink, postalAddress } from '../identity.ts';
import { type Block, facts, type InfoContent, list, text } from '../info-content.ts';
import { gap, dpa as m } from '../site-messages.ts';
import { describePlace } from './processing.ts';

export const content = (data: PageData): InfoContent => {
  const { site } = data;
  const { brand } = site;
  return {
    heading: m.heading,
    lead: m.lead({ brand }),
    sections: [
      {
        id: 'roles',
        heading: m.roles.heading,
        blocks: [
          text(m.roles.both({ address: postalAddress(site), brand })),
          text(
            sendsMail(data)
              ? m.roles.websiteWithMail({ privacy: '/privacy' })
              : m.roles.website({ privacy: '/privacy' }),
          ),
        ],
      },
      {
        id: 'processing',
        heading: m.processing.heading,
        blocks: [
          facts(
            m.processing.subject,
            m.processing.data,
            m.processing.people,
            m.processing.duration,
            m.processing.place,
          ),
        ],
      },
      { id: 'duties', heading: m.duties.heading, blocks: [list(...m.duties.all)] },
      {
        id: 'security',
        heading: m.security.heading,
        blocks: [text(m.security.measures), list(...m.security.all), text(m.security.improvements)],
      },
      {
        id: 'subprocessors',
        heading: m.subprocessors.heading,
        blocks: [...subprocessors(site), text(m.subprocessors.another)],
      },
      { id: 'breaches', heading: m.breaches.heading, blocks: [text(m.breaches.notice)] },
      {
        id: 'contact',
        heading: m.contact.heading,
        blocks: [
          text(m.contact.questions({ email: mailLink(site) })),
          text(m.contact.more({ terms: '/terms' })),
        ],
      },
    ],
  };
};

/** The dubbing service's subprocessors, from data/site.json. The website's own recipients are on /privacy. */
function subprocessors(site: PageData['site']): Block[] {
  const { subprocessors: named = [] } = site;
  if (named.length === 0) return [text(m.subprocessors.none)];
  return [
    facts(
      ...named.map(({ name, purpose, ...place }) => ({
        term: name,
        detail: [purpose, ...describePlace(place, site)].join(gap),
      })),
    ),
    text(m.subprocessors.noOther),
  ];
}
