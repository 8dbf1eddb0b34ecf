import { CONSENT_COOKIE, CONSENT_DAYS, proofDays } from '#shared/limits';
import { type PageData, sendsMail } from '#shared/page';
import type * as english from '../en/processing.ts';
import { localeOf, mailLink, mailProvider, postalAddress } from '../identity.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

const number = new Intl.NumberFormat(localeOf('fr'));
const plural = new Intl.PluralRules('fr');

export const days = (count: number) =>
  `${number.format(count)} ${plural.select(count) === 'one' ? 'jour' : 'jours'}`;

export const legalBases = ((data) => ({
  kind: 'facts',
  items: [
    {
      term: 'Inscriptions',
      detail:
        'Pour vous informer de l’accès anticipé et répondre à votre candidature. Ce sont des mesures précontractuelles, prises à votre demande : art. 6, par. 1, point b), du RGPD.',
    },
    ...(sendsMail(data)
      ? [
          {
            term: 'Confirmation par e-mail',
            detail:
              'Pour demander au titulaire d’une adresse de confirmer l’inscription, afin que personne ne puisse inscrire quelqu’un d’autre. Nous y avons un intérêt légitime, et le titulaire aussi : art. 6, par. 1, point f), du RGPD.',
          },
        ]
      : []),
    {
      term: 'Mesure d’audience',
      detail:
        'Pour savoir quelles parties de ce site aident les visiteurs et à quel moment ils abandonnent. Nous ne le faisons qu’avec votre consentement : art. 6, par. 1, point a), du RGPD et, pour ce qui est stocké ou lu sur votre appareil, § 25, al. 1, TDDDG.',
    },
    {
      term: 'Cookie de consentement',
      detail:
        'Pour retenir votre réponse et ne pas vous poser la question sur chaque page. Il est strictement nécessaire à cette fin : § 25, al. 2, n° 2, TDDDG.',
    },
    {
      term: 'Preuve du consentement',
      detail:
        'Pour démontrer que la mesure d’audience n’a eu lieu qu’avec un consentement. La loi l’exige : art. 6, par. 1, point c), lu en combinaison avec l’art. 7, par. 1, du RGPD.',
    },
    {
      term: 'Limitation des requêtes',
      detail:
        'Pour que le site reste disponible si quelqu’un le submerge de requêtes. C’est notre intérêt légitime : art. 6, par. 1, point f), du RGPD.',
    },
    {
      term: 'E-mails que vous nous envoyez',
      detail:
        'Pour vous répondre. S’il s’agit d’un contrat : art. 6, par. 1, point b), du RGPD. Sinon, notre intérêt légitime à vous répondre : art. 6, par. 1, point f), du RGPD.',
    },
  ],
})) satisfies Translated<typeof english.legalBases>;

export const retention = ((data) => ({
  kind: 'facts',
  items: [
    {
      term: 'Inscriptions',
      detail: `Jusqu’à ${days(data.signupRetentionDays)} après votre inscription.`,
    },
    ...(data.unconfirmedRetentionDays === undefined
      ? []
      : [
          {
            term: 'Inscriptions non confirmées',
            detail: `${days(data.unconfirmedRetentionDays)} après le premier message vous demandant de confirmer votre adresse e-mail.`,
          },
        ]),
    {
      term: 'Événements',
      detail: `Jusqu’à ${days(data.eventRetentionDays)} sur notre serveur.`,
    },
    ...(data.posthogHost
      ? [
          {
            term: 'Événements chez PostHog',
            detail:
              'Jusqu’à la fin de la durée de conservation de PostHog. PostHog ne tient pas de profil sur vous et ne peut donc pas les retrouver et les effacer plus tôt.',
          },
        ]
      : []),
    ...(data.tellsTeam
      ? [
          {
            term: 'Inscriptions dans le service de messagerie instantanée de notre équipe',
            detail:
              'Jusqu’à la fin de sa durée de conservation, ou jusqu’à leur suppression dans ce service.',
          },
        ]
      : []),
    { term: 'Preuve du consentement', detail: proofRetention(data) },
    ...backups(data),
    { term: 'Cookie de consentement', detail: `${days(CONSENT_DAYS)}, dans votre navigateur.` },
    {
      term: 'Comptages par jour et par quart d’heure',
      detail:
        'Sans limite de durée. Ils indiquent seulement combien de fois chaque page a été servie, et combien de fois et à quel endroit la mesure d’audience a été refusée. Ils ne contiennent aucun identifiant.',
    },
    {
      term: 'E-mails que vous nous envoyez',
      detail: 'Jusqu’au règlement de votre demande, ou plus longtemps si une loi l’exige.',
    },
  ],
})) satisfies Translated<typeof english.retention>;

