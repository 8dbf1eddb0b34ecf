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
  heading: 'Datenschutz\u00aderklärung',
  lead: 'Sie können diese ganze Website lesen, ohne uns zu sagen, wer Sie sind. Wir messen nur dann, was Sie hier tun, wenn Sie einverstanden sind. Was Sie eingeben, verwenden wir nur für den Zweck, für den Sie es eingegeben haben.',
  updated: 'Zuletzt geändert am 15. Juni 2025',
  sections: [
    {
      id: 'introduction',
      heading: 'Einleitung',
      blocks: [
        text(
          `Diese Erklärung sagt, was diese Website mit personenbezogenen Daten tut: was gespeichert wird, warum, wie lange und wer es bekommt. Verantwortlicher im Sinne der DSGVO ist ${postalAddress(data.site)}.`,
        ),
        text([
          `Diese Erklärung gilt für die Website. Für Videos, die Sie mit ${data.site.brand} synchronisieren, lesen Sie bitte unsere `,
          { text: 'Nutzungsbedingungen', href: '/terms' },
          ' und den ',
          { text: 'Vertrag zur Auftragsverarbeitung', href: '/dpa' },
          '.',
        ]),
      ],
    },
    {
      id: 'information-we-collect',
      heading: 'Welche Daten wir erheben',
      blocks: [...personalData(data), ...usageData, ...technicalData, ...contentData],
    },
    {
      id: 'use',
      heading: 'Wie wir sie verwenden',
      blocks: [
        text('Wir verwenden die Daten für diese Zwecke. Jeder hat eine Rechtsgrundlage:'),
        legalBases(data),
        text(
          'Wir verkaufen Ihre Daten nicht, zeigen keine Werbung und überlassen keine Entscheidung über Sie einer Maschine.',
        ),
      ],
    },
    { id: 'recipients', heading: 'Wer sie bekommt', blocks: recipientsAndTransfers(data) },
    { id: 'retention', heading: 'Wie lange wir sie aufbewahren', blocks: [retention(data)] },
    { id: 'security', heading: 'Sicherheit', blocks: security(data) },
    {
      id: 'rights',
      heading: 'Ihre Rechte',
      blocks: [
        gdprRights(),
        ...howToAsk(data),
        text([
          'Sie können sich auch bei einer Datenschutzbehörde beschweren. Mehr über Ihre Rechte steht in den ',
          { text: 'Hinweisen zur DSGVO', href: '/gdpr' },
          ' und, wenn Sie in Kalifornien leben, in den ',
          { text: 'CCPA-Hinweisen', href: '/ccpa' },
          '.',
        ]),
      ],
    },
    {
      id: 'cookies',
      heading: 'Cookies',
      blocks: [
        text([
          'Diese Website setzt für Sie ein einziges Cookie, und das erst, wenn Sie gewählt haben. Die ',
          { text: 'Cookie-Richtlinie', href: '/cookies' },
          ' sagt, was es enthält, und lässt Sie Ihre Wahl ändern. Ändern wir die Frage, fragen wir Sie noch einmal.',
        ]),
      ],
    },
    {
      id: 'contact',
      heading: 'Kontakt',
      blocks: [
        text([
          'Fragen zu dieser Erklärung: ',
          mailLink(data.site),
          ', ',
          phoneLink(data.site),
          ` oder per Post an ${postalAddress(data.site)}.`,
        ]),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;

const personalData = (data: PageData) =>
  [
    subheading('Personenbezogene Daten'),
    text(
      'Wenn Sie sich auf die Warteliste setzen oder für die Beta bewerben, speichern wir, was Sie in das Formular eingeben:',
    ),
    list(
      'Ihren Namen und Ihre E-Mail-Adresse;',
      'Ihren YouTube-Kanal, wenn Sie einen nennen;',
      'was Sie vorhaben; das brauchen wir nur für die Beta;',
      'ob Sie die Warteliste oder die Beta gewählt haben, und wann;',
      'die Sprache der Seite.',
    ),
    ...(sendsMail(data)
      ? [
          text(
            'Dann senden wir an diese Adresse eine Nachricht, die Sie um die Bestätigung bittet. Wir speichern, wann Sie bestätigt haben und was Ihr Mailserver geantwortet hat, wenn er die Nachricht nicht angenommen hat. Die Nachricht enthält kein verstecktes Bild und hält nicht fest, ob Sie sie öffnen. Ihre Links führen auf diese Website, und über einen davon können Sie Ihre Anmeldung löschen.',
          ),
        ]
      : []),
    text([
      'Sie müssen nichts eingeben, aber ohne Namen und E-Mail-Adresse können wir Sie auf keine Liste setzen. Das Formular auf der ',
      { text: 'Kontaktseite', href: '/contact' },
      ' sendet uns nichts: Es öffnet Ihr eigenes E-Mail-Programm. Schreiben Sie uns dann, bekommen wir Ihre E-Mail.',
    ]),
  ] as const;

/** What is recorded of each event. */
const RECORDED: Record<EventName, Inline> = {
  scroll: [
    'wie weit Sie auf der Startseite scrollen: 25, 50, 75, 90 oder 100 Prozent (',
    { code: 'percent_scrolled' },
    ')',
  ],
  section_view: [
    'welche ihrer Abschnitte Sie sehen: hero, pipeline, benefits oder signup (',
    { code: 'section_name' },
    ')',
  ],
  button_click: [
    'welchen Anmeldeknopf Sie drücken (',
    { code: 'button_name' },
    ') und ob im Kopf der Seite, im Einstieg oder im Menü (',
    { code: 'click_location' },
    ')',
  ],
  form_submit: [
    'dass ein Anmeldeformular gesendet wurde: welches (',
    { code: 'form_type' },
    '), ob es geklappt hat, doppelt war oder fehlgeschlagen ist (',
    { code: 'event_label' },
    '), und die Domain der E-Mail-Adresse (',
    { code: 'email_domain' },
    ')',
  ],
};

const usageData = [
  subheading('Nutzungsdaten'),
  text(
    'Diese Ereignisse erfassen wir nur, wenn Sie in die Analyse einwilligen, und erst von diesem Moment an:',
  ),
  {
    kind: 'facts',
    items: Object.entries(RECORDED).map(([term, detail]) => ({ term, detail })),
  },
  text(
    'Die Domain ist der Teil einer Adresse nach dem @. Sie kann auf eine Person hinweisen, etwa auf den Inhaber einer eigenen Domain. Die vollständige Adresse ist nie Teil eines Ereignisses.',
  ),
  text('Zu jedem Ereignis erfassen wir:'),
  list(
    'den Zeitpunkt und zwei zufällige Kennungen: eine aus dem Einwilligungs-Cookie und eine, die gilt, bis Sie die Seite schließen;',
    'den Pfad der Seite, ohne die Parameter dahinter, und ihre Sprache;',
    'den Hostnamen der Website, deren Link Sie hergeführt hat;',
    [
      'Kampagnenangaben in diesem Link (',
      { code: 'utm_source' },
      ', ',
      { code: 'utm_medium' },
      ' und ',
      { code: 'utm_campaign' },
      ', auch ',
      { code: 'utm_term' },
      ' oder ',
      { code: 'utm_content' },
      ');',
    ],
    'ob Ihr Fenster klein, mittel oder groß ist.',
  ),
  text(
    'Ohne Ihre Einwilligung zählt der Server nur, wie oft er jede Seite in jeder Viertelstunde ausliefert, und wie viele Besucher eine Seite aufrufen, ablehnen oder sich anmelden, jede IP-Adresse einmal am Tag. Diese Zählungen enthalten keine Kennung und keine Adresse.',
  ),
] as const;

const technicalData = [
  subheading('Technische Daten'),
  text(
    'Mit jeder Anfrage sendet Ihr Browser Ihre IP-Adresse und seine eigene Kennung (den User-Agent). Diese Website schreibt keine von beiden in eine Tabelle oder ein Protokoll und gibt keine von beiden weiter. Um sich vor einer Flut von Anfragen zu schützen, zählt der Server sie je IP-Adresse. Das tut er nur im Arbeitsspeicher, unter einem Hash der Adresse. Der Schlüssel dieses Hashes entsteht bei jedem Start neu und wird nie gespeichert. Der Server behält den Hash, solange Ihre Verbindung offen ist, und löscht ihn innerhalb von 24 Stunden danach.',
  ),
  text([
    'Ihre Antwort auf die Frage zur Analyse bleibt im Cookie ',
    { code: CONSENT_COOKIE },
    `, ${CONSENT_DAYS} Tage lang. Wenn Sie die Analyse erlauben oder Ihre Einwilligung später widerrufen, bewahrt der Server diese Entscheidung als Nachweis auf. Der Nachweis enthält die zufällige Kennung, was Sie wann entschieden haben, sowie den Text und die Sprache, die Ihnen gezeigt wurden. Er enthält auch, wo Sie geklickt haben und ob Ihr Browser „Global Privacy Control“ gesendet hat. Wenn Sie ablehnen und die Analyse nie erlaubt haben, zählt der Server nur die Ablehnung, je Viertelstunde und danach, wo Sie geklickt haben.`,
  ]),
  text(
    'Sendet Ihr Browser das Signal „Global Privacy Control“, verstehen wir das als Nein: Wir fragen Sie nicht, messen nichts von dem, was Sie tun, und speichern nichts auf Ihrem Gerät.',
  ),
] as const;

const contentData = [
  subheading('Inhaltsdaten'),
  text(
    'Auf diese Website können Sie nichts hochladen. Der einzige Inhalt von Ihnen, den sie speichert, ist, was Sie in das Anmeldeformular schreiben.',
  ),
  text([
    'Videos, die Sie uns zum Synchronisieren geben, gehören weiter Ihnen. Hochgeladene Inhalte werden in der Regel innerhalb von 30 Tagen nach Abschluss der Verarbeitung gelöscht; die ',
    { text: 'Nutzungsbedingungen', href: '/terms#content' },
    ' sagen dasselbe.',
  ]),
] as const;

const recipientsAndTransfers = (data: PageData) =>
  [
    ...recipients(data),
    ...transfers(data),
    text(
      'Solange Sie hier sind, nimmt Ihr Browser nur mit dieser Website Verbindung auf. Schriften, Bilder und Skripte kommen alle von unserem eigenen Server.',
    ),
  ] as const;

const security = ({ site }: PageData) =>
  [
    list(
      ...(site.url.startsWith('https:')
        ? ['Alle Seiten und Formulare sind bei der Übertragung verschlüsselt (TLS).']
        : []),
      'Diese Website weist Ihren Browser an, nichts anderes zu laden und mit niemandem sonst Verbindung aufzunehmen. Das hält fremden Code fern.',
      'Besucher können Anmeldungen hinzufügen. Lesen, auflisten oder ändern kann sie auf unserem Server niemand ohne einen Schlüssel, den nur wir haben.',
      'Was wir nicht aufbewahren, kann nicht abfließen: Kein Protokoll enthält eine IP-Adresse, die Kennung eines Browsers oder eine E-Mail-Adresse.',
    ),
    text(
      'Kein System ist vor jedem Angriff sicher. Setzt eine Panne Sie einem hohen Risiko aus, sagen wir es Ihnen.',
    ),
  ] as const;
