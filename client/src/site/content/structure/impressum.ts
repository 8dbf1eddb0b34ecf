import type { Law } from '#shared/law';
import type { PageData } from '#shared/page';
import { lawFor, mailLink, phoneLink, townOf } from '../identity.ts';
import { type Block, facts, type InfoContent, type InfoSection, text } from '../info-content.ts';
import { impressum as m } from '../site-messages.ts';
import { arbitration } from './processing.ts';

/** What the law wants; which one, the reader learns where it has a name for this notice. */
const lead: Readonly<Record<Law, string>> = { ...m.lead, us: m.lead.general };

export const content = ({ site }: PageData): InfoContent => {
  const { company, phone, register, vatId, managingDirector: director } = site;
  const { street, country } = site.address;
  const law = lawFor(site);
  return {
    heading: m.heading,
    lead: lead[law],
    sections: [
      {
        id: 'company',
        heading: m.company.heading,
        blocks: [
          facts(
            { term: m.company.name, detail: company },
            { term: m.company.street, detail: street },
            { term: m.company.city, detail: m.company.cityWithCode(townOf(site.address)) },
            { term: m.company.country, detail: country },
          ),
        ],
      },
      ...section(
        'director',
        m.director.heading,
        director && text(m.director.represents({ company, director })),
      ),
      {
        id: 'contact',
        heading: m.contact.heading,
        blocks: [
          facts(
            { term: m.contact.email, detail: [mailLink(site)] },
            !!phone && { term: m.contact.phone, detail: [phoneLink(phone)] },
          ),
          text(m.contact.page({ contact: '/contact' })),
        ],
      },
      ...section('register', m.register.heading, register && text(m.register.entry({ register }))),
      ...section(
        'vat',
        m.vat.heading,
        vatId && text(law === 'de' ? m.vat.german({ vatId }) : m.vat.number({ vatId })),
      ),
      ...section('responsible', m.responsible.heading, responsible(site, law)),
      ...section('further', m.further, site.furtherDetails && text(site.furtherDetails)),
      ...section('arbitration', m.arbitration, arbitration({ site })[0]),
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

/** Returns a section of one block, or none where the site has nothing to say in it. */
const section = (
  id: string,
  heading: string,
  block: Block | '' | null | undefined,
): InfoSection[] => (block ? [{ id, heading, blocks: [block] }] : []);

function responsible({ company, managingDirector, address }: PageData['site'], law: Law) {
  const { street, postalCode: code, city, country } = address;
  const director = managingDirector ?? company;
  if (law === 'de') return text(m.responsible.german({ director, street, code, city, country }));
  return law === 'at' ? text(m.responsible.austrian({ company, city, country })) : null;
}
