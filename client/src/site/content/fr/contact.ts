import type * as english from '../en/contact.ts';
import { mailLink, phoneLink, postalAddress } from '../identity.ts';
import { text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = (({ site }) => ({
  heading: 'Parlons-en',
  lead: `Une question sur ${site.brand}, la bêta, vos données ou autre chose ? Écrivez-nous, appelez-nous ou envoyez-nous une lettre.`,
  sections: [
    {
      id: 'details',
      heading: 'Nos coordonnées',
      blocks: [
        {
          kind: 'facts',
          items: [
            { term: 'E-mail de l’assistance', detail: [mailLink(site)] },
            { term: 'Téléphone', detail: [phoneLink(site)] },
            { term: 'Adresse postale', detail: postalAddress(site) },
          ],
        },
        text([
          'Nos informations juridiques figurent dans les ',
          { text: 'mentions légales', href: '/impressum' },
          '.',
        ]),
      ],
    },
    {
      id: 'message',
      heading: 'Écrire un message',
      blocks: [{ kind: 'widget', widget: 'contact-form' }],
    },
  ],
})) satisfies Translated<typeof english.content>;

export const contactFormContent = {
  labels: {
    name: 'Nom complet',
    email: 'E-mail',
    subject: 'Objet',
    message: 'Message',
  },
  submit: 'Envoyer le message',
  note: 'Cette page n’envoie rien elle-même. Votre logiciel de messagerie s’ouvre avec le message déjà rempli, et c’est de là que vous l’envoyez.',
  noScript: (address) =>
    `Ce formulaire a besoin de JavaScript pour ouvrir votre logiciel de messagerie. Vous pouvez aussi écrire vous-même à ${address}.`,
  opened:
    'Votre logiciel de messagerie devrait maintenant être ouvert avec votre message. Si ce n’est pas le cas, copiez le message et écrivez à',
  tooLong:
    'Ce message est trop long pour beaucoup de logiciels de messagerie : ils le coupent ou ne s’ouvrent pas. Copiez-le ici et collez-le dans un e-mail à',
  copy: 'Copier le message',
  copied: 'Le message est copié.',
  notCopied:
    'Votre navigateur a bloqué la copie. Le message est sélectionné : vous pouvez le copier vous-même.',
} satisfies Translated<typeof english.contactFormContent>;
