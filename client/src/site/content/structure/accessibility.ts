import type { PageData } from '#shared/page';
import { lawFor, mailLink } from '../identity.ts';
import { type InfoContent, list, text } from '../info-content.ts';
import { accessibility as m } from '../site-messages.ts';

/** What the browser tests check. A test compares it with their names (info-pages.test.ts). */
const { heading, when, ...tested } = m.tests;

export { tested };

export const content = ({ site }: PageData): InfoContent => {
  const law = lawFor(site);
  return {
    heading: m.heading,
    lead: m.lead({ brand: site.brand }),
    sections: [
      {
        id: 'status',
        heading: m.status.heading,
        blocks: [text(m.status.goal), text(m.status.own)],
      },
      {
        id: 'tests',
        heading,
        blocks: [text(when), list(...Object.values(tested))],
      },
      { id: 'limits', heading: m.limits.heading, blocks: [list(...m.limits.all)] },
      {
        id: 'feedback',
        heading: m.feedback.heading,
        blocks: [text(m.feedback.write({ email: mailLink(site) }))],
      },
      ...(law === 'de' || law === 'at' || law === 'eu'
        ? [{ id: 'law', heading: m.law.heading, blocks: [text(m.law[law])] }]
        : []),
    ],
  };
};
