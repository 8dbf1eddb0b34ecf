import type * as english from '../en/heads.ts';
import type { PageHeads } from '../pages.ts';
import type { SocialImageText } from '../social-image.ts';
import type { Translated } from '../translated.ts';

export const heads: PageHeads = {
  '/': {
    title: ({ brand }) => `${brand} : doublage IA prêt à diffuser, en 50+ langues`,
    description: ({ brand }) =>
      `${brand} double vos vidéos en 50+ langues : 99,9 % de précision, 10x plus vite qu’à la main, prêt à diffuser. Liste d’attente ou candidature à la bêta.`,
    keywords: [
      'doublage IA',
      'localisation de vidéos',
      'traduction de vidéos',
      'synthèse vocale',
      'doublage prêt à diffuser',
    ],
  },
  '/about': {
    title: ({ brand }) => `À propos de ${brand}`,
    description: ({ brand }) =>
      `Pourquoi nous créons ${brand} : notre mission, notre vision, ce que fait l’outil de doublage et pourquoi il rivalise avec le travail manuel.`,
    keywords: ['à propos', 'entreprise de doublage IA', 'notre mission', 'localisation de vidéos'],
  },
  '/contact': {
    title: ({ brand }) => `Contact · ${brand}`,
    description: ({ brand }) =>
      `Comment joindre l’équipe de ${brand} : e-mail, téléphone, adresse postale et un formulaire qui ouvre votre logiciel de messagerie.`,
    keywords: ['nous contacter', 'assistance', 'doublage IA', 'adresse e-mail', 'téléphone'],
  },
  '/privacy': {
    title: ({ brand }) => `Politique de confidentialité · ${brand}`,
    description: () =>
      'Ce que ce site conserve sur vous, pourquoi, combien de temps et qui le reçoit, ce qu’il ne mesure qu’avec votre consentement, et vos droits.',
    keywords: [
      'politique de confidentialité',
      'protection des données',
      'données personnelles',
      'consentement',
    ],
  },
  '/terms': {
    title: ({ brand }) => `Conditions d’utilisation · ${brand}`,
    description: ({ brand }) =>
      `Les conditions de ce site, de la liste d’attente et de la bêta ${brand} : usage permis, disponibilité, vos contenus, responsabilité et droit applicable.`,
    keywords: [
      'conditions d’utilisation',
      'droit d’utilisation',
      'propriété des contenus',
      'responsabilité',
    ],
  },
  '/cookies': {
    title: ({ brand }) => `Politique relative aux cookies · ${brand}`,
    description: () =>
      'Le seul cookie de ce site, ce qu’il contient et pour combien de temps, ce qui n’est mesuré qu’avec votre consentement, et comment modifier votre choix.',
    keywords: ['politique relative aux cookies', 'consentement', 'mesure d’audience', 'vie privée'],
  },
  '/ccpa': {
    title: ({ brand }) => `CCPA : vos droits en Californie · ${brand}`,
    description: () =>
      'Vos droits selon le California Consumer Privacy Act : savoir, supprimer, vous opposer, ne pas subir de discrimination. Réponse sous 45 jours.',
    keywords: [
      'CCPA',
      'Californie',
      'droits sur les données',
      'refus de la vente de données',
      'Global Privacy Control',
    ],
  },
  '/gdpr': {
    title: ({ brand }) => `Vos droits selon le RGPD · ${brand}`,
    description: () =>
      'Vos droits selon le règlement général sur la protection des données, comment les exercer, bases juridiques, transferts, durées. Réponse sous un mois.',
    keywords: ['RGPD', 'protection des données', 'bases juridiques', 'droit d’accès', 'effacement'],
  },
  '/dpa': {
    title: ({ brand }) => `Accord de sous-traitance des données · ${brand}`,
    description: ({ brand }) =>
      `Comment ${brand} traite les données personnelles de vos vidéos : responsable du traitement et sous-traitant, détails, sécurité, violations de données.`,
    keywords: [
      'accord de sous-traitance',
      'DPA',
      'art. 28 RGPD',
      'sous-traitant',
      'sous-traitants ultérieurs',
    ],
  },
  '/impressum': {
    title: ({ brand }) => `Mentions légales · ${brand}`,
    description: ({ company }) =>
      `Mentions légales de droit allemand : ${company}, adresse, gérance, registre du commerce, numéro de TVA, contact et responsabilité (§ 5 DDG).`,
    keywords: ['mentions légales', 'Impressum', 'entreprise', 'registre du commerce', 'TVA'],
  },
  'not-found': {
    title: ({ brand }) => `Page introuvable · ${brand}`,
    description: () => 'Aucune page de ce site ne se trouve à cette adresse.',
    keywords: [],
  },
};

export const socialImageText: SocialImageText = {
  label: 'Outil de doublage par IA',
  headline: ['Doublage prêt à diffuser', 'en 50+ langues.'],
};

export const socialImageAlt: typeof english.socialImageAlt = (headline) =>
  `« ${headline} » au-dessus d’une timeline de montage : une piste originale et ses pistes doublées.`;

export const unfinishedText = {
  text: 'Une partie de cette page n’a pas pu être chargée.',
  link: 'Recharger la page',
} satisfies Translated<typeof english.unfinishedText>;

export const lossQuestion =
  'Si vous changez de langue, votre saisie sera perdue. Voulez-vous changer ?';