const backups = ({ site: { backupDays } }: PageData) =>
  backupDays === 0
    ? []
    : [
        {
          term: 'Sauvegardes',
          detail: `Les données supprimées restent dans les sauvegardes antérieures ${backupDays === undefined ? 'jusqu’à ce que celles-ci soient supprimées à leur tour' : `pendant encore ${days(backupDays)} au plus`}. Nous n’utilisons les sauvegardes que pour rétablir ce site après une panne.`,
        },
      ];

/** Three years, unless events are kept for so long that their proof must be kept for longer. */
function proofRetention({ eventRetentionDays }: PageData): string {
  const longer = proofDays(eventRetentionDays);
  return longer === null
    ? 'Trois ans après la dernière décision prise sous le même identifiant.'
    : `${days(longer)} après la dernière décision prise sous le même identifiant. Elle est conservée aussi longtemps que les événements qu’elle a permis.`;
}

export const recipients = ((data) => [
  ...deliveryOfMail(data),
  ...messagesToTeam(data),
  receivers(data),
  text(
    'Si un hébergeur exploite ce serveur ou sa base de données pour nous, il le fait dans le cadre d’un contrat et uniquement selon nos instructions (art. 28 du RGPD).',
  ),
]) satisfies Translated<typeof english.recipients>;

function deliveryOfMail(data: PageData) {
  const provider = mailProvider(data);
  if (provider === null) return [];
  return [
    text(
      `${provider} achemine, pour notre compte et selon nos instructions (art. 28 du RGPD), les messages qui vous demandent de confirmer une inscription. Cette entreprise reçoit votre nom, votre adresse e-mail et le message, rien d’autre.`,
    ),
  ];
}

function messagesToTeam({ tellsTeam }: PageData) {
  if (!tellsTeam) return [];
  return [
    text(
      'Lorsque vous vous inscrivez, notre serveur en informe notre équipe dans le service de messagerie instantanée qu’elle utilise. Ce service agit pour notre compte et selon nos instructions (art. 28 du RGPD). Il reçoit votre nom, votre adresse e-mail, votre chaîne YouTube et l’usage prévu. Si vous supprimez votre inscription, il reçoit l’instruction de supprimer ces données.',
    ),
  ];
}

/** Said only where nobody receives anything. */
export const nobodyReceives = ((company) =>
  `Personne en dehors de ${company} ne reçoit vos données. Les inscriptions, les événements et les preuves de consentement restent sur notre propre serveur.`) satisfies typeof english.nobodyReceives;

function receivers(data: PageData) {
  const { posthogHost, site } = data;
  const others = [
    mailProvider(data),
    data.tellsTeam ? 'le service de messagerie instantanée qu’utilise notre équipe' : null,
  ].filter((one) => one !== null);
  const but = others.length === 0 ? '' : `, hormis ${others.join(' et ')}`;
  if (posthogHost) {
    return text([
      `PostHog (${posthogHost}) analyse les événements enregistrés avec votre consentement, pour notre compte et selon nos instructions. Notre serveur lui envoie les événements et les détails enregistrés avec eux, `,
      {
        text: 'tels que les énumère la politique de confidentialité',
        href: '/privacy#information-we-collect',
      },
      '. PostHog ne reçoit jamais votre nom, votre adresse e-mail complète ni votre adresse IP. Votre navigateur lui-même ne contacte jamais PostHog. ',
      `Personne d’autre ne reçoit les inscriptions ni les preuves de consentement${but}.`,
    ]);
  }
  return text(
    others.length === 0
      ? nobodyReceives(site.company)
      : `Personne en dehors de ${site.company} ne reçoit vos données${but}. Les événements et les preuves de consentement restent sur notre propre serveur.`,
  );
}

const scc =
  'les clauses contractuelles types de la Commission européenne (art. 46, par. 2, point c), du RGPD)';

/** Said only where nobody receives anything. */
export const noTransfers = `Ce site ne transmet aucune donnée personnelle à qui que ce soit et n’en transfère donc aucune vers des pays situés hors de l’Espace économique européen. Si son propre serveur ou sa base de données se trouve dans un tel pays, la base juridique est constituée par ${scc}, sauf si la Commission a constaté que ce pays assure un niveau de protection adéquat (art. 45 du RGPD).`;

