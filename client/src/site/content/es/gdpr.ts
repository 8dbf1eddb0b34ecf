import type * as english from '../en/gdpr.ts';
import { mailLink, postalAddress } from '../identity.ts';
import { text } from '../info-content.ts';
import type { Translated } from '../translated.ts';
import {
  gdprRights,
  howToAsk,
  legalBases,
  recipients,
  retention,
  transfers,
} from './processing.ts';

export const content = ((data) => ({
  heading: 'Tus derechos según el RGPD',
  lead: 'El Reglamento General de Protección de Datos te da voz sobre lo que ocurre con los datos que te conciernen. Este aviso explica qué puedes pedir, cómo pedirlo y en qué base jurídica nos apoyamos.',
  sections: [
    {
      id: 'controller',
      heading: 'Quién es el responsable',
      blocks: [
        text([
          `El responsable del tratamiento es ${postalAddress(data.site)}, con ${data.site.managingDirector} como representante legal. Puedes escribirnos a `,
          mailLink(data.site),
          '.',
        ]),
        text([
          'La ',
          { text: 'política de privacidad', href: '/privacy' },
          ' enumera exactamente lo que recopilamos.',
        ]),
      ],
    },
    {
      id: 'rights',
      heading: 'Tus derechos',
      blocks: [
        gdprRights(),
        text(
          'No dejamos en manos de una máquina ninguna decisión que tenga efectos jurídicos o similares sobre ti (art. 22).',
        ),
      ],
    },
    {
      id: 'requests',
      heading: 'Cómo ejercerlos',
      blocks: [
        ...howToAsk(data),
        text(
          'Recibirás nuestra respuesta en el plazo de un mes desde tu solicitud (art. 12, apdo. 3). Si no podemos hacer lo que pides, te decimos por qué y qué puedes hacer al respecto.',
        ),
      ],
    },
    { id: 'legal-bases', heading: 'Bases jurídicas', blocks: [legalBases(data)] },
    {
      id: 'transfers',
      heading: 'Destinatarios y transferencias',
      blocks: [...recipients(data), ...transfers(data)],
    },
    { id: 'retention', heading: 'Plazos de conservación', blocks: [retention(data)] },
    {
      id: 'complaints',
      heading: 'Reclamaciones',
      blocks: [
        text(
          `Puedes presentar una reclamación ante una autoridad de protección de datos: donde vives, donde trabajas, donde creas que se infringió la ley o en nuestro domicilio social, en ${data.site.address.city} (art. 77). Nos gustaría que nos lo contaras antes, pero no tienes que consultarnos.`,
        ),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;
