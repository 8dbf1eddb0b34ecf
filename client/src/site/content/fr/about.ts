import type * as english from '../en/about.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = (({ site }) => ({
  heading: 'Chaque histoire mérite sa propre voix, dans toutes les langues',
  lead: `${site.brand} est un outil de doublage par IA : il part d’une vidéo finie et livre une vidéo finie dans une autre langue.`,
  sections: [
    {
      id: 'mission',
      heading: 'Notre mission',
      blocks: [
        text(
          'Nous voulons que chacun puisse entendre l’autre. Jusqu’ici, un doublage de qualité professionnelle était long et coûteux : la plupart des vidéos ne sont donc jamais doublées. Nous construisons l’outil qui change cela, sans rien céder sur l’exigence.',
        ),
      ],
    },
    {
      id: 'vision',
      heading: 'Notre vision',
      blocks: [
        text(
          'Chacun peut suivre une vidéo, quelle que soit sa langue d’origine. Une voix doublée porte autant d’émotion que la voix originale.',
        ),
      ],
    },
    {
      id: 'what-we-do',
      heading: 'Ce que nous faisons',
      blocks: [
        text(
          `${site.brand} réunit la traduction et la synthèse vocale de vidéos dans un parcours en quatre étapes : analyse multimodale, adaptation culturelle, synthèse expressive et mixage professionnel. Le résultat : un doublage audio prêt à diffuser, pour la localisation de vidéos.`,
        ),
        text(
          'L’outil s’adresse aux créateurs de contenu, aux médias et aux entreprises internationales qui veulent toucher un public au-delà de leurs frontières.',
        ),
      ],
    },
    {
      id: 'why-choose-us',
      heading: 'Pourquoi nous choisir',
      blocks: [
        {
          kind: 'figures',
          items: [
            { value: '99,9 %', label: 'de précision' },
            { value: '50+', label: 'langues et dialectes' },
            { value: '10x', label: 'plus rapide que le doublage manuel ou traditionnel' },
          ],
        },
        list(
          'Prêt à diffuser : un mixage fini, pas une ébauche.',
          'Chaque choix d’architecture vise la meilleure qualité.',
          'Les erreurs sont repérées et corrigées tôt.',
          'Une IA spécialisée pour chaque tâche.',
          'Un résultat qui rivalise en qualité avec le travail manuel.',
        ),
        text([
          'Jugez par vous-même : ',
          { text: 'rejoignez la liste d’attente ou postulez à la bêta', href: '/#signup' },
          '.',
        ]),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;
