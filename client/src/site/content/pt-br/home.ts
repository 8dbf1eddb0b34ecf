import type * as english from '../en/home.ts';
import type { Translated } from '../translated.ts';

export const heroContent = {
  heading: ['Dublagem pronta para ir', 'ao\u00a0ar em 50+ idiomas.'],
  intro: (brand) =>
    `O ${brand} é um kit de dublagem com IA para criadores de conteúdo, grupos de mídia e empresas globais.`,
  actions: [
    { type: 'notifyme', variant: 'notify', label: 'Avise-me' },
    { type: 'beta', variant: 'beta', label: 'Candidate-se ao beta' },
  ],
  statsLabel: 'Em números',
  stats: [
    { value: '99,9%', label: 'de precisão' },
    { value: '50+', label: 'idiomas e dialetos' },
    { value: '10x', label: 'mais rápido que a dublagem manual ou tradicional' },
  ],
} as const satisfies Translated<typeof english.heroContent>;

export const timelineText = {
  label: 'Ilustração',
  caption:
    'Ilustração: uma fala em uma linha do tempo. A faixa original está em cima e a faixa dublada, embaixo. As marcas mostram onde as palavras começam e onde os lábios se fecham.',
  legend: 'Tocar a fala em',
  play: 'Tocar',
  pause: 'Pausar',
  theLine: ' a fala',
  original: 'Original',
  dubbed: 'Dublado',
  words: 'palavra',
  lips: 'lábios fechados: m, b, p',
  languages: {
    de: 'alemão',
    es: 'espanhol',
    fr: 'francês',
    pt: 'português',
    ja: 'japonês',
    hi: 'híndi',
    ar: 'árabe',
  },
} satisfies Translated<typeof english.timelineText>;

export const pipelineContent = {
  heading: 'Uma fala, quatro etapas',
  intro:
    'Toda fala passa pelo mesmo processo. Cada etapa tem uma única função e só passa adiante o que já conferiu.',
  stages: [
    {
      id: 'analysis',
      title: 'Análise multimodal',
      text: 'Imagem, fala e som são analisados em conjunto: quem fala, o que diz, como diz e por quanto tempo os lábios se movem.',
    },
    {
      id: 'translation',
      title: 'Tradução cultural',
      text: 'Nada de palavra por palavra. Expressões, nomes e humor viram o que as pessoas diriam de verdade, no tempo que a imagem permite.',
    },
    {
      id: 'synthesis',
      title: 'Síntese emocional',
      text: 'A nova voz preserva a interpretação: ritmo, ênfase, respiração e emoção acompanham a fala original.',
    },
    {
      id: 'mixing',
      title: 'Mixagem profissional',
      text: 'Voz, música e efeitos se equilibram em uma só faixa, finalizada e pronta para ir ao ar.',
    },
  ],
} as const satisfies Translated<typeof english.pipelineContent>;

export const benefitsContent = {
  heading: 'O que chega ao seu público',
  benefits: [
    {
      title: 'Qualidade para ir ao ar',
      text: 'O resultado é uma mixagem finalizada, não um voice-over improvisado. Dá para exibir ou publicar do jeito que está.',
    },
    {
      title: 'Emoção autêntica',
      text: 'Um sussurro continua sendo um sussurro, e a piada continua tendo graça. A emoção do original sobrevive à troca de idioma.',
    },
    {
      title: 'Precisão cultural',
      text: 'Dialetos, formas de tratamento e referências combinam com quem vai ouvir.',
    },
    {
      title: 'Produção em qualquer escala',
      text: 'Um vídeo ou um catálogo inteiro, um idioma ou todos: o mesmo processo, o mesmo padrão.',
    },
  ],
} as const satisfies Translated<typeof english.benefitsContent>;

export const featuresContent = {
  heading: 'Ficha técnica',
  sheet: [
    {
      term: 'Resultado',
      detail: 'Áudio dublado pronto para ir ao ar, para a localização de vídeos',
    },
    { term: 'Processo', detail: 'Tradução e síntese de voz para vídeo, em quatro etapas' },
  ],
  quality: {
    term: 'Qualidade em primeiro lugar',
    points: [
      'Cada decisão de arquitetura busca a máxima qualidade.',
      'Os erros são detectados e corrigidos logo no início.',
      'Uma IA especializada para cada tarefa.',
      'O resultado rivaliza em qualidade com o trabalho manual.',
    ],
  },
} as const satisfies Translated<typeof english.featuresContent>;

export const signupIntroContent = {
  heading: 'Esteja entre os primeiros a experimentar a dublagem de nova geração',
  intro:
    'Entre na lista de espera e receba notícias nossas no lançamento. Ou candidate-se ao beta e duble seus próprios vídeos antes de todo mundo.',
} satisfies Translated<typeof english.signupIntroContent>;
