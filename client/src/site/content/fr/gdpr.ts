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
  heading: 'Vos droits selon le RGPD',
  lead: 'Le règlement général sur la protection des données vous donne votre mot à dire sur ce que deviennent les données qui vous concernent. Cette page explique ce que vous pouvez demander, comment le demander et sur quelle base juridique nous agissons.',
  sections: [
    {
      id: 'controller',
      heading: 'Qui est responsable',
      blocks: [
        text([
          `Le responsable du traitement est ${postalAddress(data.site)}, représenté par ${data.site.managingDirector}. Vous pouvez nous joindre à l’adresse `,
          mailLink(data.site),
          '.',
        ]),
        text([
          'La ',
          { text: 'politique de confidentialité', href: '/privacy' },
          ' énumère précisément ce que nous collectons.',
        ]),
      ],
    },
    {
      id: 'rights',
      heading: 'Vos droits',
      blocks: [
        gdprRights(),
        text(
          'Nous ne laissons à une machine aucune décision qui produise des effets juridiques ou similaires à votre égard (art. 22).',
        ),
      ],
    },
    {
      id: 'requests',
      heading: 'Comment les exercer',
      blocks: [
        ...howToAsk(data),
        text(
          'Vous recevez notre réponse dans un délai d’un mois à compter de votre demande (art. 12, par. 3). Si nous ne pouvons pas faire ce que vous demandez, nous vous disons pourquoi et quels recours vous avez.',
        ),
      ],
    },
    { id: 'legal-bases', heading: 'Bases juridiques', blocks: [legalBases(data)] },
    {
      id: 'transfers',
      heading: 'Destinataires et transferts',
      blocks: [...recipients(data), ...transfers(data)],
    },
    { id: 'retention', heading: 'Durées de conservation', blocks: [retention(data)] },
    {
      id: 'complaints',
      heading: 'Réclamations',
      blocks: [
        text(
          `Vous pouvez introduire une réclamation auprès d’une autorité de protection des données : là où vous vivez, là où vous travaillez, là où vous pensez que la loi a été enfreinte, ou à notre siège social, à ${data.site.address.city} (art. 77). Nous préférerions que vous nous en parliez d’abord, mais rien ne vous y oblige.`,
        ),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;
