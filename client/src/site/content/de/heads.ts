import type * as english from '../en/heads.ts';
import type { PageHeads } from '../pages.ts';
import type { SocialImageText } from '../social-image.ts';
import type { Translated } from '../translated.ts';

export const heads: PageHeads = {
  '/': {
    title: ({ brand }) => `${brand}: sendefertige KI-Synchronisation in 50+ Sprachen`,
    description: ({ brand }) =>
      `${brand} synchronisiert Videos in 50+ Sprachen: 99,9\u00a0% Genauigkeit, 10x schneller als von Hand, sendefertig. Jetzt zur Warteliste oder Beta-Bewerbung.`,
    keywords: [
      'KI-Synchronisation',
      'Videolokalisierung',
      'Videoübersetzung',
      'Sprachsynthese',
      'sendefertige Synchronfassung',
    ],
  },
  '/about': {
    title: ({ brand }) => `Über ${brand}`,
    description: ({ brand }) =>
      `Warum es ${brand} gibt: unsere Mission, unsere Vision, was das Synchronwerkzeug leistet und warum das Ergebnis mit Handarbeit mithält.`,
    keywords: ['Über uns', 'KI-Synchronisation', 'Mission', 'Videolokalisierung'],
  },
  '/contact': {
    title: ({ brand }) => `Kontakt · ${brand}`,
    description: ({ brand }) =>
      `So erreichen Sie die Menschen hinter ${brand}: E-Mail, Telefon, Postanschrift und ein Formular, das Ihr eigenes E-Mail-Programm öffnet.`,
    keywords: ['Kontakt', 'Hilfe', 'KI-Synchronisation', 'E-Mail', 'Telefon'],
  },
  '/privacy': {
    title: ({ brand }) => `Datenschutzerklärung · ${brand}`,
    description: () =>
      'Was diese Website über Sie speichert, warum, wie lange und wer es bekommt, was sie nur mit Ihrer Einwilligung misst, und welche Rechte Sie haben.',
    keywords: ['Datenschutzerklärung', 'Datenschutz', 'personenbezogene Daten', 'Einwilligung'],
  },
  '/terms': {
    title: ({ brand }) => `Nutzungsbedingungen · ${brand}`,
    description: ({ brand }) =>
      `Die Bedingungen für diese Website, die Warteliste und die Beta von ${brand}: Nutzung, Verfügbarkeit, Rechte an Ihren Inhalten, Haftung und Recht.`,
    keywords: ['Nutzungsbedingungen', 'Lizenz', 'Rechte an Inhalten', 'Haftung'],
  },
  '/cookies': {
    title: ({ brand }) => `Cookie-Richtlinie · ${brand}`,
    description: () =>
      'Das eine Cookie, das diese Website setzt, was es enthält und wie lange, was nur mit Ihrer Einwilligung gemessen wird und wie Sie Ihre Wahl ändern.',
    keywords: ['Cookie-Richtlinie', 'Einwilligung', 'Analyse', 'Datenschutz'],
  },
  '/ccpa': {
    title: ({ brand }) => `CCPA-Hinweise für Kalifornien · ${brand}`,
    description: () =>
      'Ihre Rechte nach dem California Consumer Privacy Act: Auskunft, Löschung, Widerspruch und Gleichbehandlung. Wir antworten innerhalb von 45 Tagen.',
    keywords: ['CCPA', 'Kalifornien', 'Datenschutzrechte', 'Do not sell', 'Global Privacy Control'],
  },
  '/gdpr': {
    title: ({ brand }) => `Hinweise zur DSGVO · ${brand}`,
    description: () =>
      'Ihre Rechte nach der Datenschutz-Grundverordnung und wie Sie sie nutzen, Rechtsgrundlagen, Übermittlungen, Aufbewahrung. Wir antworten innerhalb eines Monats.',
    keywords: ['DSGVO', 'Datenschutz', 'Rechtsgrundlagen', 'Auskunftsrecht', 'Löschung'],
  },
  '/dpa': {
    title: ({ brand }) => `Vertrag zur Auftragsverarbeitung · ${brand}`,
    description: ({ brand }) =>
      `Wie ${brand} mit personenbezogenen Daten in Ihren Videos umgeht: Verantwortlicher und Auftragsverarbeiter, Sicherheit, Unterauftragnehmer, Pannen.`,
    keywords: [
      'Auftragsverarbeitung',
      'AVV',
      'Art. 28 DSGVO',
      'Auftragsverarbeiter',
      'Unterauftragnehmer',
    ],
  },
  '/impressum': {
    title: ({ brand }) => `Impressum · ${brand}`,
    description: ({ company }) =>
      `Impressum von ${company}: Anschrift, Geschäftsführung, Handelsregister, Umsatzsteuer-Identifikationsnummer, Kontakt und Haftung (§ 5 DDG).`,
    keywords: ['Impressum', 'Anbieterkennzeichnung', 'Unternehmen', 'Handelsregister', 'USt-IdNr.'],
  },
  'not-found': {
    title: ({ brand }) => `Seite nicht gefunden · ${brand}`,
    description: () => 'Unter dieser Adresse gibt es keine Seite dieser Website.',
    keywords: [],
  },
};

export const socialImageText: SocialImageText = {
  label: 'KI-Werkzeug zum Synchronisieren',
  headline: ['Sendefertig synchronisiert', 'in 50+ Sprachen.'],
};

export const socialImageAlt: typeof english.socialImageAlt = (headline) =>
  `„${headline}“ über einer Zeitleiste im Schnittprogramm: eine Originalspur und ihre synchronisierten Spuren.`;

export const unfinishedText = {
  text: 'Ein Teil dieser Seite konnte nicht geladen werden.',
  link: 'Neu laden',
} satisfies Translated<typeof english.unfinishedText>;

export const lossQuestion =
  'Wenn Sie die Sprache wechseln, geht Ihre Eingabe verloren. Möchten Sie wechseln?';
