import type { EventName } from '#shared/events';
import type { PageData } from '#shared/page';
import type * as english from '../en/ccpa.ts';
import { mailLink, mailProvider, phoneLink } from '../identity.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';
import { howToAsk, retention } from './processing.ts';

/** What is recorded of each event. */
const RECORDED: Record<EventName, string> = {
  scroll: 'wie weit Sie scrollen',
  section_view: 'gesehene Abschnitte',
  button_click: 'gedrückte Anmeldeknöpfe',
  form_submit: 'das Ergebnis eines Formulars samt der Domain der E-Mail-Adresse',
};

/** Said only where nobody receives anything. */
export const noServiceProviders =
  'Kein anderes Unternehmen bekommt etwas davon, es sei denn, eines betreibt den Server für uns. Ein solches Unternehmen ist ein Dienstleister, und sein Vertrag verbietet jede andere Verwendung.';

function serviceProviders(data: PageData) {
  const mail = mailProvider(data);
  const named = [
    data.posthogHost
      ? `PostHog wertet unter ${data.posthogHost} die Nutzung der Website für uns aus.`
      : null,
    mail &&
      `${mail} stellt unsere Nachricht zu, die Sie um die Bestätigung einer Anmeldung bittet, mit Ihrem Namen und Ihrer E-Mail-Adresse.`,
    data.tellsTeam
      ? 'Der Chatdienst, den unser Team nutzt, bekommt, was Sie bei der Anmeldung angeben: Ihren Namen, Ihre E-Mail-Adresse, das, was Sie vorhaben, und Ihren YouTube-Kanal.'
      : null,
  ].filter((one) => one !== null);
  return named.length === 0
    ? [text(noServiceProviders)]
    : [
        text(
          'Einen Teil davon bekommen diese Dienstleister. Die Verträge mit ihnen verbieten jede andere Verwendung:',
        ),
        list(...named),
      ];
}

export const content = ((data) => ({
  heading: 'Hinweise für Menschen in Kalifornien',
  lead: 'Der California Consumer Privacy Act (CCPA) gibt Ihnen das Recht auf Auskunft, Löschung, Widerspruch und Gleichbehandlung. Wir gewähren diese Rechte allen, die danach fragen.',
  sections: [
    {
      id: 'know',
      heading: 'Recht auf Auskunft',
      blocks: [
        text(
          'Sie können fragen, welche personenbezogenen Informationen wir über Sie erhoben haben, woher sie stammen, wozu sie dienen und wer sie bekommen hat. Sie können auch eine Kopie verlangen. Wir erheben diese Arten von Daten und haben es auch in den letzten zwölf Monaten getan:',
        ),
        {
          kind: 'facts',
          items: [
            {
              term: 'Kennungen',
              detail:
                'Name und E-Mail-Adresse, wenn Sie sich anmelden; eine zufällige Kennung in einem Cookie, wenn Sie die Analyse erlauben.',
            },
            {
              term: 'Nutzung der Website',
              detail: `Nur wenn Sie die Analyse erlauben: ${Object.values(RECORDED).join(', ')}, und wie Sie auf diese Website gekommen sind.`,
            },
            {
              term: 'Was Sie schreiben',
              detail: 'Was Sie vorhaben und Ihr YouTube-Kanal, soweit Sie es angeben.',
            },
            {
              term: 'Sensible Informationen',
              detail: 'Keine.',
            },
          ],
        },
        text([
          'Alles davon kommt von Ihnen oder von Ihrem Browser. Wir verwenden es, um Sie über den frühen Zugang zu informieren, Ihre Bewerbung zu beantworten und, mit Ihrer Einwilligung, diese Website zu verbessern. Einzelheiten stehen in der ',
          { text: 'Datenschutzerklärung', href: '/privacy' },
          '.',
        ]),
        ...serviceProviders(data),
        text('So lange bewahren wir es auf:'),
        retention(data),
      ],
    },
    {
      id: 'delete',
      heading: 'Recht auf Löschung',
      blocks: [
        text(
          'Sie können verlangen, dass wir löschen, was wir über Sie haben, und berichtigen, was falsch ist. Nach einer Löschung behalten wir nur, was das Gesetz verlangt, etwa den Nachweis einer Einwilligung, und sagen es Ihnen, wenn wir das tun.',
        ),
      ],
    },
    {
      id: 'opt-out',
      heading: 'Recht auf Widerspruch',
      blocks: [
        text(
          'Wir verkaufen keine personenbezogenen Informationen, weder von Erwachsenen noch von Minderjährigen, und geben sie nicht für websiteübergreifende Werbung weiter. Das haben wir auch in den letzten zwölf Monaten nicht getan. Es gibt nichts, dem Sie widersprechen müssten, deshalb hat diese Website keinen Link dafür.',
        ),
        text(
          'Trotzdem richten wir uns nach dem Signal „Global Privacy Control“. Sendet Ihr Browser es, fragen wir Sie nicht nach der Analyse, messen nichts von dem, was Sie tun, und speichern nichts auf Ihrem Gerät.',
        ),
        text([
          'Die Analyse ist aus, bis Sie sie erlauben. Ausschalten können Sie sie wieder am Fuß jeder Seite und in den ',
          { text: 'Cookie-Einstellungen', href: '/cookies#managing' },
          '.',
        ]),
      ],
    },
    {
      id: 'non-discrimination',
      heading: 'Recht auf Gleichbehandlung',
      blocks: [
        text(
          'Wir benachteiligen Sie nicht, wenn Sie diese Rechte nutzen. Sie bekommen dieselben Seiten, dieselbe Warteliste, dieselben Preise und dieselben Rabatte wie alle anderen.',
        ),
      ],
    },
    {
      id: 'requests',
      heading: 'Wie Sie anfragen und wann wir antworten',
      blocks: [
        ...howToAsk(data),
        list(
          'Wir beantworten Anfragen innerhalb von 45 Tagen.',
          'Auch jemand anders kann für Sie fragen. Wir brauchen dann Ihre schriftliche Erlaubnis, gesendet von Ihrer eigenen Adresse.',
        ),
        text(['Fragen: ', mailLink(data.site), ' oder ', phoneLink(data.site), '.']),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;
