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
  heading: 'Seus direitos segundo o GDPR',
  lead: 'O Regulamento Geral sobre a Proteção de Dados (GDPR) dá a você voz sobre o que acontece com os seus dados. Este aviso explica o que você pode pedir, como pedir e com que base legal agimos.',
  sections: [
    {
      id: 'controller',
      heading: 'Quem é responsável',
      blocks: [
        text([
          `O controlador é ${postalAddress(data.site)}, representado por ${data.site.managingDirector}. Fale conosco pelo endereço `,
          mailLink(data.site),
          '.',
        ]),
        text([
          'A ',
          { text: 'política de privacidade', href: '/privacy' },
          ' lista exatamente o que coletamos.',
        ]),
      ],
    },
    {
      id: 'rights',
      heading: 'Seus direitos',
      blocks: [
        gdprRights(),
        text(
          'Não deixamos a cargo de uma máquina nenhuma decisão que tenha efeito jurídico ou semelhante sobre você (art. 22).',
        ),
      ],
    },
    {
      id: 'requests',
      heading: 'Como exercê-los',
      blocks: [
        ...howToAsk(data),
        text(
          'Você recebe nossa resposta em até um mês após o seu pedido (art. 12(3)). Se não pudermos fazer o que você pede, explicamos o motivo e o que você pode fazer a respeito.',
        ),
      ],
    },
    { id: 'legal-bases', heading: 'Bases legais', blocks: [legalBases(data)] },
    {
      id: 'transfers',
      heading: 'Destinatários e transferências',
      blocks: [...recipients(data), ...transfers(data)],
    },
    { id: 'retention', heading: 'Prazos de retenção', blocks: [retention(data)] },
    {
      id: 'complaints',
      heading: 'Reclamações',
      blocks: [
        text(
          `Você pode apresentar uma reclamação a uma autoridade de proteção de dados: onde você mora, onde trabalha, onde acredita que a lei foi violada ou na nossa sede em ${data.site.address.city} (art. 77). Gostaríamos que você falasse antes conosco, mas isso não é obrigatório.`,
        ),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;
