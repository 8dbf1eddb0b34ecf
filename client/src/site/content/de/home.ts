import type * as english from '../en/home.ts';
import type { Translated } from '../translated.ts';

export const heroContent = {
  heading: ['Sendefertig synchronisiert', 'in 50+ Sprachen.'],
  intro: (brand) =>
    `${brand} ist ein KI-Werkzeug zum Synchronisieren: für Creator, Medienhäuser und Unternehmen, die weltweit gehört werden wollen.`,
  actions: [
    { type: 'notifyme', variant: 'notify', label: 'Benachrichtigen Sie mich' },
    { type: 'beta', variant: 'beta', label: 'Für die Beta bewerben' },
  ],
  statsLabel: 'Auf einen Blick',
  stats: [
    { value: '99,9\u00a0%', label: 'Genauigkeit' },
    { value: '50+', label: 'Sprachen und Dialekte' },
    { value: '10x', label: 'schneller als Synchronisation von Hand oder im Studio' },
  ],
} as const satisfies Translated<typeof english.heroContent>;

export const timelineText = {
  label: 'Illustration',
  caption:
    'Illustration: ein gesprochener Satz als Zeitleiste. Oben liegt die Originalspur, darunter die synchronisierte Spur. Markierungen zeigen, wo Wörter beginnen und wo sich die Lippen schließen.',
  legend: 'Satz abspielen auf',
  play: 'Abspielen',
  pause: 'Pause',
  theLine: ' (der Satz)',
  original: 'Original',
  dubbed: 'Synchron',
  words: 'Wort',
  lips: 'Lippen zu: m, b, p',
  languages: {
    de: 'Deutsch',
    es: 'Spanisch',
    fr: 'Französisch',
    pt: 'Portugiesisch',
    ja: 'Japanisch',
    hi: 'Hindi',
    ar: 'Arabisch',
  },
} satisfies Translated<typeof english.timelineText>;

export const pipelineContent = {
  heading: 'Ein Satz, vier Stationen',
  intro:
    'Jeder gesprochene Satz nimmt denselben Weg. Jede Station hat eine Aufgabe und gibt nur weiter, was sie geprüft hat.',
  stages: [
    {
      id: 'analysis',
      title: 'Multimodale Analyse',
      text: 'Bild, Sprache und Ton werden gemeinsam ausgewertet: wer spricht, was gesagt wird, wie es klingt und wie lange sich die Lippen bewegen.',
    },
    {
      id: 'translation',
      title: 'Kulturelle Übersetzung',
      text: 'Nicht Wort für Wort. Aus Redensarten, Namen und Humor wird, was man wirklich sagen würde, in der Zeit, die das Bild lässt.',
    },
    {
      id: 'synthesis',
      title: 'Emotionale Synthese',
      text: 'Die neue Stimme bewahrt den Ausdruck: Tempo, Betonung, Atem und Gefühl folgen dem Original.',
    },
    {
      id: 'mixing',
      title: 'Professionelle Mischung',
      text: 'Stimme, Musik und Effekte werden zu einer fertigen, sendefähigen Spur abgemischt.',
    },
  ],
} as const satisfies Translated<typeof english.pipelineContent>;

export const benefitsContent = {
  heading: 'Was bei Ihrem Publikum ankommt',
  benefits: [
    {
      title: 'Sendefertige Qualität',
      text: 'Sie bekommen eine fertige Mischung, kein grobes Voice-over. Sie können sie so senden oder veröffentlichen, wie sie ist.',
    },
    {
      title: 'Echte Gefühle',
      text: 'Ein Flüstern bleibt ein Flüstern, und die Pointe sitzt. Das Gefühl des Originals übersteht den Sprachwechsel.',
    },
    {
      title: 'Kulturell stimmig',
      text: 'Dialekte, Anrede und Anspielungen passen zu den Menschen, die zuhören.',
    },
    {
      title: 'Produktion in jeder Größe',
      text: 'Ein Video oder ein ganzer Katalog, eine Sprache oder alle: derselbe Ablauf, derselbe Anspruch.',
    },
  ],
} as const satisfies Translated<typeof english.benefitsContent>;

export const featuresContent = {
  heading: 'Das Datenblatt',
  sheet: [
    { term: 'Ergebnis', detail: 'Sendefertiger Synchronton für die Lokalisierung von Videos' },
    { term: 'Verfahren', detail: 'Übersetzung und Sprachsynthese von Videos, in vier Stationen' },
  ],
  quality: {
    term: 'Qualität zuerst',
    points: [
      'Jede Entscheidung in der Architektur dient der Qualität.',
      'Fehler werden früh erkannt und behoben.',
      'Für jede Aufgabe eine spezialisierte KI.',
      'In der Qualität kann das Ergebnis mit Handarbeit mithalten.',
    ],
  },
} as const satisfies Translated<typeof english.featuresContent>;

export const signupIntroContent = {
  heading: 'Erleben Sie als Erste die Synchronisation von morgen',
  intro:
    'Setzen Sie sich auf die Warteliste, und wir melden uns zum Start. Oder bewerben Sie sich für die Beta und synchronisieren Sie Ihre Videos vor allen anderen.',
} satisfies Translated<typeof english.signupIntroContent>;
