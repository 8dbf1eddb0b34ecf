import type { PageData } from '#shared/page';
import { dateIn, mailLink, phoneLink, postalAddress } from '../identity.ts';
import { type InfoContent, list, text } from '../info-content.ts';
import { language, terms as m } from '../messages.ts';

export const content = ({ site }: PageData): InfoContent => {
  const { brand, company } = site;
  return {
    heading: m.heading,
    lead: m.lead({ brand }),
    updated: m.updated({ date: dateIn(language, site.termsDate) }),
    sections: [
      {
        id: 'agreement',
        heading: m.agreement.heading,
        blocks: [
          text(m.agreement.parties({ company, brand })),
          text(m.agreement.waitlist),
          text(m.agreement.organisation),
        ],
      },
      {
        id: 'license',
        heading: m.license.heading,
        blocks: [text(m.license.grant({ brand })), list(...m.license.forbidden)],
      },
      {
        id: 'availability',
        heading: m.availability.heading,
        blocks: [text(m.availability.none), text(m.availability.beta)],
      },
      {
        id: 'content',
        heading: m.content.heading,
        blocks: [
          text(m.content.yours),
          text(m.content.rights),
          text(m.content.deleted),
          text(m.content.personal({ dpa: '/dpa' })),
        ],
      },
      {
        id: 'liability',
        heading: m.liability.heading,
        blocks: [text(m.liability.unlimited), text(m.liability.limited), text(m.liability.figures)],
      },
      {
        id: 'law',
        heading: m.law.heading,
        blocks: [
          text(m.law.governing({ jurisdiction: site.jurisdiction })),
          text(m.law.courts({ city: site.address.city })),
        ],
      },
      {
        id: 'contact',
        heading: m.contact.heading,
        blocks: [
          text(
            m.contact.questions({
              email: mailLink(site),
              phone: phoneLink(site),
              address: postalAddress(site),
            }),
          ),
          text(m.contact.more({ privacy: '/privacy', impressum: '/impressum' })),
        ],
      },
    ],
  };
};
