import { CONSENT_COOKIE, CONSENT_DAYS, proofDays } from '#shared/limits';
import { type PageData, sendsMail } from '#shared/page';
import type * as english from '../en/processing.ts';
import { mailLink, mailProvider, postalAddress } from '../identity.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const days = (count: number) => (count === 1 ? '1 Tag' : `${count} Tage`);

export const legalBases = ((data) => ({
  kind: 'facts',
  items: [
    {
      term: 'Anmeldungen',
      detail:
        'Um Sie über den frühen Zugang zu informieren und Ihre Bewerbung zu beantworten. Das sind vorvertragliche Maßnahmen auf Ihre Anfrage: Art. 6 Abs. 1 lit. b DSGVO.',
    },
    ...(sendsMail(data)
      ? [
          {
            term: 'Bestätigung per E-Mail',
            detail:
              'Um den Inhaber einer Adresse zu bitten, eine Anmeldung zu bestätigen, damit niemand einen anderen anmelden kann. Daran haben sowohl wir als auch der Inhaber ein berechtigtes Interesse: Art. 6 Abs. 1 lit. f DSGVO.',
          },
        ]
      : []),
    {
      term: 'Analyse',
      detail:
        'Um zu erfahren, welche Teile dieser Website den Besuchern helfen und wo sie aufgeben. Das tun wir nur mit Ihrer Einwilligung: Art. 6 Abs. 1 lit. a DSGVO und, soweit etwas auf Ihrem Gerät gespeichert oder von ihm gelesen wird, § 25 Abs. 1 TDDDG.',
    },
    {
      term: 'Einwilligungs-Cookie',
      detail:
        'Um uns Ihre Antwort zu merken, damit wir Sie nicht auf jeder Seite fragen. Dafür ist es unbedingt erforderlich: § 25 Abs. 2 Nr. 2 TDDDG.',
    },
    {
      term: 'Nachweis der Einwilligung',
      detail:
        'Um zu belegen, dass die Analyse nur mit Einwilligung lief. Das Gesetz verlangt dies: Art. 6 Abs. 1 lit. c in Verbindung mit Art. 7 Abs. 1 DSGVO.',
    },
    {
      term: 'Anfragelimits',
      detail:
        'Damit die Website erreichbar bleibt, wenn jemand sie mit Anfragen überflutet. Das ist unser berechtigtes Interesse: Art. 6 Abs. 1 lit. f DSGVO.',
    },
    {
      term: 'E-Mails an uns',
      detail:
        'Um Ihnen zu antworten. Für einen Vertrag: Art. 6 Abs. 1 lit. b DSGVO. Sonst unser berechtigtes Interesse zu antworten: Art. 6 Abs. 1 lit. f DSGVO.',
    },
  ],
})) satisfies Translated<typeof english.legalBases>;

export const retention = ((data) => ({
  kind: 'facts',
  items: [
    {
      term: 'Anmeldungen',
      detail: `Bis zu ${days(data.signupRetentionDays)} nach Ihrer Anmeldung.`,
    },
    ...(data.unconfirmedRetentionDays === undefined
      ? []
      : [
          {
            term: 'Unbestätigte Anmeldungen',
            detail: `${days(data.unconfirmedRetentionDays)} nach unserer ersten Nachricht, in der wir Sie um die Bestätigung Ihrer Adresse gebeten haben.`,
          },
        ]),
    {
      term: 'Ereignisse',
      detail: `Bis zu ${days(data.eventRetentionDays)} auf unserem Server.`,
    },
    ...(data.posthogHost
      ? [
          {
            term: 'Ereignisse bei PostHog',
            detail:
              'Bis zum Ende der Aufbewahrungsfrist von PostHog. PostHog führt kein Profil über Sie und kann sie daher nicht früher finden und löschen.',
          },
        ]
      : []),
    ...(data.tellsTeam
      ? [
          {
            term: 'Anmeldungen im Chatdienst unseres Teams',
            detail: 'Bis zum Ende seiner Aufbewahrungsfrist oder bis sie dort gelöscht werden.',
          },
        ]
      : []),
    { term: 'Nachweis der Einwilligung', detail: proofRetention(data) },
    ...backups(data),
    { term: 'Einwilligungs-Cookie', detail: `${days(CONSENT_DAYS)}, in Ihrem Browser.` },
    {
      term: 'Zählungen je Tag und Viertelstunde',
      detail:
        'Unbegrenzt. Sie sagen nur, wie oft jede Seite ausgeliefert und wie oft und wo die Analyse abgelehnt wurde. Sie enthalten keine Kennung.',
    },
    {
      term: 'E-Mails an uns',
      detail: 'Bis Ihr Anliegen erledigt ist, oder länger, wo ein Gesetz es verlangt.',
    },
  ],
})) satisfies Translated<typeof english.retention>;

