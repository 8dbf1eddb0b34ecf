import type * as english from '../en/impressum.ts';
import { mailLink, phoneLink } from '../identity.ts';
import { text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = (({ site }) => {
  const { street, postalCode, city, country } = site.address;
  return {
    heading: 'Impressum',
    lead: 'Angaben gemäß § 5 DDG: wer diese Website betreibt und wie Sie uns erreichen.',
    sections: [
      {
        id: 'company',
        heading: 'Unternehmen',
        blocks: [
          {
            kind: 'facts',
            items: [
              { term: 'Name', detail: site.company },
              { term: 'Straße', detail: street },
              { term: 'Ort', detail: `${postalCode} ${city}` },
              { term: 'Land', detail: country },
            ],
          },
        ],
      },
      {
        id: 'director',
        heading: 'Geschäftsführung',
        blocks: [text(`${site.company} wird vertreten durch ${site.managingDirector}.`)],
      },
      {
        id: 'contact',
        heading: 'Kontakt',
        blocks: [
          {
            kind: 'facts',
            items: [
              { term: 'E-Mail', detail: [mailLink(site)] },
              { term: 'Telefon', detail: [phoneLink(site)] },
            ],
          },
          text(['Oder nutzen Sie die ', { text: 'Kontaktseite', href: '/contact' }, '.']),
        ],
      },
      {
        id: 'register',
        heading: 'Registereintrag',
        blocks: [text(`Eingetragen im Handelsregister: ${site.register}.`)],
      },
      {
        id: 'vat',
        heading: 'Umsatzsteuer',
        blocks: [text(`Umsatzsteuer-Identifikationsnummer gemäß § 27a UStG: ${site.vatId}.`)],
      },
      {
        id: 'responsible',
        heading: 'Verantwortlich für den Inhalt',
        blocks: [
          text(
            `Gemäß § 18 Abs. 2 MStV: ${site.managingDirector}, ${street}, ${postalCode} ${city}, ${country}.`,
          ),
        ],
      },
      {
        id: 'disclaimer',
        heading: 'Haftung und Urheberrecht',
        blocks: [
          text(
            'Wir schreiben diese Website mit Sorgfalt. Für ihre Inhalte haften wir nach den gesetzlichen Vorschriften, versprechen aber nicht, dass sie jederzeit vollständig und aktuell sind.',
          ),
          text(
            'Führt eine Seite zu einer anderen Website, so ist deren Betreiber für ihre Inhalte verantwortlich. Erfahren wir, dass verlinkte Inhalte gegen das Recht verstoßen, entfernen wir den Link.',
          ),
          text(
            'Texte, Bilder und Code sind urheberrechtlich geschützt. Bitte fragen Sie uns, bevor Sie sie über das gesetzlich Erlaubte hinaus verwenden.',
          ),
        ],
      },
    ],
  };
}) satisfies Translated<typeof english.content>;
