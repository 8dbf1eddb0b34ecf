import type * as english from '../en/frame.ts';
import type { Translated } from '../translated.ts';

export const sectionLinks = [
  { id: 'features', label: 'Funktionen' },
  { id: 'pipeline', label: 'Ablauf' },
  { id: 'benefits', label: 'Vorteile' },
] as const satisfies Translated<typeof english.sectionLinks>;

export const callsToAction = [
  { type: 'notifyme', variant: 'notify', label: 'Warteliste', done: 'Eingetragen' },
  { type: 'beta', variant: 'beta', label: 'Beta-Zugang', done: 'Beworben' },
] as const satisfies Translated<typeof english.callsToAction>;

export const navigationText = {
  skip: 'Zum Inhalt springen',
  mainNav: 'Hauptnavigation',
  menu: 'Menü',
  language: 'Sprache',
  closeMenu: 'Menü schließen',
  backHome: 'Zurück zur Startseite',
  home: (brand) => `${brand}, Startseite`,
} satisfies Translated<typeof english.navigationText>;

export const toastText = {
  region: 'Mitteilungen',
  dismiss: 'Schließen',
} satisfies Translated<typeof english.toastText>;

export const footerText = {
  nav: 'Fußzeile',
  tagline: 'KI-Synchronisation für Video. Sendefertig, in 50+ Sprachen.',
  groups: { product: 'Produkt', company: 'Unternehmen', legal: 'Rechtliches' },
  signup: 'Anmelden',
  privacyControls: 'Ihre Wahl zur Analyse',
  cookieSettings: 'Cookie-Einstellungen',
  turnOff: 'Analyse ausschalten',
  state: {
    unknown: '',
    refused: 'Die Analyse ist ausgeschaltet.',
    granted: 'Die Analyse ist eingeschaltet.',
  },
  changeChoice: 'Meine Wahl ändern',
  gpc: 'Ihr Browser sendet das Signal „Global Privacy Control“. Wir richten uns danach: Die Analyse ist ausgeschaltet.',
} satisfies Translated<typeof english.footerText>;

export const pageLabels = {
  '/': 'Startseite',
  '/about': 'Über uns',
  '/contact': 'Kontakt',
  '/privacy': 'Datenschutz',
  '/terms': 'Nutzungsbedingungen',
  '/cookies': 'Cookie-Richtlinie',
  '/ccpa': 'CCPA',
  '/gdpr': 'DSGVO',
  '/dpa': 'Auftragsverarbeitung',
  '/impressum': 'Impressum',
} satisfies Translated<typeof english.pageLabels>;

export const failedContent = {
  heading: 'Auf dieser Seite ist etwas schiefgegangen',
  text: 'Der Fehler ist auf Ihrem Gerät passiert. Es wurde nichts darüber gesendet.',
  link: 'Seite neu laden',
} satisfies Translated<typeof english.failedContent>;
