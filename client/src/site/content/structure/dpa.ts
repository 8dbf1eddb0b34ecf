import { type PageData, sendsMail } from '#shared/page';
import { mailLink, mailProvider, postalAddress } from '../identity.ts';
import { facts, type InfoContent, list, text } from '../info-content.ts';
import { gap, dpa as m } from '../messages.ts';

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
        blocks: [text(subprocessorsOf(data)), text(m.subprocessors.another)],
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

/** Said only where nobody receives anything. */
export const noSubprocessors = m.subprocessors.none;

function subprocessorsOf(data: PageData): string {
  const { posthogHost: host } = data;
  const provider = mailProvider(data);
  const named = [
    ...(host === null ? [] : [m.subprocessors.posthog({ host })]),
    ...(provider === null ? [] : [m.subprocessors.mail({ provider })]),
    ...(data.tellsTeam ? [m.subprocessors.team] : []),
  ];
  if (named.length === 0) return noSubprocessors;
  return [...named, m.subprocessors.noContent, m.subprocessors.noOther].join(gap);
}
