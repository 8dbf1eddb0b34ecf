import type * as english from '../en/about.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = (({ site }) => ({
  heading: 'Jede Geschichte verdient ihre eigene Stimme, in jeder Sprache',
  lead: `${site.brand} ist ein KI-Werkzeug zum Synchronisieren: Aus einem fertigen Video wird ein fertiges Video in einer anderen Sprache.`,
  sections: [
    {
      id: 'mission',
      heading: 'Unsere Mission',
      blocks: [
        text(
          'Wir möchten, dass Menschen einander hören. Synchronisation in Sendequalität war bisher langsam und teuer, deshalb werden die meisten Videos nie synchronisiert. Wir bauen das Werkzeug, das dies ändert, ohne den Anspruch zu senken.',
        ),
      ],
    },
    {
      id: 'vision',
      heading: 'Unsere Vision',
      blocks: [
        text(
          'Alle können einem Video folgen, in welcher Sprache es auch entstanden ist. Eine synchronisierte Stimme trägt so viel Gefühl wie das Original.',
        ),
      ],
    },
    {
      id: 'what-we-do',
      heading: 'Was wir tun',
      blocks: [
        text(
          `${site.brand} verbindet Übersetzung und Sprachsynthese von Videos in einem Ablauf mit vier Stationen: multimodale Analyse, kulturelle Übersetzung, emotionale Synthese und professionelle Mischung. Das Ergebnis ist sendefertiger Synchronton für die Lokalisierung von Videos.`,
        ),
        text(
          'Gemacht ist es für Creator, Medienhäuser und Unternehmen, die ein internationales Publikum erreichen wollen.',
        ),
      ],
    },
    {
      id: 'why-choose-us',
      heading: 'Was für uns spricht',
      blocks: [
        {
          kind: 'figures',
          items: [
            { value: '99,9\u00a0%', label: 'Genauigkeit' },
            { value: '50+', label: 'Sprachen und Dialekte' },
            { value: '10x', label: 'schneller als Synchronisation von Hand oder im Studio' },
          ],
        },
        list(
          'Sendefertig: eine fertige Mischung, kein Entwurf.',
          'Jede Entscheidung in der Architektur dient der Qualität.',
          'Fehler werden früh erkannt und behoben.',
          'Für jede Aufgabe eine spezialisierte KI.',
          'In der Qualität kann das Ergebnis mit Handarbeit mithalten.',
        ),
        text([
          'Überzeugen Sie sich selbst: ',
          {
            text: 'Setzen Sie sich auf die Warteliste oder bewerben Sie sich für die Beta',
            href: '/#signup',
          },
          '.',
        ]),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;
