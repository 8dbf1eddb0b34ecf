import { type InfoPageContent, text } from './info-content.ts';
import { mailLink, phoneLink } from './wording.ts';

export const content: InfoPageContent = ({ site }) => {
  const { street, postalCode, city, country } = site.address;
  return {
    heading: 'Impressum',
    lead: 'The legal notice that German law asks for: who is behind this website and how to reach them (§ 5 DDG).',
    sections: [
      {
        id: 'company',
        heading: 'Company',
        blocks: [
          {
            kind: 'facts',
            items: [
              { term: 'Name', detail: site.company },
              { term: 'Street', detail: street },
              { term: 'City', detail: `${postalCode} ${city}` },
              { term: 'Country', detail: country },
            ],
          },
        ],
      },
      {
        id: 'director',
        heading: 'Managing director',
        blocks: [text(`${site.company} is represented by ${site.managingDirector}.`)],
      },
      {
        id: 'contact',
        heading: 'Contact',
        blocks: [
          {
            kind: 'facts',
            items: [
              { term: 'E-mail', detail: [mailLink(site)] },
              { term: 'Phone', detail: [phoneLink(site)] },
            ],
          },
          text(['Or through the ', { text: 'contact page', href: '/contact' }, '.']),
        ],
      },
      {
        id: 'register',
        heading: 'Register entry',
        blocks: [text(`Entered in the commercial register: ${site.register}.`)],
      },
      {
        id: 'vat',
        heading: 'VAT',
        blocks: [
          text(
            `VAT identification number under § 27a of the German VAT Act (UStG): ${site.vatId}.`,
          ),
        ],
      },
      {
        id: 'responsible',
        heading: 'Responsible for content',
        blocks: [
          text(
            `Under § 18(2) MStV: ${site.managingDirector}, ${street}, ${postalCode} ${city}, ${country}.`,
          ),
        ],
      },
      {
        id: 'disclaimer',
        heading: 'Disclaimer',
        blocks: [
          text(
            'The contents of this website are written with care. We answer for them as the law provides, but do not promise that they are complete and up to date at every moment.',
          ),
          text(
            'Where a page links to the website of somebody else, its operator answers for what stands there. Should we learn that something linked to breaks the law, we remove the link.',
          ),
          text(
            'Texts, pictures and code are protected by copyright. To use them beyond what the law allows, please ask us first.',
          ),
        ],
      },
    ],
  };
};
