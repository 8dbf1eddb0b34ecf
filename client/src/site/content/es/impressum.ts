import type * as english from '../en/impressum.ts';
import { mailLink, phoneLink } from '../identity.ts';
import { text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = (({ site }) => {
  const { street, postalCode, city, country } = site.address;
  return {
    heading: 'Aviso legal (Impressum)',
    lead: 'El aviso que exige la ley alemana: quién gestiona este sitio web y cómo ponerse en contacto (§ 5 de la DDG).',
    sections: [
      {
        id: 'company',
        heading: 'Empresa',
        blocks: [
          {
            kind: 'facts',
            items: [
              { term: 'Nombre', detail: site.company },
              { term: 'Calle', detail: street },
              { term: 'Ciudad', detail: `${postalCode} ${city}` },
              { term: 'País', detail: country },
            ],
          },
        ],
      },
      {
        id: 'director',
        heading: 'Gerencia',
        blocks: [text(`Representante legal de ${site.company}: ${site.managingDirector}.`)],
      },
      {
        id: 'contact',
        heading: 'Contacto',
        blocks: [
          {
            kind: 'facts',
            items: [
              { term: 'Correo electrónico', detail: [mailLink(site)] },
              { term: 'Teléfono', detail: [phoneLink(site)] },
            ],
          },
          text(['También puedes usar la ', { text: 'página de contacto', href: '/contact' }, '.']),
        ],
      },
      {
        id: 'register',
        heading: 'Inscripción registral',
        blocks: [text(`Inscrita en el registro mercantil: ${site.register}.`)],
      },
      {
        id: 'vat',
        heading: 'IVA',
        blocks: [
          text(
            `Número de identificación a efectos del IVA según el § 27a de la ley alemana del IVA (UStG): ${site.vatId}.`,
          ),
        ],
      },
      {
        id: 'responsible',
        heading: 'Responsable del contenido',
        blocks: [
          text(
            `Según el § 18, apdo. 2, del MStV: ${site.managingDirector}, ${street}, ${postalCode} ${city}, ${country}.`,
          ),
        ],
      },
      {
        id: 'disclaimer',
        heading: 'Exención de responsabilidad',
        blocks: [
          text(
            'Elaboramos este sitio web con cuidado. Respondemos de su contenido según lo previsto por la ley, pero no prometemos que esté siempre completo y al día.',
          ),
          text(
            'Si una página enlaza a otro sitio web, quien lo gestiona es responsable de su contenido. Si llegamos a saber que un contenido enlazado infringe la ley, eliminamos el enlace.',
          ),
          text(
            'Los textos, las imágenes y el código están protegidos por derechos de autor. Pídenos permiso antes de usarlos más allá de lo que permite la ley.',
          ),
        ],
      },
    ],
  };
}) satisfies Translated<typeof english.content>;
