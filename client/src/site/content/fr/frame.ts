import type * as english from '../en/frame.ts';
import type { Translated } from '../translated.ts';

export const sectionLinks = [
  { id: 'features', label: 'Fonctions' },
  { id: 'pipeline', label: 'Étapes' },
  { id: 'benefits', label: 'Atouts' },
] as const satisfies Translated<typeof english.sectionLinks>;

export const callsToAction = [
  { type: 'notifyme', variant: 'notify', label: 'Prévenez-moi', done: 'Sur la liste' },
  { type: 'beta', variant: 'beta', label: 'Accès bêta', done: 'Accès demandé' },
] as const satisfies Translated<typeof english.callsToAction>;

export const navigationText = {
  skip: 'Aller au contenu',
  mainNav: 'Navigation principale',
  menu: 'Menu',
  language: 'Langue',
  closeMenu: 'Fermer le menu',
  backHome: 'Retour à l’accueil',
  home: (brand) => `${brand}, accueil`,
} satisfies Translated<typeof english.navigationText>;

export const toastText = {
  region: 'Notifications',
  dismiss: 'Fermer',
} satisfies Translated<typeof english.toastText>;

export const footerText = {
  nav: 'Pied de page',
  tagline: 'Le doublage vidéo par IA. Prêt à diffuser, en 50+ langues.',
  groups: { product: 'Produit', company: 'Entreprise', legal: 'Informations légales' },
  signup: 'Inscription',
  privacyControls: 'Mesure d’audience : votre choix',
  cookieSettings: 'Paramètres des cookies',
  turnOff: 'Désactiver la mesure',
  state: {
    unknown: '',
    refused: 'La mesure d’audience est désactivée.',
    granted: 'La mesure d’audience est activée.',
  },
  changeChoice: 'Modifier mon choix',
  gpc: 'Votre navigateur envoie le signal « Global Privacy Control ». Nous le respectons : la mesure d’audience est désactivée.',
} satisfies Translated<typeof english.footerText>;

export const pageLabels = {
  '/': 'Accueil',
  '/about': 'À propos',
  '/contact': 'Contact',
  '/privacy': 'Confidentialité',
  '/terms': 'Conditions d’utilisation',
  '/cookies': 'Cookies',
  '/ccpa': 'CCPA',
  '/gdpr': 'RGPD',
  '/dpa': 'Sous-traitance (DPA)',
  '/impressum': 'Mentions légales',
} satisfies Translated<typeof english.pageLabels>;

export const failedContent = {
  heading: 'Une erreur s’est produite sur cette page',
  text: 'L’erreur est survenue sur votre appareil. Rien à son sujet n’a été transmis à qui que ce soit.',
  link: 'Recharger la page',
} satisfies Translated<typeof english.failedContent>;