const backups = ({ site: { backupDays } }: PageData) =>
  backupDays === 0
    ? []
    : [
        {
          term: 'Sicherungen',
          detail: `Gelöschte Daten bleiben in früheren Sicherungen, ${backupDays === undefined ? 'bis auch diese gelöscht werden' : `und zwar noch höchstens ${days(backupDays)}`}. Wir nutzen Sicherungen nur, um diese Website nach einem Ausfall wiederherzustellen.`,
        },
      ];

/** Three years, unless events are kept for so long that their proof must be kept for longer. */
function proofRetention({ eventRetentionDays }: PageData): string {
  const longer = proofDays(eventRetentionDays);
  return longer === null
    ? 'Drei Jahre nach der letzten Entscheidung unter derselben Kennung.'
    : `${days(longer)} nach der letzten Entscheidung unter derselben Kennung. Er wird so lange aufbewahrt wie die Ereignisse, für die er gilt.`;
}

export const recipients = ((data) => [
  ...deliveryOfMail(data),
  ...messagesToTeam(data),
  receivers(data),
  text(
    'Betreibt ein Hosting-Unternehmen diesen Server oder seine Datenbank für uns, so tut es das auf Grundlage eines Vertrags und nur nach unserer Weisung (Art. 28 DSGVO).',
  ),
]) satisfies Translated<typeof english.recipients>;

function deliveryOfMail(data: PageData) {
  const provider = mailProvider(data);
  if (provider === null) return [];
  return [
    text(
      `${provider} stellt für uns und nach unserer Weisung (Art. 28 DSGVO) die Nachrichten zu, in denen wir Sie bitten, eine Anmeldung zu bestätigen. Dieses Unternehmen bekommt Ihren Namen, Ihre E-Mail-Adresse und die Nachricht, sonst nichts.`,
    ),
  ];
}

function messagesToTeam({ tellsTeam }: PageData) {
  if (!tellsTeam) return [];
  return [
    text(
      'Wenn Sie sich anmelden, benachrichtigt unser Server unser Team in dem Chatdienst, den es nutzt. Dieser handelt für uns und nach unserer Weisung (Art. 28 DSGVO). Er bekommt Ihren Namen, Ihre E-Mail-Adresse, Ihren YouTube-Kanal und das, was Sie vorhaben. Löschen Sie Ihre Anmeldung, weisen wir ihn an, diese Angaben zu löschen.',
    ),
  ];
}

/** Said only where nobody receives anything. */
export const nobodyReceives = ((company) =>
  `Niemand außerhalb von ${company} bekommt Ihre Daten. Anmeldungen, Ereignisse und Nachweise der Einwilligung bleiben auf unserem eigenen Server.`) satisfies typeof english.nobodyReceives;

function receivers(data: PageData) {
  const { posthogHost, site } = data;
  const others = [
    mailProvider(data),
    data.tellsTeam ? 'dem Chatdienst, den unser Team nutzt,' : null,
  ].filter((one) => one !== null);
  const but = others.length === 0 ? '' : `, von ${others.join(' und ')} abgesehen`;
  if (posthogHost) {
    return text([
      `PostHog (${posthogHost}) wertet die Ereignisse aus, in deren Erfassung Sie eingewilligt haben, für uns und nach unserer Weisung. Unser Server sendet PostHog die Ereignisse und die dazu erfassten Angaben, `,
      {
        text: 'wie in der Datenschutzerklärung aufgeführt',
        href: '/privacy#information-we-collect',
      },
      '. Ihren Namen, Ihre vollständige E-Mail-Adresse und Ihre IP-Adresse bekommt PostHog nie. Ihr Browser selbst nimmt keine Verbindung zu PostHog auf. ',
      `Anmeldungen und Nachweise der Einwilligung bekommt niemand sonst${but}.`,
    ]);
  }
  return text(
    others.length === 0
      ? nobodyReceives(site.company)
      : `Niemand außerhalb von ${site.company} bekommt Ihre Daten${but}. Ereignisse und Nachweise der Einwilligung bleiben auf unserem eigenen Server.`,
  );
}

const scc =
  'die Standardvertragsklauseln der Europäischen Kommission (Art. 46 Abs. 2 lit. c DSGVO)';

/** Said only where nobody receives anything. */
export const noTransfers = `Diese Website gibt personenbezogene Daten an niemanden weiter, also auch nicht in Länder außerhalb des Europäischen Wirtschaftsraums. Steht ihr eigener Server oder ihre Datenbank in einem solchen Land, sind ${scc} die Rechtsgrundlage, es sei denn, die Kommission hat den Schutz dort für angemessen befunden (Art. 45 DSGVO).`;

