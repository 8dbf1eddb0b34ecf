import type * as english from '../en/impressum.ts';
import { mailLink, phoneLink } from '../identity.ts';
import { text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = (({ site }) => {
  const { street, postalCode, city, country } = site.address;
  return {
    heading: 'Mentions légales',
    lead: 'L’« Impressum » exigé par le droit allemand : qui exploite ce site et comment nous joindre (§ 5 DDG).',
    sections: [
      {
        id: 'company',
        heading: 'Entreprise',
        blocks: [
          {
            kind: 'facts',
            items: [
              { term: 'Nom', detail: site.company },
              { term: 'Rue', detail: street },
              { term: 'Ville', detail: `${postalCode} ${city}` },
              { term: 'Pays', detail: country },
            ],
          },
        ],
      },
      {
        id: 'director',
        heading: 'Gérance',
        blocks: [text(`${site.company} est représentée par ${site.managingDirector}.`)],
      },
      {
        id: 'contact',
        heading: 'Contact',
        blocks: [
          {
            kind: 'facts',
            items: [
              { term: 'Adresse e-mail', detail: [mailLink(site)] },
              { term: 'Téléphone', detail: [phoneLink(site)] },
            ],
          },
          text([
            'Vous pouvez aussi utiliser la ',
            { text: 'page de contact', href: '/contact' },
            '.',
          ]),
        ],
      },
      {
        id: 'register',
        heading: 'Immatriculation',
        blocks: [text(`Inscription au registre du commerce : ${site.register}.`)],
      },
      {
        id: 'vat',
        heading: 'TVA',
        blocks: [
          text(
            `Numéro d’identification à la TVA selon le § 27a de la loi allemande relative à la TVA (UStG) : ${site.vatId}.`,
          ),
        ],
      },
      {
        id: 'responsible',
        heading: 'Responsable du contenu',
        blocks: [
          text(
            `Selon le § 18, al. 2, MStV : ${site.managingDirector}, ${street}, ${postalCode} ${city}, ${country}.`,
          ),
        ],
      },
      {
        id: 'disclaimer',
        heading: 'Responsabilité et droits d’auteur',
        blocks: [
          text(
            'Nous rédigeons ce site avec soin. Nous répondons de son contenu comme le prévoit la loi, mais nous ne promettons pas qu’il soit toujours complet et à jour.',
          ),
          text(
            'Si une page contient un lien vers un autre site, l’exploitant de cet autre site est responsable de son contenu. Si nous apprenons qu’un contenu lié enfreint la loi, nous retirons le lien.',
          ),
          text(
            'Les textes, les images et le code sont protégés par le droit d’auteur. Veuillez nous demander notre accord avant de les utiliser au-delà de ce que la loi permet.',
          ),
        ],
      },
    ],
  };
}) satisfies Translated<typeof english.content>;
