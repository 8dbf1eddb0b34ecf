import type { EventName } from '#shared/events';
import type { PageData } from '#shared/page';
import type * as english from '../en/ccpa.ts';
import { mailLink, mailProvider, phoneLink } from '../identity.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';
import { howToAsk, retention } from './processing.ts';

/** What is recorded of each event. */
const RECORDED: Record<EventName, string> = {
  scroll: 'jusqu’où vous faites défiler la page',
  section_view: 'les sections vues',
  button_click: 'les boutons d’inscription utilisés',
  form_submit: 'le résultat de l’envoi d’un formulaire, avec le domaine de l’adresse e-mail',
};

/** Said only where nobody receives anything. */
export const noServiceProviders =
  'Aucune autre entreprise n’en reçoit quoi que ce soit, sauf si l’une d’elles exploite le serveur pour nous. Une telle entreprise est un prestataire de services, et son contrat interdit toute autre utilisation.';

function serviceProviders(data: PageData) {
  const mail = mailProvider(data);
  const named = [
    data.posthogHost
      ? `PostHog, à l’adresse ${data.posthogHost}, analyse pour nous l’activité sur Internet.`
      : null,
    mail &&
      `${mail} achemine le message qui vous demande de confirmer une inscription, avec votre nom et votre adresse e-mail.`,
    data.tellsTeam
      ? 'Le service de messagerie instantanée qu’utilise notre équipe reçoit ce que vous saisissez pour vous inscrire : votre nom, votre adresse e-mail, l’usage prévu et votre chaîne YouTube.'
      : null,
  ].filter((one) => one !== null);
  return named.length === 0
    ? [text(noServiceProviders)]
    : [
        text(
          'Les prestataires de services suivants en reçoivent une partie. Leurs contrats interdisent toute autre utilisation :',
        ),
        list(...named),
      ];
}

export const content = ((data) => ({
  heading: 'Informations pour les personnes résidant en Californie',
  lead: 'Le California Consumer Privacy Act (CCPA) vous donne le droit de savoir, le droit à la suppression, le droit d’opposition et le droit à la non-discrimination. Nous respectons ces droits pour toute personne qui les invoque.',
  sections: [
    {
      id: 'know',
      heading: 'Droit de savoir',
      blocks: [
        text(
          'Vous pouvez demander quelles informations personnelles nous avons collectées sur vous, d’où elles viennent, à quoi elles servent et qui les a reçues. Vous pouvez aussi en demander une copie. Nous collectons les catégories suivantes, et l’avons fait au cours des douze derniers mois :',
        ),
        {
          kind: 'facts',
          items: [
            {
              term: 'Identifiants',
              detail:
                'Votre nom et votre adresse e-mail, si vous vous inscrivez ; un identifiant aléatoire dans un cookie, si vous acceptez la mesure d’audience.',
            },
            {
              term: 'Activité sur Internet',
              detail: `Uniquement si vous acceptez la mesure d’audience : ${Object.values(RECORDED).join(', ')}, et ce qui vous a conduit sur ce site.`,
            },
            {
              term: 'Ce que vous écrivez',
              detail: 'L’usage prévu et votre chaîne YouTube, si vous les indiquez.',
            },
            {
              term: 'Informations sensibles',
              detail: 'Aucune.',
            },
          ],
        },
        text([
          'Toutes ces informations viennent de vous ou de votre navigateur. Nous les utilisons pour vous informer de l’accès anticipé, pour répondre à votre candidature et, avec votre consentement, pour améliorer ce site. Pour en savoir plus, consultez la ',
          { text: 'politique de confidentialité', href: '/privacy' },
          '.',
        ]),
        ...serviceProviders(data),
        text('Voici combien de temps nous les conservons :'),
        retention(data),
      ],
    },
    {
      id: 'delete',
      heading: 'Droit à la suppression',
      blocks: [
        text(
          'Vous pouvez nous demander de supprimer ce que nous détenons sur vous et de corriger ce qui est inexact. Après une suppression, nous ne gardons que ce que la loi exige, comme la preuve d’un consentement, et nous vous le disons si c’est le cas.',
        ),
      ],
    },
    {
      id: 'opt-out',
      heading: 'Droit d’opposition (opt-out)',
      blocks: [
        text(
          'Nous ne vendons pas d’informations personnelles, ni d’adultes ni de mineurs, et nous n’en partageons pas à des fins de publicité d’un site à l’autre. Nous ne l’avons pas fait au cours des douze derniers mois. Il n’y a donc rien à quoi vous opposer, et ce site n’a pas de lien pour cela.',
        ),
        text(
          'Nous respectons tout de même le signal « Global Privacy Control ». Si votre navigateur l’envoie, nous ne vous interrogeons pas sur la mesure d’audience, nous ne mesurons rien de ce que vous faites et nous ne stockons rien sur votre appareil.',
        ),
        text([
          'La mesure d’audience est désactivée tant que vous ne l’avez pas acceptée. Vous pouvez la désactiver de nouveau en bas de chaque page et dans les ',
          { text: 'paramètres des cookies', href: '/cookies#managing' },
          '.',
        ]),
      ],
    },
    {
      id: 'non-discrimination',
      heading: 'Droit à la non-discrimination',
      blocks: [
        text(
          'Nous n’exerçons aucune discrimination à votre égard si vous faites valoir ces droits. Vous avez les mêmes pages, la même liste d’attente, les mêmes prix et les mêmes remises que tout le monde.',
        ),
      ],
    },
    {
      id: 'requests',
      heading: 'Vos demandes et notre délai de réponse',
      blocks: [
        ...howToAsk(data),
        list(
          'Nous répondons aux demandes dans un délai de 45 jours.',
          'Une autre personne peut faire la demande pour vous. Il nous faut alors votre autorisation écrite, envoyée depuis votre propre adresse.',
        ),
        text(['Questions : ', mailLink(data.site), ' ou ', phoneLink(data.site), '.']),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;
