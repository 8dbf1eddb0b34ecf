import type { EventName } from '#shared/events';
import { CONSENT_COOKIE, CONSENT_DAYS } from '#shared/limits';
import { type PageData, sendsMail } from '#shared/page';
import type * as english from '../en/privacy.ts';
import { mailLink, phoneLink, postalAddress } from '../identity.ts';
import { type Inline, list, subheading, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';
import {
  gdprRights,
  howToAsk,
  legalBases,
  recipients,
  retention,
  transfers,
} from './processing.ts';

export const content = ((data) => ({
  heading: 'Politique de confidentialité',
  lead: 'Vous pouvez lire tout ce site sans nous dire qui vous êtes. Nous ne mesurons ce que vous y faites que si vous êtes d’accord. Nous n’utilisons ce que vous saisissez que dans le but pour lequel vous l’avez saisi.',
  updated: 'Dernière mise à jour : 15 juin 2025',
  sections: [
    {
      id: 'introduction',
      heading: 'Introduction',
      blocks: [
        text(
          `Cette politique explique ce que ce site fait des données personnelles : ce qui est conservé, pourquoi, combien de temps et qui le reçoit. Le responsable du traitement au sens du RGPD est ${postalAddress(data.site)}.`,
        ),
        text([
          `Cette politique couvre le site. Pour les vidéos que vous doublez avec ${data.site.brand}, consultez nos `,
          { text: 'conditions d’utilisation', href: '/terms' },
          ' et l’',
          { text: 'accord de sous-traitance des données', href: '/dpa' },
          '.',
        ]),
      ],
    },
    {
      id: 'information-we-collect',
      heading: 'Les informations que nous collectons',
      blocks: [...personalData(data), ...usageData, ...technicalData, ...contentData],
    },
    {
      id: 'use',
      heading: 'Comment nous les utilisons',
      blocks: [
        text('Nous utilisons les données aux fins suivantes. Chacune a une base juridique :'),
        legalBases(data),
        text(
          'Nous ne vendons pas vos données, n’affichons pas de publicité et ne laissons à une machine aucune décision qui vous concerne.',
        ),
      ],
    },
    { id: 'recipients', heading: 'Qui les reçoit', blocks: recipientsAndTransfers(data) },
    {
      id: 'retention',
      heading: 'Combien de temps nous les conservons',
      blocks: [retention(data)],
    },
    { id: 'security', heading: 'Sécurité', blocks: security(data) },
    {
      id: 'rights',
      heading: 'Vos droits',
      blocks: [
        gdprRights(),
        ...howToAsk(data),
        text([
          'Vous pouvez aussi introduire une réclamation auprès d’une autorité de protection des données. Pour en savoir plus sur vos droits, consultez les ',
          { text: 'informations sur le RGPD', href: '/gdpr' },
          ' et, si vous vivez en Californie, les ',
          { text: 'informations sur le CCPA', href: '/ccpa' },
          '.',
        ]),
      ],
    },
    {
      id: 'cookies',
      heading: 'Cookies',
      blocks: [
        text([
          'Ce site ne dépose qu’un seul cookie sur votre appareil, et seulement une fois votre choix fait. La ',
          { text: 'politique relative aux cookies', href: '/cookies' },
          ' dit ce qu’il contient et vous permet de modifier votre choix. Si nous modifions la question, nous vous la posons de nouveau.',
        ]),
      ],
    },
    {
      id: 'contact',
      heading: 'Contact',
      blocks: [
        text([
          'Questions sur cette politique : ',
          mailLink(data.site),
          ', ',
          phoneLink(data.site),
          `, ou par courrier à ${postalAddress(data.site)}.`,
        ]),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;

const personalData = (data: PageData) =>
  [
    subheading('Données personnelles'),
    text(
      'Si vous rejoignez la liste d’attente ou postulez à la bêta, nous conservons ce que vous saisissez dans le formulaire :',
    ),
    list(
      'votre nom et votre adresse e-mail ;',
      'votre chaîne YouTube, si vous en indiquez une ;',
      'l’usage prévu, dont nous n’avons besoin que pour la bêta ;',
      'votre choix entre la liste d’attente et la bêta, et le moment de ce choix ;',
      'la langue de la page.',
    ),
    ...(sendsMail(data)
      ? [
          text(
            'Nous envoyons ensuite à cette adresse un message qui vous demande de la confirmer. Nous conservons le moment où vous l’avez fait, ainsi que la réponse de votre serveur de messagerie s’il n’a pas accepté le message. Le message ne contient aucune image cachée et n’enregistre pas si vous l’ouvrez. Ses liens mènent à ce site, et l’un d’eux vous permet de supprimer votre inscription.',
          ),
        ]
      : []),
    text([
      'Aucune saisie n’est obligatoire, mais sans nom et sans adresse e-mail, nous ne pouvons vous inscrire sur aucune liste. Le formulaire de la ',
      { text: 'page de contact', href: '/contact' },
      ' ne nous envoie rien : il ouvre votre propre logiciel de messagerie. Si vous nous écrivez alors, nous recevons votre e-mail.',
    ]),
  ] as const;

/** What is recorded of each event. */
const RECORDED: Record<EventName, Inline> = {
  scroll: [
    'jusqu’où vous faites défiler la page d’accueil : 25, 50, 75, 90 ou 100 pour cent (',
    { code: 'percent_scrolled' },
    ')',
  ],
  section_view: [
    'quelles sections vous y voyez : hero, pipeline, benefits ou signup (',
    { code: 'section_name' },
    ')',
  ],
  button_click: [
    'quel bouton d’inscription vous utilisez (',
    { code: 'button_name' },
    '), et s’il se trouve dans l’en-tête, en haut de la page d’accueil ou dans le menu (',
    { code: 'click_location' },
    ')',
  ],
  form_submit: [
    'l’envoi d’un formulaire d’inscription : lequel (',
    { code: 'form_type' },
    '), si l’envoi a réussi, s’il faisait doublon ou s’il a échoué (',
    { code: 'event_label' },
    '), et le domaine de l’adresse e-mail (',
    { code: 'email_domain' },
    ')',
  ],
};

const usageData = [
  subheading('Données d’utilisation'),
  text(
    'Nous n’enregistrons ces événements que si vous consentez à la mesure d’audience, et seulement à partir de ce moment :',
  ),
  {
    kind: 'facts',
    items: Object.entries(RECORDED).map(([term, detail]) => ({ term, detail })),
  },
  text(
    'Le domaine est la partie d’une adresse après le @. Il peut permettre d’identifier une personne, par exemple le titulaire d’un domaine personnel. L’adresse complète ne fait jamais partie d’un événement.',
  ),
  text('Avec chaque événement, nous enregistrons :'),
  list(
    'sa date et son heure, et deux identifiants aléatoires : l’un provient du cookie de consentement, l’autre dure jusqu’à ce que vous fermiez la page ;',
    'le chemin de la page, sans la chaîne de requête qui le suit, et sa langue ;',
    'le nom d’hôte du site dont vous avez suivi le lien pour venir ici ;',
    [
      'les étiquettes de campagne de ce lien (',
      { code: 'utm_source' },
      ', ',
      { code: 'utm_medium' },
      ' et ',
      { code: 'utm_campaign' },
      ', ainsi que ',
      { code: 'utm_term' },
      ' ou ',
      { code: 'utm_content' },
      ') ;',
    ],
    'la taille de votre fenêtre : petite, moyenne ou grande.',
  ),
  text(
    'Sans votre consentement, le serveur compte seulement combien de fois il sert chaque page par quart d’heure, et combien de visiteurs demandent une page, refusent ou s’inscrivent, chaque adresse IP une fois par jour. Ces comptages ne contiennent ni identifiant ni adresse.',
  ),
] as const;

const technicalData = [
  subheading('Données techniques'),
  text(
    'À chaque requête, votre navigateur envoie votre adresse IP et sa propre identification (le « user agent »). Ce site n’écrit ni l’une ni l’autre dans une table ou un journal, et ne transmet ni l’une ni l’autre. Pour se protéger contre les afflux de requêtes, le serveur les compte par adresse IP. Il ne le fait qu’en mémoire, sous une empreinte (hash) de l’adresse. La clé de cette empreinte est créée à chaque démarrage et n’est jamais stockée. Le serveur garde l’empreinte tant que vous avez une connexion ouverte, et la supprime dans les 24 heures qui suivent sa fermeture.',
  ),
  text([
    'Votre réponse à la question sur la mesure d’audience est conservée dans le cookie ',
    { code: CONSENT_COOKIE },
    ` pendant ${CONSENT_DAYS} jours. Si vous acceptez, ou si vous retirez ensuite votre consentement, le serveur conserve cette décision comme preuve. La preuve contient l’identifiant aléatoire, ce que vous avez décidé et quand, ainsi que le texte et la langue qui vous ont été présentés. Elle indique aussi où vous avez cliqué, et si votre navigateur a envoyé « Global Privacy Control ». Si vous refusez et n’avez jamais accepté, le serveur ne fait que compter le refus, par quart d’heure et selon l’endroit où vous avez cliqué.`,
  ]),
  text(
    'Si votre navigateur envoie le signal « Global Privacy Control », nous le considérons comme un refus : nous ne vous posons pas la question, nous ne mesurons rien de ce que vous faites et nous ne stockons rien sur votre appareil.',
  ),
] as const;

const contentData = [
  subheading('Contenus'),
  text(
    'Vous ne pouvez rien importer sur ce site. Le seul contenu de votre part qu’il stocke est ce que vous écrivez dans le formulaire d’inscription.',
  ),
  text([
    'Les vidéos que vous nous donnez à doubler restent à vous. Les contenus importés sont en règle générale supprimés dans les 30 jours qui suivent la fin du traitement ; les ',
    { text: 'conditions d’utilisation', href: '/terms#content' },
    ' disent la même chose.',
  ]),
] as const;

const recipientsAndTransfers = (data: PageData) =>
  [
    ...recipients(data),
    ...transfers(data),
    text(
      'Pendant votre visite, votre navigateur contacte ce site et aucun autre. Les polices, les images et les scripts viennent tous de notre propre serveur.',
    ),
  ] as const;

const security = ({ site }: PageData) =>
  [
    list(
      ...(site.url.startsWith('https:')
        ? [
            'Toutes les pages et tous les formulaires sont chiffrés pendant leur transmission (TLS).',
          ]
        : []),
      'Ce site demande à votre navigateur de ne rien charger et de ne rien contacter d’autre, ce qui tient tout autre code à l’écart.',
      'Les visiteurs peuvent ajouter des inscriptions. Sur notre serveur, personne ne peut les lire, les lister ni les modifier sans une clé que nous sommes les seuls à avoir.',
      'Ce que nous ne gardons pas ne peut pas fuiter : aucun journal ne contient d’adresse IP, d’identification de navigateur ni d’adresse e-mail de qui que ce soit.',
    ),
    text(
      'Aucun système n’est à l’abri de toute attaque. Si une violation de données vous expose à un risque élevé, nous vous le disons.',
    ),
  ] as const;