export const transfers = ((data) => {
  const provider = mailProvider(data);
  const all = [
    ...(data.posthogHost ? [transferOfEvents(data.posthogHost)] : []),
    ...(provider === null ? [] : [ifAbroad(`${provider} traite nos messages`)]),
    ...(data.tellsTeam
      ? [
          ifAbroad(
            'le service de messagerie instantanée qu’utilise notre équipe traite les inscriptions',
          ),
        ]
      : []),
  ];
  return all.length === 0 ? [text(noTransfers)] : all;
}) satisfies Translated<typeof english.transfers>;

/** For recipients that only the operator knows. */
const ifAbroad = (handling: string) =>
  text(
    `Si ${handling} hors de l’Espace économique européen, la base juridique de ce transfert est constituée par ${scc}, sauf si la Commission a constaté que le pays concerné assure un niveau de protection adéquat (art. 45 du RGPD).`,
  );

function transferOfEvents(posthogHost: string) {
  const cloud = /^(eu|us)(\.i)?\.posthog\.com$/.exec(posthogHost)?.[1];
  switch (cloud) {
    case 'eu':
      return text(
        `PostHog conserve les événements sur des serveurs situés dans l’Union européenne (${posthogHost}). La société qui propose ce service, PostHog, Inc., a son siège aux États-Unis. Si elle y a accès depuis ce pays, la base juridique est constituée par ${scc}.`,
      );
    case 'us':
      return text(
        `PostHog conserve les événements sur des serveurs situés aux États-Unis (${posthogHost}). La base juridique de ce transfert est constituée par ${scc}.`,
      );
    default:
      return text(
        `Les événements sont envoyés à PostHog, à l’adresse ${posthogHost}. Si ce serveur se trouve hors de l’Espace économique européen, la base juridique du transfert est constituée par ${scc}, sauf si la Commission a constaté que le pays concerné assure un niveau de protection adéquat (art. 45 du RGPD).`,
      );
  }
}

export const gdprRights = (() =>
  list(
    'Accès : savoir si nous détenons des données sur vous, et en recevoir une copie (art. 15).',
    'Rectification : faire corriger ce qui est inexact (art. 16).',
    'Effacement : faire supprimer vos données (art. 17).',
    'Limitation : faire conserver vos données sans qu’elles soient utilisées, par exemple pendant que nous examinons une opposition (art. 18).',
    'Portabilité : recevoir ce que vous nous avez fourni sous une forme lisible par machine (art. 20).',
    'Opposition : vous opposer à ce que nous faisons au titre d’un intérêt légitime, pour des raisons tenant à votre situation (art. 21).',
    'Retrait : retirer un consentement à tout moment. Ce que nous avons fait avant reste licite (art. 7, par. 3).',
  )) satisfies Translated<typeof english.gdprRights>;

export const howToAsk = (({ site, posthogHost }) => [
  text([
    'Écrivez à ',
    mailLink(site),
    ` ou à ${postalAddress(site)}. C’est gratuit et sans formulaire. Pour une inscription, écrivez depuis l’adresse utilisée lors de l’inscription, afin que nous sachions qu’elle est à vous.`,
  ]),
  text([
    'La mesure d’audience n’enregistre aucun nom, seulement l’identifiant aléatoire du cookie ',
    { code: CONSENT_COOKIE },
    '. Vous n’avez pas besoin de nous écrire à ce sujet : la ',
    { text: 'politique relative aux cookies', href: '/cookies#managing' },
    ' montre tout ce que nous détenons sous cet identifiant, et vous permet de le télécharger et de le supprimer. Sans le cookie, personne ne peut dire quels enregistrements sont les vôtres.',
  ]),
  ...(posthogHost
    ? [
        text(
          'La suppression efface ces enregistrements sur notre serveur. Les événements déjà envoyés à PostHog ne peuvent pas y être retrouvés à l’aide de cet identifiant. Ils y restent jusqu’à la fin de la durée de conservation de PostHog.',
        ),
      ]
    : []),
  text(
    'Pour arrêter la mesure d’audience, appuyez sur « Désactiver la mesure » en bas de n’importe quelle page. L’effet est immédiat.',
  ),
]) satisfies Translated<typeof english.howToAsk>;
