import { type PageData, sendsMail } from '#shared/page';
import type * as english from '../en/dpa.ts';
import { mailLink, mailProvider, postalAddress } from '../identity.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = ((data) => {
  const { site } = data;
  return {
    heading: 'Vertrag zur Auftrags\u00adverarbeitung',
    lead: `Wenn in einem Video, das Sie mit ${site.brand} synchronisieren, Menschen zu sehen sind oder genannt werden, vertrauen Sie uns deren personenbezogene Daten an. Dieser Vertrag nach Art. 28 DSGVO sagt, wie wir mit ihnen umgehen.`,
    sections: [
      {
        id: 'roles',
        heading: 'Verantwortlicher und Auftrags\u00adverarbeiter',
        blocks: [
          text(
            `Sie entscheiden, was synchronisiert wird und wozu; damit sind Sie der Verantwortliche. Wir (${postalAddress(site)}) synchronisieren es für Sie nach Ihrer Weisung; damit sind wir der Auftragsverarbeiter. Dieser Vertrag wird Teil unserer Vereinbarung, wenn Sie bei ${site.brand} aufgenommen werden, und endet mit ihr.`,
          ),
          text([
            `Für die Daten dieser Website selbst, etwa Anmeldungen${sendsMail(data) ? ' und die Nachricht, die Sie um deren Bestätigung bittet (Art. 6 Abs. 1 lit. f DSGVO)' : ''}, sind wir der Verantwortliche. Dazu steht alles in der `,
            { text: 'Datenschutzerklärung', href: '/privacy' },
            '.',
          ]),
        ],
      },
      {
        id: 'processing',
        heading: 'Einzelheiten der Verarbeitung',
        blocks: [
          {
            kind: 'facts',
            items: [
              {
                term: 'Gegenstand',
                detail: 'Übersetzung und Sprachsynthese des Videos, das Sie hochladen.',
              },
              {
                term: 'Arten von Daten',
                detail:
                  'Stimmen, Gesichter, Namen und alles andere, was in Ihrem Video zu sehen oder zu hören ist oder gesagt wird.',
              },
              {
                term: 'Betroffene',
                detail:
                  'Die Menschen, die in Ihrem Video sprechen, zu sehen sind oder über die gesprochen wird.',
              },
              {
                term: 'Dauer',
                detail:
                  'So lange, wie die Verarbeitung dauert. Hochgeladene Inhalte werden in der Regel innerhalb von 30 Tagen nach Abschluss der Verarbeitung gelöscht.',
              },
              {
                term: 'Ort',
                detail: 'Nur, wo Sie zugestimmt haben und Kapitel V der DSGVO es erlaubt.',
              },
            ],
          },
        ],
      },
      {
        id: 'duties',
        heading: 'Wozu wir uns verpflichten',
        blocks: [
          list(
            'Wir verarbeiten die Daten nur nach Ihrer dokumentierten Weisung; dazu gehört die Synchronisation, die Sie bestellen. Wir sagen es Ihnen, wenn eine Weisung unserer Ansicht nach gegen das Recht verstößt.',
            'Alle, die mit den Daten arbeiten, sind zur Vertraulichkeit verpflichtet.',
            'Wir verarbeiten Stimmen, um Sprache zu synthetisieren, nie, um jemanden zu identifizieren.',
            'Wir helfen Ihnen, Menschen zu antworten, die ihre Rechte nutzen. Auch bei Ihren anderen Pflichten helfen wir, etwa bei Folgenabschätzungen und gegenüber Behörden (Art. 32 bis 36).',
            'Ist die Arbeit getan, löschen wir die Daten. Auf Wunsch geben wir sie Ihnen vorher zurück.',
            'Wir geben Ihnen, was Sie brauchen, um die Einhaltung dieses Vertrags nachzuweisen, und lassen uns von Ihnen prüfen.',
          ),
        ],
      },
      {
        id: 'security',
        heading: 'Sicherheit',
        blocks: [
          text('Wir treffen die Maßnahmen, die Art. 32 DSGVO verlangt. Insbesondere:'),
          list(
            'Daten sind bei der Übertragung verschlüsselt.',
            'Zugriff hat nur, wer ihn für seine Arbeit braucht.',
            'Wir schreiben nie Inhalte Ihrer Videos in Protokolle.',
            'Wir löschen, was nicht mehr gebraucht wird.',
          ),
          text(
            'Wir dürfen diese Maßnahmen nach dem Stand der Technik verbessern. Hinter ihn zurückfallen dürfen sie nicht.',
          ),
        ],
      },
      {
        id: 'subprocessors',
        heading: 'Unterauftragnehmer',
        blocks: [
          text(subprocessorsOf(data)),
          text(
            'Bevor wir einen weiteren beauftragen, sagen wir es Ihnen, damit Sie widersprechen können. Wir erlegen jedem vertraglich dieselben Pflichten auf und haften für das, was er tut.',
          ),
        ],
      },
      {
        id: 'breaches',
        heading: 'Datenpannen',
        blocks: [
          text(
            'Gehen personenbezogene Daten, die wir für Sie verarbeiten, verloren oder werden sie regelwidrig offengelegt oder verändert, sagen wir es Ihnen unverzüglich, nachdem wir davon erfahren. Wir sagen, was geschehen ist, wessen Daten und wie viele betroffen sind, welche Folgen zu erwarten sind und was wir tun. So bleibt Ihnen Zeit, selbst die Behörde zu benachrichtigen, was innerhalb von 72 Stunden geschehen muss (Art. 33).',
          ),
        ],
      },
      {
        id: 'contact',
        heading: 'Kontakt',
        blocks: [
          text(['Für ein unterschriebenes Exemplar, Weisungen und Fragen: ', mailLink(site), '.']),
          text([
            'Was sonst zwischen uns gilt, steht in den ',
            { text: 'Nutzungsbedingungen', href: '/terms' },
            '.',
          ]),
        ],
      },
    ],
  };
}) satisfies Translated<typeof english.content>;

/** Said only where nobody receives anything. */
export const noSubprocessors = 'Keine.';

function subprocessorsOf(data: PageData): string {
  const provider = mailProvider(data);
  const named = [
    data.posthogHost
      ? `PostHog (${data.posthogHost}) wertet Nutzungsereignisse von Besuchern dieser Website aus, die eingewilligt haben.`
      : null,
    provider &&
      `${provider} stellt die Nachrichten zu, die um die Bestätigung einer Anmeldung auf dieser Website bitten.`,
    data.tellsTeam
      ? 'Der Chatdienst, den unser Team nutzt, bekommt, was Menschen bei der Anmeldung auf dieser Website angeben.'
      : null,
  ].filter((one) => one !== null);
  if (named.length === 0) return noSubprocessors;
  return [
    ...named,
    'Hochgeladene Inhalte geben wir nicht weiter.',
    'Weitere Unterauftragnehmer gibt es nicht.',
  ].join(' ');
}
