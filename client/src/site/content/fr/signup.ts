import type { SignupProblems } from '#shared/signups';
import type * as english from '../en/signup.ts';
import type { Translated } from '../translated.ts';

const MESSAGE =
  'Nous vous envoyons un message. Appuyez sur le bouton qu’il contient, ou saisissez ici son code, pour confirmer votre adresse e-mail. En cas d’affluence, cela prend quelques heures.';

const callSheetTerms = {
  signedUpFor: 'Votre inscription',
  get: 'Vous obtenez',
  next: 'Et maintenant',
};

const benefits = {
  notifyme: [
    'L’annonce du lancement en avant-première',
    '25 % de remise exclusive, réservée aux premiers inscrits',
    'Une aide prioritaire à la prise en main',
    'L’accès au webinaire de lancement',
  ],
  beta: [
    'L’accès gratuit pendant la bêta',
    '50 % de remise à vie dès le lancement',
    'Un canal direct pour vos retours',
    'La priorité pour vos demandes de fonctionnalités',
    'Le titre d’utilisateur fondateur',
  ],
} as const;

export const signupContent = {
  tabsLabel: 'Par où souhaitez-vous commencer ?',
  tabs: {
    notifyme: {
      label: 'Prévenez-moi',
      offer: 'Gratuit · 25 % de remise au lancement',
      benefitsTitle: 'Vos avantages en accès anticipé',
      benefits: benefits.notifyme,
      submit: 'Prévenez-moi',
    },
    beta: {
      label: 'Accès bêta',
      offer: 'Sur candidature · 50 % de remise à vie',
      benefitsTitle: 'Vos avantages premium',
      benefits: benefits.beta,
      submit: 'Postuler à la bêta',
    },
  },
  labels: {
    name: 'Nom',
    email: 'E-mail',
    youtubeChannel: 'Chaîne YouTube (facultatif)',
    useCase: 'Usage prévu',
  },
  submitting: 'Envoi en cours…',
  noScript: 'JavaScript est nécessaire pour envoyer ce formulaire.',
  requiredNote: 'Les champs marqués d’un * sont obligatoires.',
  note: {
    purpose:
      'Vos données servent uniquement à vous informer de l’accès anticipé et à répondre à votre candidature.',
    stays: 'Elles restent sur notre propre serveur.',
    kept: 'Nous les conservons sur notre propre serveur.',
    team: 'Le service de messagerie instantanée qu’utilise notre équipe les reçoit aussi.',
    mail: (provider) =>
      `Nous envoyons un message${provider ? ` via ${provider}` : ''} à cette adresse pour vérifier que c’est bien la vôtre (art. 6, par. 1, point f), du RGPD).`,
    analytics: (host) =>
      `Si vous acceptez la mesure d’audience, PostHog (${host}) reçoit le domaine de votre adresse e-mail.`,
  },
  privacyLink: { label: 'Politique de confidentialité', path: '/privacy' },
  code: {
    label: 'Code reçu dans notre message',
    submit: 'Confirmer',
    submitting: 'Confirmation en cours…',
    outcomes: {
      confirmed: 'Votre adresse e-mail est confirmée.',
      wrong: 'Ce n’est pas le bon code. Veuillez saisir les six chiffres de notre dernier message.',
      gone: 'Ce code a expiré, ou il y a eu trop d’essais. Veuillez appuyer sur le bouton de notre message.',
      error: 'Une erreur s’est produite. Veuillez réessayer plus tard.',
    },
    tries: (left) => (left === 1 ? 'Il vous reste un essai.' : `Il vous reste ${left} essais.`),
  },
  toasts: {
    success: {
      notifyme: {
        title: 'C’est fait !',
        text: 'Vous êtes sur la liste d’attente ! L’accès anticipé et des remises exclusives vous attendent.',
      },
      beta: {
        title: 'C’est fait !',
        text: 'Votre candidature à la bêta est envoyée ! Vous recevrez bientôt les détails de votre accès exclusif.',
      },
    },
    duplicate: {
      title: 'Inscription déjà enregistrée',
      text: 'Cette adresse e-mail est déjà inscrite. Merci de votre intérêt !',
    },
    error: { title: 'Une erreur s’est produite', text: 'Veuillez réessayer plus tard.' },
    mail: 'Un message est en route : appuyez sur le bouton qu’il contient pour confirmer votre adresse e-mail.',
  },
  callSheet: {
    label: 'Feuille de service',
    success: {
      notifyme: {
        title: 'Vous êtes sur la liste',
        rows: [
          { term: callSheetTerms.signedUpFor, details: ['La liste d’attente. C’est gratuit.'] },
          { term: callSheetTerms.get, details: benefits.notifyme },
          {
            term: callSheetTerms.next,
            details: ['Nous vous écrirons au lancement. D’ici là, vous n’avez rien à faire.'],
            byMail: [MESSAGE, 'Ensuite, nous vous écrirons au lancement.'],
          },
        ],
      },
      beta: {
        title: 'Nous avons reçu votre candidature',
        rows: [
          {
            term: callSheetTerms.signedUpFor,
            details: ['Une place dans la bêta, sur candidature.'],
          },
          { term: 'Une fois dans la bêta, vous obtenez', details: benefits.beta },
          {
            term: callSheetTerms.next,
            details: [
              'Nous lisons votre candidature, puis nous vous envoyons les détails de votre accès.',
            ],
            byMail: [
              MESSAGE,
              'Ensuite, nous lisons votre candidature et vous envoyons les détails de votre accès.',
            ],
          },
        ],
      },
    },
    duplicate: {
      title: 'Inscription déjà enregistrée',
      rows: [
        {
          term: 'Votre e-mail',
          details: ['Cette adresse e-mail est déjà inscrite. Merci de votre intérêt !'],
        },
        {
          term: callSheetTerms.get,
          details: ['Ce que vous promettait votre première inscription. Elle reste valable.'],
        },
        {
          term: callSheetTerms.next,
          details: [
            'Vous voulez changer quelque chose, par exemple passer de la liste d’attente à la bêta ? Écrivez-nous.',
          ],
        },
      ],
    },
    contact: { label: 'Nous contacter', path: '/contact' },
  },
} as const satisfies Translated<typeof english.signupContent>;

export const signupProblems = {
  nameRequired: 'Veuillez saisir votre nom complet',
  emailRequired: 'Veuillez saisir votre adresse e-mail',
  emailInvalid: 'Veuillez saisir une adresse e-mail valide',
  useCaseRequired: 'Veuillez décrire l’usage prévu et vos besoins de doublage',
  tooLong: (max) => `Veuillez ne pas dépasser ${max.toLocaleString('fr')} caractères`,
} satisfies SignupProblems;
