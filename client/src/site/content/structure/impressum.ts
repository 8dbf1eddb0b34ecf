import type { PageData } from '#shared/page';
import { mailLink, phoneLink } from '../identity.ts';
import { facts, type InfoContent, text } from '../info-content.ts';
import { impressum as m } from '../messages.ts';

export const content = ({ site }: PageData): InfoContent => {
  const { company, managingDirector: director } = site;
  const { street, postalCode: code, city, country } = site.address;
  return {
    heading: m.heading,
    lead: m.lead,
    sections: [
      {
        id: 'company',
        heading: m.company.heading,
        blocks: [
          facts(
            { term: m.company.name, detail: company },
            { term: m.company.street, detail: street },
            { term: m.company.city, detail: m.company.cityWithCode({ code, city }) },
            { term: m.company.country, detail: country },
          ),
        ],
      },
      {
        id: 'director',
        heading: m.director.heading,
        blocks: [text(m.director.represents({ company, director }))],
      },
      {
        id: 'contact',
        heading: m.contact.heading,
        blocks: [
          facts(
            { term: m.contact.email, detail: [mailLink(site)] },
            { term: m.contact.phone, detail: [phoneLink(site)] },
          ),
          text(m.contact.page({ contact: '/contact' })),
        ],
      },
      {
        id: 'register',
        heading: m.register.heading,
        blocks: [text(m.register.entry({ register: site.register }))],
      },
      {
        id: 'vat',
        heading: m.vat.heading,
        blocks: [text(m.vat.number({ vatId: site.vatId }))],
      },
      {
        id: 'responsible',
        heading: m.responsible.heading,
        blocks: [text(m.responsible.who({ director, street, code, city, country }))],
      },
      {
        id: 'disclaimer',
        heading: m.disclaimer.heading,
        blocks: [
          text(m.disclaimer.contents),
          text(m.disclaimer.links),
          text(m.disclaimer.copyright),
        ],
      },
    ],
  };
};
