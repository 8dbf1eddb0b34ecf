import { mailLink, phoneLink } from '../identity.ts';
import { infoPage, text } from '../info-content.ts';

export const content = infoPage(({ site }) => {
  const { street, postalCode, city, country } = site.address;
  return {
    heading: 'Impressum',
    lead: 'The legal notice that German law requires: who runs this website and how to reach them (§ 5 DDG).',
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
          text(['You can also use the ', { text: 'contact page', href: '/contact' }, '.']),
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
            'We write this website with care. We are liable for its contents as the law provides, but do not promise that they are always complete and up to date.',
          ),
          text(
            'If a page links to another website, the operator of that website is responsible for its contents. If we learn that linked content breaks the law, we remove the link.',
          ),
          text(
            'Texts, pictures and code are protected by copyright. Please ask us before you use them beyond what the law allows.',
          ),
        ],
      },
    ],
  };
});
