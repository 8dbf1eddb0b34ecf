import type { EventName } from '#shared/events';
import { GROWTH_SESSION_HOURS, growthCookieFor } from '#shared/growth-cookie';
import { CONSENT_COOKIE, CONSENT_DAYS, NO_CONSENT_ID } from '#shared/limits';
import type * as english from '../en/cookies.ts';
import { localeOf } from '../identity.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

const number = new Intl.NumberFormat(localeOf('fr'));
const plural = new Intl.PluralRules('fr');

/** What is recorded of each event. */
const RECORDED: Record<EventName, string> = {
  scroll: 'jusqu’où vous faites défiler la page d’accueil (25, 50, 75, 90 et 100 pour cent) ;',
  section_view: 'quelles sections vous y voyez ;',
  button_click: 'quels boutons d’inscription vous utilisez, et où ;',
  form_submit:
    'le résultat de l’envoi d’un formulaire d’inscription, et le domaine de l’adresse e-mail. Le domaine est la partie après le @ et peut permettre d’identifier une personne.',
};

export const content = (({ site, posthogHost, eventRetentionDays }) => ({
  heading: 'Politique relative aux cookies',
  lead: 'Ce site ne dépose qu’un seul cookie chez ses visiteurs. Il retient votre choix sur la mesure d’audience et n’est déposé qu’une fois ce choix fait. Rien d’autre n’est stocké sur votre appareil.',
  sections: [
    {
      id: 'essential',
      heading: 'Cookies essentiels',
      blocks: [
        text(
          'Rien n’est stocké avant que vous répondiez à la question sur la mesure d’audience. Ensuite, un cookie garde votre réponse, pour que nous ne vous posions pas la question sur chaque page.',
        ),
        {
          kind: 'table',
          caption: 'Tous les cookies de ce site',
          head: ['Nom', 'Finalité', 'Déposé par', 'Durée'],
          rows: [
            [
              [{ code: CONSENT_COOKIE }],
              `Retient si vous avez accepté ou refusé la mesure d’audience. Si vous acceptez, il contient un identifiant aléatoire sous lequel votre consentement est enregistré. Si vous refusez et n’avez jamais accepté, il contient à la place le mot « ${NO_CONSENT_ID} ».`,
              'Ce site',
              `${CONSENT_DAYS} jours`,
            ],
            [
              [{ code: growthCookieFor(site.url) }],
              'Réservé aux personnes qui gèrent ce site. Il maintient leur session ouverte pendant qu’elles en consultent les chiffres. Les visiteurs ne le reçoivent jamais.',
              'Ce site',
              `${GROWTH_SESSION_HOURS} heures`,
            ],
          ],
        },
      ],
    },
    {
      id: 'analytics',
      heading: 'Mesure d’audience',
      blocks: [
        text(
          'La mesure d’audience est désactivée tant que vous ne l’avez pas acceptée, et ne dépose pas d’autre cookie. Avant votre accord, votre navigateur n’en charge même pas le code. Si vous acceptez, nous enregistrons ce qui suit sous l’identifiant aléatoire mentionné ci-dessus :',
        ),
        list(...Object.values(RECORDED)),
        text(
          'Avec chacun de ces éléments, nous enregistrons la date et l’heure, le chemin et la langue de la page et la taille de votre fenêtre (petite, moyenne ou grande). Nous enregistrons aussi le site d’où vous venez, et les étiquettes de campagne du lien que vous avez suivi. Nous n’enregistrons jamais votre adresse e-mail complète, votre adresse IP ni l’identification de votre navigateur.',
        ),
        text(
          posthogHost
            ? `Le serveur de ce site conserve ces enregistrements pendant ${number.format(eventRetentionDays)} jours au plus et les envoie à PostHog, à l’adresse ${posthogHost}. Votre navigateur lui-même ne contacte jamais PostHog.`
            : `Le serveur de ce site conserve ces enregistrements pendant ${number.format(eventRetentionDays)} jours au plus. Personne d’autre ne les reçoit.`,
        ),
      ],
    },
    {
      id: 'marketing',
      heading: 'Cookies publicitaires',
      blocks: [
        text('Aucun. Ce site n’affiche pas de publicité et ne vous suit pas sur d’autres sites.'),
      ],
    },
    {
      id: 'third-party',
      heading: 'Cookies tiers',
      blocks: [
        text(
          'Aucun. Tous les fichiers de ce site, polices et images comprises, viennent de son propre serveur. Votre navigateur ne contacte aucune autre entreprise lors de votre visite.',
        ),
      ],
    },
    {
      id: 'managing',
      heading: 'Gérer vos préférences',
      blocks: [
        text(
          `Nous gardons votre choix pendant ${CONSENT_DAYS} jours, ou jusqu’à ce que nous modifiions la question. Nous vous la posons alors de nouveau. Vous pouvez modifier votre choix à tout moment, ici ou en bas de chaque page. Vous pouvez aussi voir, télécharger et supprimer ici ce que nous détenons au sujet de ce navigateur. Aucun compte n’est nécessaire.`,
        ),
        { kind: 'widget', widget: 'my-data' },
        { kind: 'widget', widget: 'consent-choice' },
        text(
          'Si votre navigateur envoie le signal « Global Privacy Control », nous le considérons comme un refus : nous ne vous posons pas la question, nous ne mesurons rien et nous ne stockons rien. Vous pouvez aussi supprimer le cookie dans les réglages de votre navigateur. Nous vous posons alors de nouveau la question.',
        ),
        text([
          'Questions sur cette politique : ',
          { text: site.email, href: `mailto:${site.email}` },
          '.',
        ]),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;

export const myDataContent = {
  choice: {
    gpc: 'Votre navigateur envoie le signal « Global Privacy Control », qui vaut refus. Nous ne vous posons pas la question, et rien n’est mesuré.',
    unknown:
      'Vous n’avez pas encore choisi. Rien n’est mesuré, et rien n’est stocké sur votre appareil.',
    granted: (date) => `Vous avez accepté la mesure d’audience le ${date}.`,
    refused: (date) => `Vous avez refusé la mesure d’audience le ${date}.`,
    identifier: 'Votre identifiant sur ce site est',
    identifierEnd: '.',
    noIdentifier:
      'Ce navigateur n’a pas d’identifiant sur ce site : nous ne détenons donc rien à son sujet.',
  },
  loading: 'Recherche de ce que nous détenons sous votre identifiant…',
  failed: 'Vos données n’ont pas pu être consultées. Vérifiez votre connexion et réessayez.',
  retry: 'Réessayer',
  needsScript:
    'JavaScript est nécessaire pour voir ce que nous détenons au sujet de ce navigateur.',
  nothing: 'Nous ne détenons encore rien sous votre identifiant.',
  caption: (shown, total) => {
    if (shown < total) {
      return `Les ${number.format(shown)} enregistrements les plus récents sur ${number.format(total)}`;
    }
    return plural.select(total) === 'one'
      ? 'Un enregistrement'
      : `Les ${number.format(total)} enregistrements`;
  },
  head: { time: 'Date', what: 'Ce qui est enregistré', where: 'Page' },
  download: 'Télécharger mes données',
  delete: 'Supprimer mes données',
  question:
    'Supprimer tout ce que nous détenons sous votre identifiant ? Cela désactive aussi la mesure d’audience. Cette action est irréversible.',
  keep: 'Garder mes données',
  confirm: 'Oui, supprimer mes données',
  deleting: 'Suppression en cours…',
  outcome: 'Vos données',
  deleteFailed: 'Vos données n’ont pas pu être supprimées. Vérifiez votre connexion et réessayez.',
  deleted: (events) =>
    `Suppression effectuée : ${number.format(events)} ${plural.select(events) === 'one' ? 'événement' : 'événements'}. La mesure d’audience est désactivée, et ce navigateur n’a plus d’identifiant sur ce site. Nous conservons la trace de votre consentement et de son retrait, car la loi exige cette preuve.`,
  posthog: (host) =>
    `Les événements déjà envoyés à PostHog, à l’adresse ${host}, ne peuvent pas y être retrouvés à l’aide de cet identifiant. Ils y restent jusqu’à la fin de la durée de conservation de PostHog.`,
  fileName: 'mes-donnees.json',
  events: {
    scroll: ({ percent_scrolled }) => `Vous avez fait défiler ${percent_scrolled} % de la page`,
    section_view: ({ section_name }) => `Vous avez vu la section « ${section_name} »`,
    button_click: ({ button_name, click_location }) =>
      `Vous avez utilisé le bouton « ${button_name} » (${click_location})`,
    form_submit: ({ form_type, event_label, email_domain }) =>
      `Vous avez envoyé le formulaire « ${form_type} » : ${event_label} (domaine de l’e-mail : ${email_domain})`,
  },
  accepted: 'Vous avez accepté la mesure d’audience',
  turnedOff: 'Vous avez désactivé la mesure d’audience',
  decision: (what, source, revision, language) =>
    `${what} (${source}, texte ${revision}, ${language})`,
  agreed: (language) => `Le texte que vous avez accepté (${language})`,
} satisfies Translated<typeof english.myDataContent>;
