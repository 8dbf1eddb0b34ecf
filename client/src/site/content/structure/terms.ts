import { type PageData, sendsMail } from '#shared/page';
import { dateIn, lawFor, mailLink, phoneLink, postalAddress } from '../identity.ts';
import { type InfoContent, list, text } from '../info-content.ts';
import { language, terms as m, processing } from '../site-messages.ts';
import { arbitration } from './processing.ts';

export const content = ({ site, offers, ...data }: PageData): InfoContent => {
  const { brand, company, minimumAge } = site;
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
          ...(minimumAge ? [text(processing.contacts.age({ age: minimumAge }))] : []),
          text(m.agreement.organisation),
        ],
      },
      // What the terms promise is binding, so they promise only what has conditions.
      ...(offers.conditions
        ? [
            {
              id: 'discounts',
              heading: m.discounts.heading,
              blocks: [
                list(...Object.values(offers.conditions)),
                text(sendsMail(data) ? m.discounts.codes : m.discounts.codesWithoutMail),
              ],
            },
          ]
        : []),
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
        blocks: [...liability(site), text(m.liability.figures)],
      },
      {
        id: 'law',
        heading: m.law.heading,
        blocks: [
          text(m.law.governing({ jurisdiction: site.jurisdiction })),
          text(m.law.courts({ city: site.address.city })),
          ...arbitration({ site }),
        ],
      },
      {
        id: 'contact',
        heading: m.contact.heading,
        blocks: [
          text(questions(site)),
          text(m.contact.more({ privacy: '/privacy', impressum: '/impressum' })),
        ],
      },
    ],
  };
};

/** The law of some countries knows essential duties, and that of others does not. */
const liability = (site: PageData['site']) =>
  ['uk', 'us', 'general'].includes(lawFor(site))
    ? [text(m.liability.general)]
    : [text(m.liability.unlimited), text(m.liability.limited)];

function questions(site: PageData['site']) {
  const ways = { email: mailLink(site), address: postalAddress(site) };
  return site.phone
    ? m.contact.questions({ ...ways, phone: phoneLink(site.phone) })
    : m.contact.withoutPhone(ways);
}
