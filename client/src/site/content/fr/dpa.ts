import { type PageData, sendsMail } from '#shared/page';
import type * as english from '../en/dpa.ts';
import { mailLink, mailProvider, postalAddress } from '../identity.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = ((data) => {
  const { site } = data;
  return {
    heading: 'Accord de sous-traitance des données',
    lead: `Si une vidéo que vous doublez avec ${site.brand} montre ou nomme des personnes, vous nous confiez leurs données personnelles. Cet accord, conclu au titre de l’art. 28 du RGPD, dit comment nous les traitons.`,
    sections: [
      {
        id: 'roles',
        heading: 'Responsable du traitement et sous-traitant',
        blocks: [
          text(
            `Vous décidez de ce qui est doublé et pourquoi : vous êtes donc le responsable du traitement. Nous (${postalAddress(site)}) effectuons le doublage pour vous, selon vos instructions : nous sommes donc le sous-traitant. Cet accord fait partie de notre contrat dès votre admission à ${site.brand}, et prend fin avec ce contrat.`,
          ),
          text([
            `Pour les données de ce site lui-même, comme les inscriptions${sendsMail(data) ? ' et le message qui vous demande de confirmer la vôtre (art. 6, par. 1, point f), du RGPD)' : ''}, nous sommes le responsable du traitement. C’est l’objet de la `,
            { text: 'politique de confidentialité', href: '/privacy' },
            '.',
          ]),
        ],
      },
      {
        id: 'processing',
        heading: 'Détails du traitement',
        blocks: [
          {
            kind: 'facts',
            items: [
              {
                term: 'Objet',
                detail: 'Traduction et synthèse vocale de la vidéo que vous importez.',
              },
              {
                term: 'Types de données',
                detail:
                  'Les voix, les visages, les noms et tout ce qui est vu, entendu ou dit dans votre vidéo.',
              },
              {
                term: 'Personnes concernées',
                detail:
                  'Les personnes qui parlent dans votre vidéo, que l’on y voit ou dont on y parle.',
              },
              {
                term: 'Durée',
                detail:
                  'Le temps du traitement. Les contenus importés sont en règle générale supprimés dans les 30 jours qui suivent la fin du traitement.',
              },
              {
                term: 'Lieu',
                detail:
                  'Uniquement là où vous l’avez accepté et où le chapitre V du RGPD le permet.',
              },
            ],
          },
        ],
      },
      {
        id: 'duties',
        heading: 'Nos engagements',
        blocks: [
          list(
            'Nous traitons les données uniquement selon vos instructions écrites, dont fait partie le doublage que vous commandez. Si une instruction nous paraît contraire à la loi, nous vous le disons.',
            'Toutes les personnes qui travaillent avec les données sont tenues à la confidentialité.',
            'Nous traitons les voix pour synthétiser la parole, jamais pour identifier qui que ce soit.',
            'Nous vous aidons à répondre aux personnes qui exercent leurs droits. Nous vous aidons aussi à remplir vos autres obligations, comme les analyses d’impact et les échanges avec les autorités (art. 32 à 36).',
            'Une fois le travail terminé, nous supprimons les données. Si vous le demandez, nous vous les restituons d’abord.',
            'Nous vous fournissons ce qu’il faut pour démontrer que nous respectons cet accord, et nous vous permettons de réaliser des audits.',
          ),
        ],
      },
      {
        id: 'security',
        heading: 'Sécurité',
        blocks: [
          text('Nous prenons les mesures qu’exige l’art. 32 du RGPD. En particulier :'),
          list(
            'Les données sont chiffrées pendant leur transmission.',
            'Seules les personnes qui en ont besoin pour leur travail y ont accès.',
            'Nous n’écrivons jamais le contenu de votre vidéo dans des journaux.',
            'Nous supprimons ce qui n’est plus nécessaire.',
          ),
          text(
            'Nous pouvons améliorer ces mesures en suivant l’état de l’art. Elles ne doivent jamais rester en deçà.',
          ),
        ],
      },
      {
        id: 'subprocessors',
        heading: 'Sous-traitants ultérieurs',
        blocks: [
          text(subprocessorsOf(data)),
          text(
            'Nous vous prévenons avant d’en engager un autre, afin que vous puissiez vous y opposer. Nous imposons à chacun, par contrat, les mêmes obligations, et nous répondons de ce qu’il fait.',
          ),
        ],
      },
      {
        id: 'breaches',
        heading: 'Violations de données',
        blocks: [
          text(
            'Si des données personnelles que nous traitons pour vous sont perdues, divulguées ou modifiées de façon irrégulière, nous vous le disons dans les meilleurs délais après en avoir pris connaissance. Nous indiquons ce qui s’est passé, quelles personnes et quelle quantité de données sont concernées, quelles sont les conséquences probables et ce que nous faisons. Il vous reste ainsi le temps de notifier vous-même la violation à l’autorité, ce que vous devez faire dans les 72 heures (art. 33).',
          ),
        ],
      },
      {
        id: 'contact',
        heading: 'Contact',
        blocks: [
          text([
            'Pour un exemplaire signé, des instructions ou des questions : ',
            mailLink(site),
            '.',
          ]),
          text([
            'Les ',
            { text: 'conditions d’utilisation', href: '/terms' },
            ' indiquent ce qui s’applique par ailleurs entre nous.',
          ]),
        ],
      },
    ],
  };
}) satisfies Translated<typeof english.content>;

/** Said only where nobody receives anything. */
export const noSubprocessors = 'Aucun.';

function subprocessorsOf(data: PageData): string {
  const provider = mailProvider(data);
  const named = [
    data.posthogHost
      ? `PostHog (${data.posthogHost}) analyse les événements d’utilisation des visiteurs de ce site qui y ont consenti.`
      : null,
    provider &&
      `${provider} achemine les messages qui demandent de confirmer une inscription sur ce site.`,
    data.tellsTeam
      ? 'Le service de messagerie instantanée qu’utilise notre équipe reçoit ce que les personnes saisissent pour s’inscrire sur ce site.'
      : null,
  ].filter((one) => one !== null);
  if (named.length === 0) return noSubprocessors;
  return [
    ...named,
    'Nous ne transmettons pas les contenus importés.',
    'Il n’y a pas d’autre sous-traitant ultérieur.',
  ].join(' ');
}
