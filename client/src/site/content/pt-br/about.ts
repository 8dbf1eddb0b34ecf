import type * as english from '../en/about.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = (({ site }) => ({
  heading: 'Toda história merece sua própria voz, em qualquer idioma',
  lead: `O ${site.brand} é um kit de dublagem com IA: transforma um vídeo finalizado em um vídeo finalizado em outro idioma.`,
  sections: [
    {
      id: 'mission',
      heading: 'Nossa missão',
      blocks: [
        text(
          'Queremos que as pessoas ouçam umas às outras. Dublar com qualidade para ir ao ar sempre foi lento e caro, por isso a maioria dos vídeos nunca é dublada. Criamos a ferramenta que muda isso sem baixar o padrão.',
        ),
      ],
    },
    {
      id: 'vision',
      heading: 'Nossa visão',
      blocks: [
        text(
          'Qualquer pessoa consegue acompanhar um vídeo, seja qual for o idioma em que ele foi feito. Uma voz dublada transmite tanta emoção quanto a original.',
        ),
      ],
    },
    {
      id: 'what-we-do',
      heading: 'O que fazemos',
      blocks: [
        text(
          `O ${site.brand} reúne tradução e síntese de voz para vídeo em um só processo de quatro etapas: análise multimodal, tradução cultural, síntese emocional e mixagem profissional. O resultado é áudio dublado pronto para ir ao ar, para a localização de vídeos.`,
        ),
        text(
          'Foi feito para criadores de conteúdo, grupos de mídia e empresas globais que querem alcançar públicos internacionais.',
        ),
      ],
    },
    {
      id: 'why-choose-us',
      heading: 'Por que nos escolher',
      blocks: [
        {
          kind: 'figures',
          items: [
            { value: '99,9%', label: 'de precisão' },
            { value: '50+', label: 'idiomas e dialetos' },
            { value: '10x', label: 'mais rápido que a dublagem manual ou tradicional' },
          ],
        },
        list(
          'Pronto para ir ao ar: uma mixagem finalizada, não um rascunho.',
          'Cada decisão de arquitetura busca a máxima qualidade.',
          'Os erros são detectados e corrigidos logo no início.',
          'Uma IA especializada para cada tarefa.',
          'O resultado rivaliza em qualidade com o trabalho manual.',
        ),
        text([
          'Veja na prática: ',
          { text: 'entre na lista de espera ou candidate-se ao beta', href: '/#signup' },
          '.',
        ]),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;