export const transfers = ((data) => {
  const provider = mailProvider(data);
  const all = [
    ...(data.posthogHost ? [transferOfEvents(data.posthogHost)] : []),
    ...(provider === null ? [] : [ifAbroad(`${provider} unsere Nachrichten`)]),
    ...(data.tellsTeam ? [ifAbroad('der Chatdienst, den unser Team nutzt, Anmeldungen')] : []),
  ];
  return all.length === 0 ? [text(noTransfers)] : all;
}) satisfies Translated<typeof english.transfers>;

/** For recipients that only the operator knows. */
const ifAbroad = (handling: string) =>
  text(
    `Verarbeitet ${handling} außerhalb des Europäischen Wirtschaftsraums, sind ${scc} die Rechtsgrundlage der Übermittlung, es sei denn, die Kommission hat den Schutz dort für angemessen befunden (Art. 45 DSGVO).`,
  );

function transferOfEvents(posthogHost: string) {
  const cloud = /^(eu|us)(\.i)?\.posthog\.com$/.exec(posthogHost)?.[1];
  switch (cloud) {
    case 'eu':
      return text(
        `PostHog speichert die Ereignisse auf Servern in der Europäischen Union (${posthogHost}). Das Unternehmen dahinter, PostHog, Inc., hat seinen Sitz in den Vereinigten Staaten. Kann es von dort darauf zugreifen, sind ${scc} die Rechtsgrundlage.`,
      );
    case 'us':
      return text(
        `PostHog speichert die Ereignisse auf Servern in den Vereinigten Staaten (${posthogHost}). Rechtsgrundlage dieser Übermittlung sind ${scc}.`,
      );
    default:
      return text(
        `Ereignisse gehen an PostHog unter ${posthogHost}. Steht dieser Server außerhalb des Europäischen Wirtschaftsraums, sind ${scc} die Rechtsgrundlage der Übermittlung, es sei denn, die Kommission hat den Schutz dort für angemessen befunden (Art. 45 DSGVO).`,
      );
  }
}

export const gdprRights = (() =>
  list(
    'Auskunft: zu erfahren, ob wir Daten über Sie haben, und eine Kopie zu bekommen (Art. 15).',
    'Berichtigung: Falsches richtigstellen zu lassen (Art. 16).',
    'Löschung: Ihre Daten löschen zu lassen (Art. 17).',
    'Einschränkung: Ihre Daten aufbewahren, aber nicht nutzen zu lassen, etwa während wir einen Widerspruch prüfen (Art. 18).',
    'Übertragbarkeit: was Sie uns gegeben haben, maschinenlesbar zu erhalten (Art. 20).',
    'Widerspruch: dem zu widersprechen, was wir aus berechtigtem Interesse tun, aus Gründen, die sich aus Ihrer Lage ergeben (Art. 21).',
    'Widerruf: eine Einwilligung jederzeit zu widerrufen. Was wir vorher getan haben, bleibt rechtmäßig (Art. 7 Abs. 3).',
  )) satisfies Translated<typeof english.gdprRights>;

export const howToAsk = (({ site, posthogHost }) => [
  text([
    'Schreiben Sie an ',
    mailLink(site),
    ` oder an ${postalAddress(site)}. Das kostet nichts und braucht kein Formular. Geht es um eine Anmeldung, schreiben Sie von der Adresse, mit der Sie sich angemeldet haben, damit wir wissen, dass es Ihre ist.`,
  ]),
  text([
    'Die Analyse erfasst keinen Namen, nur die zufällige Kennung im Cookie ',
    { code: CONSENT_COOKIE },
    '. Dafür müssen Sie uns nicht schreiben: Die ',
    { text: 'Cookie-Richtlinie', href: '/cookies#managing' },
    ' zeigt Ihnen alles, was wir unter dieser Kennung haben; Sie können es dort herunterladen und löschen. Ohne das Cookie kann niemand sagen, welche Einträge Ihre sind.',
  ]),
  ...(posthogHost
    ? [
        text(
          'Das Löschen entfernt diese Einträge von unserem Server. Ereignisse, die schon an PostHog gesendet wurden, lassen sich dort mit dieser Kennung nicht finden. Sie bleiben bis zum Ende der Aufbewahrungsfrist von PostHog.',
        ),
      ]
    : []),
  text(
    'Um die Analyse zu beenden, drücken Sie am Fuß einer beliebigen Seite „Analyse ausschalten“. Das wirkt sofort.',
  ),
]) satisfies Translated<typeof english.howToAsk>;
