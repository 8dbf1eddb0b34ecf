import type * as english from '../en/home.ts';
import type { Translated } from '../translated.ts';

export const heroContent = {
  heading: ['Doblaje listo para emitir', 'en 50+ idiomas.'],
  intro: (brand) =>
    `${brand} es una herramienta de doblaje con IA para creadores de contenido, medios de comunicación y empresas globales.`,
  actions: [
    { type: 'notifyme', variant: 'notify', label: 'Avísame' },
    { type: 'beta', variant: 'beta', label: 'Solicitar acceso beta' },
  ],
  statsLabel: 'De un vistazo',
  stats: [
    { value: '99,9\u00a0%', label: 'de precisión' },
    { value: '50+', label: 'idiomas y dialectos' },
    { value: '10x', label: 'más rápido que el doblaje manual o tradicional' },
  ],
} as const satisfies Translated<typeof english.heroContent>;

export const timelineText = {
  label: 'Ilustración',
  caption:
    'Ilustración: una frase hablada en una línea de tiempo. Arriba está la pista original; debajo, la pista doblada. Las marcas señalan dónde empiezan las palabras y dónde se cierran los labios.',
  legend: 'Reproducir la frase en',
  play: 'Escuchar',
  pause: 'Pausar',
  theLine: ' la frase',
  original: 'Original',
  dubbed: 'Doblaje',
  words: 'palabra',
  lips: 'cierre labial: m, b, p',
  languages: {
    de: 'alemán',
    es: 'español',
    fr: 'francés',
    pt: 'portugués',
    ja: 'japonés',
    hi: 'hindi',
    ar: 'árabe',
  },
} satisfies Translated<typeof english.timelineText>;

export const pipelineContent = {
  heading: 'Una frase, cuatro etapas',
  intro:
    'Cada frase recorre el mismo camino. Cada etapa tiene una sola tarea y solo entrega lo que ya ha comprobado.',
  stages: [
    {
      id: 'analysis',
      title: 'Análisis multimodal',
      text: 'Imagen, voz y sonido se analizan juntos: quién habla, qué dice, cómo lo dice y durante cuánto tiempo mueve los labios.',
    },
    {
      id: 'translation',
      title: 'Traducción cultural',
      text: 'Nada de palabra por palabra. Los modismos, los nombres y el humor se convierten en lo que la gente diría de verdad, en el tiempo que permite la imagen.',
    },
    {
      id: 'synthesis',
      title: 'Síntesis emocional',
      text: 'La nueva voz conserva la interpretación: el ritmo, el énfasis, la respiración y la emoción siguen a la frase original.',
    },
    {
      id: 'mixing',
      title: 'Mezcla profesional',
      text: 'Voz, música y efectos se equilibran en una sola pista, terminada y lista para emitir.',
    },
  ],
} as const satisfies Translated<typeof english.pipelineContent>;

export const benefitsContent = {
  heading: 'Lo que llega a tu público',
  benefits: [
    {
      title: 'Calidad de emisión',
      text: 'Recibes una mezcla terminada, no una voz en off provisional. Puedes emitirla o publicarla tal cual.',
    },
    {
      title: 'Autenticidad emocional',
      text: 'Un susurro sigue siendo un susurro y un chiste sigue teniendo gracia. La emoción del original sobrevive al cambio de idioma.',
    },
    {
      title: 'Precisión cultural',
      text: 'Los dialectos, el tú o el usted y las referencias se adaptan a quienes van a escuchar.',
    },
    {
      title: 'Producción a cualquier escala',
      text: 'Un video o un catálogo entero, un idioma o todos: el mismo proceso, la misma exigencia.',
    },
  ],
} as const satisfies Translated<typeof english.benefitsContent>;

export const featuresContent = {
  heading: 'La ficha técnica',
  sheet: [
    { term: 'Resultado', detail: 'Audio doblado y listo para emitir, para localizar videos' },
    { term: 'Proceso', detail: 'Traducción y síntesis de voz para video, en cuatro etapas' },
  ],
  quality: {
    term: 'La calidad, primero',
    points: [
      'Cada decisión de arquitectura busca la máxima calidad.',
      'Los errores se detectan y se corrigen cuanto antes.',
      'Una IA especializada para cada tarea.',
      'El resultado rivaliza en calidad con el trabajo manual.',
    ],
  },
} as const satisfies Translated<typeof english.featuresContent>;

export const signupIntroContent = {
  heading: 'Sé de los primeros en descubrir el doblaje de nueva generación',
  intro:
    'Únete a la lista de espera para enterarte del lanzamiento, o solicita acceso a la beta para doblar tus propios videos antes que los demás.',
} satisfies Translated<typeof english.signupIntroContent>;
