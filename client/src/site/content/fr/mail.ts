import type * as english from '../en/mail.ts';
import type { Translated } from '../translated.ts';
import { days } from './processing.ts';
import { signupContent } from './signup.ts';

export const mailPages = {
  confirm: {
    heading: 'Confirmez votre adresse e-mail',
    text: 'Est-ce bien ce que vous avez saisi ? Appuyez sur le bouton pour que votre inscription soit prise en compte. Sinon, fermez cette page et ignorez notre message.',
    button: 'Confirmer mon adresse e-mail',
  },
  confirmed: {
    heading: 'Votre adresse e-mail est confirmée',
    text: 'Merci. Vous aurez de nos nouvelles dès qu’il y aura quelque chose à annoncer.',
  },
  already: {
    heading: 'Votre adresse e-mail est déjà confirmée',
    text: 'Vous n’avez plus rien à faire. Vous aurez de nos nouvelles dès qu’il y aura quelque chose à annoncer.',
  },
  expired: {
    heading: 'Ce lien a expiré',
    text: 'Un lien est valable sept jours. Nous pouvons vous en envoyer un nouveau.',
    button: 'Recevoir un nouveau message',
  },
  removed: {
    heading: 'Cette inscription n’existe plus',
    text: 'Elle a été supprimée : il n’y a donc rien à confirmer. Vous pouvez vous inscrire de nouveau si vous le souhaitez.',
  },
  unknown: {
    heading: 'Nous ne connaissons pas ce lien',
    text: 'L’inscription a peut-être déjà été supprimée, ou il manque une partie du lien.',
  },
  'sent-again': {
    heading: 'Un nouveau message est en route',
    text: 'Ouvrez-le et appuyez sur le bouton qu’il contient. Il peut mettre quelques minutes à arriver.',
  },
  'too-soon': {
    heading: 'Impossible d’envoyer un autre message pour le moment',
    text: 'Notre dernier message attend encore d’être envoyé, ce qui peut prendre quelques heures. Nous envoyons à une même adresse trois messages par jour au maximum. Veuillez aussi regarder dans votre dossier de courrier indésirable.',
    writeTo: ['Si vous ne le trouvez pas, écrivez à ', '.'],
  },
  'no-mail': {
    heading: 'La confirmation n’est plus nécessaire',
    text: 'Nous n’envoyons plus ces messages. Votre inscription est prise en compte sans confirmation.',
  },
  leave: {
    heading: 'Supprimer votre inscription',
    text: 'Appuyez sur le bouton pour supprimer votre nom, votre adresse e-mail et toutes les autres informations que vous avez saisies.',
    button: 'Supprimer mon inscription',
  },
  left: {
    heading: 'Votre inscription est supprimée',
    text: 'Nous avons supprimé tout ce que vous aviez saisi.',
  },
} satisfies Translated<typeof english.mailPages>;

export const mailPageText = {
  title: (heading, brand) => `${heading} · ${brand}`,
  legal: 'Informations légales',
  toHome: 'Aller à la page d’accueil',
  kind: 'Inscription',
  youtubeChannel: 'Chaîne YouTube',
} satisfies Translated<typeof english.mailPageText>;

export const confirmMessageContent = ((input) => {
  const { site, name, signupType, unconfirmedRetentionDays } = input;
  const { brand, company, address, email } = site;
  const { host } = new URL(site.url);
  const { benefitsTitle, benefits } = signupContent.tabs[signupType];
  const isBeta = signupType === 'beta';
  return {
    subject: `Confirmez votre adresse e-mail pour ${brand}`,
    greeting: name === '' ? 'Bonjour,' : `Bonjour ${name},`,
    why: isBeta
      ? `Ce message vous est envoyé par ${brand}. Quelqu’un (vous-même, nous l’espérons) a saisi cette adresse sur ${host} pour postuler à la bêta.`
      : `Ce message vous est envoyé par ${brand}. Quelqu’un (vous-même, nous l’espérons) a saisi cette adresse sur ${host} pour rejoindre la liste d’attente.`,
    ask: isBeta
      ? 'Nous lirons votre candidature une fois l’adresse confirmée.'
      : 'Votre inscription est prise en compte dès que l’adresse est confirmée.',
    button: 'Confirmer mon adresse e-mail',
    code: 'Ou saisissez ce code sur la page de votre inscription :',
    valid: 'Le bouton et le code sont valables sept jours.',
    benefitsTitle,
    benefits,
    ignore: `Si ce n’était pas vous, ignorez ce message. Nous supprimons une inscription non confirmée ${days(unconfirmedRetentionDays)} après notre premier message, et d’ici là, nous écrivons trois fois par jour au plus à cette adresse.`,
    leave: 'Supprimer mon inscription maintenant',
    sender: [
      company,
      address.street,
      `${address.postalCode} ${address.city}`,
      address.country,
      email,
    ],
  };
}) satisfies Translated<typeof english.confirmMessageContent>;
