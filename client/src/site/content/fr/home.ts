import type * as english from '../en/home.ts';
import type { Translated } from '../translated.ts';

export const heroContent = {
  heading: ['Doublage prêt à diffuser', 'en 50+ langues.'],
  intro: (brand) =>
    `${brand} est un outil de doublage par IA pour les créateurs de contenu, les médias et les entreprises qui s’adressent au monde entier.`,
  actions: [
    { type: 'notifyme', variant: 'notify', label: 'Prévenez-moi' },
    { type: 'beta', variant: 'beta', label: 'Postuler à la bêta' },
  ],
  statsLabel: 'En bref',
  stats: [
    { value: '99,9 %', label: 'de précision' },
    { value: '50+', label: 'langues et dialectes' },
    { value: '10x', label: 'plus rapide que le doublage manuel ou traditionnel' },
  ],
} as const satisfies Translated<typeof english.heroContent>;

export const timelineText = {
  label: 'Illustration',
  caption:
    'Illustration : une réplique sur une timeline de montage. La piste originale est en haut, la piste doublée en dessous. Des repères indiquent où les mots commencent et où les lèvres se ferment.',
  legend: 'Écouter la réplique en',
  play: 'Lecture',
  pause: 'Pause',
  theLine: ' de la réplique',
  original: 'VO',
  dubbed: 'Doublage',
  words: 'mot',
  lips: 'lèvres fermées : m, b, p',
  languages: {
    de: 'allemand',
    es: 'espagnol',
    fr: 'français',
    pt: 'portugais',
    ja: 'japonais',
    hi: 'hindi',
    ar: 'arabe',
  },
} satisfies Translated<typeof english.timelineText>;

export const pipelineContent = {
  heading: 'Une réplique, quatre étapes',
  intro:
    'Toutes les répliques suivent le même parcours. Chaque étape a un seul rôle et ne transmet que ce qu’elle a vérifié.',
  stages: [
    {
      id: 'analysis',
      title: 'Analyse multimodale',
      text: 'Image, parole et son sont analysés ensemble : qui parle, pour dire quoi, sur quel ton, et combien de temps les lèvres bougent.',
    },
    {
      id: 'translation',
      title: 'Adaptation culturelle',
      text: 'Pas de mot à mot. Expressions, noms et humour deviennent ce que l’on dirait vraiment, dans le temps que laisse l’image.',
    },
    {
      id: 'synthesis',
      title: 'Synthèse expressive',
      text: 'La nouvelle voix garde l’interprétation : rythme, intonation, souffle et émotion suivent la réplique d’origine.',
    },
    {
      id: 'mixing',
      title: 'Mixage professionnel',
      text: 'Voix, musique et effets trouvent leur équilibre dans une piste finie, prête à diffuser.',
    },
  ],
} as const satisfies Translated<typeof english.pipelineContent>;

export const benefitsContent = {
  heading: 'Ce que votre public entend',
  benefits: [
    {
      title: 'Prêt pour la diffusion',
      text: 'Vous recevez un mixage fini, pas une voix off approximative. Vous pouvez le diffuser ou le publier tel quel.',
    },
    {
      title: 'Une émotion intacte',
      text: 'Un murmure reste un murmure, une blague fait toujours rire. L’émotion de l’original survit au changement de langue.',
    },
    {
      title: 'La justesse culturelle',
      text: 'Dialecte, tutoiement ou vouvoiement, références : tout est choisi pour ceux qui écouteront.',
    },
    {
      title: 'Une production à toute échelle',
      text: 'Une vidéo ou tout un catalogue, une langue ou toutes : le même parcours, la même exigence.',
    },
  ],
} as const satisfies Translated<typeof english.benefitsContent>;

export const featuresContent = {
  heading: 'La fiche technique',
  sheet: [
    {
      term: 'Résultat',
      detail: 'Un doublage audio prêt à diffuser, pour la localisation de vidéos',
    },
    {
      term: 'Procédé',
      detail: 'Traduction et synthèse vocale de vidéos, en quatre étapes',
    },
  ],
  quality: {
    term: 'La qualité d’abord',
    points: [
      'Chaque choix d’architecture vise la meilleure qualité.',
      'Les erreurs sont repérées et corrigées tôt.',
      'Une IA spécialisée pour chaque tâche.',
      'Un résultat qui rivalise en qualité avec le travail manuel.',
    ],
  },
} as const satisfies Translated<typeof english.featuresContent>;

export const signupIntroContent = {
  heading: 'Soyez parmi les premiers à découvrir le doublage nouvelle génération',
  intro:
    'Rejoignez la liste d’attente : nous vous écrirons au lancement. Ou postulez à la bêta pour doubler vos vidéos avant les autres.',
} satisfies Translated<typeof english.signupIntroContent>;
