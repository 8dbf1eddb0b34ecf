import type { EventName } from '#shared/events';
import { GROWTH_SESSION_HOURS, growthCookieFor } from '#shared/growth-cookie';
import { CONSENT_COOKIE, CONSENT_DAYS, NO_CONSENT_ID } from '#shared/limits';
import type * as english from '../en/cookies.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

/** What is recorded of each event. */
const RECORDED: Record<EventName, string> = {
  scroll: 'wie weit Sie auf der Startseite scrollen (25, 50, 75, 90 und 100 Prozent);',
  section_view: 'welche ihrer Abschnitte Sie sehen;',
  button_click: 'welche Anmeldeknöpfe Sie drücken, und wo;',
  form_submit:
    'wie das Absenden eines Anmeldeformulars ausging, und die Domain der E-Mail-Adresse. Die Domain ist der Teil nach dem @ und kann auf eine Person hinweisen.',
};

export const content = (({ site, posthogHost, eventRetentionDays }) => ({
  heading: 'Cookie-Richtlinie',
  lead: 'Diese Website setzt für Besucher ein einziges Cookie. Es merkt sich Ihre Wahl zur Analyse und wird erst gesetzt, wenn Sie gewählt haben. Sonst wird nichts auf Ihrem Gerät gespeichert.',
  sections: [
    {
      id: 'essential',
      heading: 'Notwendige Cookies',
      blocks: [
        text(
          'Bevor Sie die Frage zur Analyse beantworten, wird nichts gespeichert. Danach bewahrt ein Cookie Ihre Antwort auf, damit wir Sie nicht auf jeder Seite fragen.',
        ),
        {
          kind: 'table',
          caption: 'Alle Cookies dieser Website',
          head: ['Name', 'Zweck', 'Gesetzt von', 'Dauer'],
          rows: [
            [
              [{ code: CONSENT_COOKIE }],
              `Merkt sich, ob Sie die Analyse erlaubt oder abgelehnt haben. Wenn Sie sie erlauben, enthält es eine zufällige Kennung, unter der Ihre Einwilligung verzeichnet ist. Wenn Sie ablehnen und sie nie erlaubt haben, enthält es stattdessen das Wort „${NO_CONSENT_ID}“.`,
              'Dieser Website',
              `${CONSENT_DAYS} Tage`,
            ],
            [
              [{ code: growthCookieFor(site.url) }],
              'Nur für die Menschen, die diese Website betreiben. Damit bleiben sie angemeldet, während sie die Zahlen der Website ansehen. Besucher bekommen es nie.',
              'Dieser Website',
              `${GROWTH_SESSION_HOURS} Stunden`,
            ],
          ],
        },
      ],
    },
    {
      id: 'analytics',
      heading: 'Analyse',
      blocks: [
        text(
          'Die Analyse ist aus, bis Sie sie erlauben, und setzt kein weiteres Cookie. Vorher lädt Ihr Browser nicht einmal ihren Code. Wenn Sie sie erlauben, erfassen wir unter der genannten zufälligen Kennung:',
        ),
        list(...Object.values(RECORDED)),
        text(
          'Dazu erfassen wir jeweils den Zeitpunkt, den Pfad und die Sprache der Seite und ob Ihr Fenster klein, mittel oder groß ist, außerdem die Website, von der Sie kommen, und Kampagnenangaben in dem Link, dem Sie gefolgt sind. Niemals erfassen wir Ihre vollständige E-Mail-Adresse, Ihre IP-Adresse oder die Kennung Ihres Browsers (den User-Agent).',
        ),
        text(
          posthogHost
            ? `Der eigene Server dieser Website bewahrt diese Einträge bis zu ${eventRetentionDays} Tage auf und sendet sie an PostHog unter ${posthogHost}. Ihr Browser selbst nimmt keine Verbindung zu PostHog auf.`
            : `Der eigene Server dieser Website bewahrt diese Einträge bis zu ${eventRetentionDays} Tage auf. Niemand sonst bekommt sie.`,
        ),
      ],
    },
    {
      id: 'marketing',
      heading: 'Werbe-Cookies',
      blocks: [
        text('Keine. Diese Website zeigt keine Werbung und folgt Ihnen nicht auf andere Websites.'),
      ],
    },
    {
      id: 'third-party',
      heading: 'Cookies von Dritten',
      blocks: [
        text(
          'Keine. Jede Datei dieser Website, auch Schriften und Bilder, kommt von ihrem eigenen Server. Ihr Browser nimmt beim Besuch zu keinem anderen Unternehmen Verbindung auf.',
        ),
      ],
    },
    {
      id: 'managing',
      heading: 'Einstellungen ändern',
      blocks: [
        text(
          `Ihre Wahl merken wir uns ${CONSENT_DAYS} Tage oder bis wir die Frage ändern. Dann fragen wir Sie noch einmal. Sie können Ihre Wahl jederzeit ändern, hier oder am Fuß jeder Seite. Hier können Sie auch ansehen, herunterladen und löschen, was wir über diesen Browser haben. Ein Konto brauchen Sie dafür nicht.`,
        ),
        { kind: 'widget', widget: 'my-data' },
        { kind: 'widget', widget: 'consent-choice' },
        text(
          'Sendet Ihr Browser das Signal „Global Privacy Control“, verstehen wir das als Nein: Wir fragen Sie nicht, messen nichts und speichern nichts. Sie können das Cookie auch in den Einstellungen Ihres Browsers löschen. Dann fragen wir Sie noch einmal.',
        ),
        text([
          'Fragen zu dieser Richtlinie: ',
          { text: site.email, href: `mailto:${site.email}` },
          '.',
        ]),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;

export const myDataContent = {
  choice: {
    gpc: 'Ihr Browser sendet das Signal „Global Privacy Control“; das gilt als Nein. Sie werden nicht gefragt, und nichts wird gemessen.',
    unknown:
      'Sie haben noch nicht gewählt. Nichts wird gemessen, und nichts ist auf Ihrem Gerät gespeichert.',
    granted: (date) => `Sie haben die Analyse am ${date} erlaubt.`,
    refused: (date) => `Sie haben die Analyse am ${date} abgelehnt.`,
    identifier: 'Ihre Kennung hier ist',
    identifierEnd: '.',
    noIdentifier: 'Dieser Browser hat hier keine Kennung, also ist über ihn nichts gespeichert.',
  },
  loading: 'Wir sehen nach, was wir unter Ihrer Kennung haben …',
  failed:
    'Ihre Daten konnten nicht abgerufen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  retry: 'Noch einmal versuchen',
  needsScript: 'Um zu sehen, was wir über diesen Browser haben, brauchen Sie JavaScript.',
  nothing: 'Unter Ihrer Kennung ist noch nichts gespeichert.',
  caption: (shown, total) => {
    if (shown < total) return `Die neuesten ${shown} von ${total} Einträgen`;
    return total === 1 ? 'Ein Eintrag' : `Alle ${total} Einträge`;
  },
  head: { time: 'Zeit', what: 'Was erfasst ist', where: 'Seite' },
  download: 'Meine Daten herunterladen',
  delete: 'Meine Daten löschen',
  question:
    'Alles löschen, was wir unter Ihrer Kennung haben? Damit wird auch die Analyse ausgeschaltet. Das lässt sich nicht rückgängig machen.',
  keep: 'Meine Daten behalten',
  confirm: 'Ja, meine Daten löschen',
  deleting: 'Wird gelöscht …',
  outcome: 'Ihre Daten',
  deleteFailed:
    'Ihre Daten konnten nicht gelöscht werden. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  deleted: (events) =>
    `Gelöscht: ${events === 1 ? '1 Ereignis' : `${events} Ereignisse`}. Die Analyse ist aus, und dieser Browser hat hier keine Kennung mehr. Wir behalten einen Eintrag darüber, dass Sie eingewilligt und widerrufen haben, weil das Gesetz diesen Nachweis verlangt.`,
  posthog: (host) =>
    `Ereignisse, die schon an PostHog unter ${host} gesendet wurden, lassen sich dort mit dieser Kennung nicht finden. Sie bleiben bis zum Ende der Aufbewahrungsfrist von PostHog.`,
  fileName: 'meine-daten.json',
  events: {
    scroll: ({ percent_scrolled }) =>
      `Sie haben bis ${percent_scrolled} Prozent der Seite nach unten gescrollt`,
    section_view: ({ section_name }) => `Sie haben den Abschnitt „${section_name}“ gesehen`,
    button_click: ({ button_name, click_location }) =>
      `Sie haben „${button_name}“ gedrückt (${click_location})`,
    form_submit: ({ form_type, event_label, email_domain }) =>
      `Sie haben das Formular „${form_type}“ gesendet: ${event_label} (E-Mail-Domain ${email_domain})`,
  },
  accepted: 'Sie haben die Analyse erlaubt',
  turnedOff: 'Sie haben die Analyse ausgeschaltet',
  decision: (what, source, revision, language) =>
    `${what} (${source}, Text ${revision}, ${language})`,
  agreed: (language) => `Der Text, dem Sie zugestimmt haben (${language})`,
} satisfies Translated<typeof english.myDataContent>;
