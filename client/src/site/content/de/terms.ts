import type * as english from '../en/terms.ts';
import { dateIn, mailLink, phoneLink, postalAddress } from '../identity.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = (({ site }) => ({
  heading: 'Nutzungs\u00adbedingungen',
  lead: `Was Sie von uns erwarten können und wir von Ihnen, wenn Sie diese Website, ihre Warteliste und die Beta von ${site.brand} nutzen.`,
  updated: `Zuletzt geändert am ${dateIn('de', site.termsDate)}`,
  sections: [
    {
      id: 'agreement',
      heading: 'Vereinbarung',
      blocks: [
        text(
          `Diese Bedingungen gelten zwischen Ihnen und ${site.company} („wir“), wenn Sie diese Website nutzen, sich auf die Warteliste setzen oder an der Beta von ${site.brand} teilnehmen. Wenn Sie nicht einverstanden sind, nutzen Sie diese Angebote bitte nicht.`,
        ),
        text(
          'Die Warteliste ist kostenlos und verpflichtet Sie zu nichts. Eine Bewerbung für die Beta ist eine Anfrage, noch kein Vertrag. Wir sagen Ihnen, ob und wann Sie aufgenommen werden.',
        ),
        text(
          'Wenn Sie für ein Unternehmen oder eine andere Organisation handeln, bestätigen Sie, dass Sie das dürfen. Haben wir mit Ihnen individuell etwas anderes vereinbart, geht diese Vereinbarung vor.',
        ),
      ],
    },
    {
      id: 'license',
      heading: 'Nutzungsrecht',
      blocks: [
        text(
          `Wir räumen Ihnen ein persönliches, nicht ausschließliches und nicht übertragbares Recht ein, diese Website für Ihre eigenen Projekte zu nutzen, auch für gewerbliche. Sobald Sie aufgenommen sind, gilt dieses Recht auch für die Beta von ${site.brand}. Es endet, wenn Sie gegen diese Bedingungen verstoßen oder wenn die Beta endet. Sie dürfen nicht:`,
        ),
        list(
          'den Dienst weiterverkaufen oder Ihren Zugang an andere weitergeben;',
          'ihn zerlegen, um ihn nachzubauen, oder seine Grenzen und Schutzmaßnahmen umgehen;',
          'eine Stimme oder einen Menschen ohne die nötige Erlaubnis synchronisieren;',
          'ihn nutzen, um zu täuschen, zu verleumden, zu belästigen oder das Recht zu brechen;',
          'ihn so überlasten, dass andere ihn nicht nutzen können.',
        ),
      ],
    },
    {
      id: 'availability',
      heading: 'Verfügbarkeit',
      blocks: [
        text(
          'Wir möchten, dass der Dienst da ist, wenn Sie ihn brauchen, versprechen aber keine bestimmte Verfügbarkeit. Wartung und unvorhergesehene Störungen können ihn unterbrechen.',
        ),
        text(
          'Eine Beta dient dem Ausprobieren: Sie kann Fehler enthalten, sich ändern oder enden. Wo wir können, sagen wir Ihnen rechtzeitig Bescheid. Bewahren Sie Kopien Ihrer Originale auf.',
        ),
      ],
    },
    {
      id: 'content',
      heading: 'Rechte an Inhalten',
      blocks: [
        text(
          'Was Sie hochladen, gehört weiter Ihnen, und das Ergebnis auch. Wir beanspruchen kein Eigentum daran. Sie erlauben uns, Ihre Inhalte zu speichern und zu verarbeiten, soweit das für die gewünschte Synchronisation nötig ist, und nicht darüber hinaus.',
        ),
        text(
          'Sie bestätigen, dass Sie die nötigen Rechte an Ihren Inhalten haben, auch die der Menschen, die darin zu sehen und zu hören sind.',
        ),
        text(
          'Hochgeladene Inhalte werden in der Regel innerhalb von 30 Tagen nach Abschluss der Verarbeitung gelöscht. Auf Ihren Wunsch löschen wir sie früher.',
        ),
        text([
          'Enthalten Ihre Inhalte personenbezogene Daten anderer Menschen, gilt unser ',
          { text: 'Vertrag zur Auftragsverarbeitung', href: '/dpa' },
          '. Die Texte, Bilder und der Code dieser Website gehören uns oder denen, die sie uns lizenziert haben.',
        ]),
      ],
    },
    {
      id: 'liability',
      heading: 'Haftung',
      blocks: [
        text(
          'Wir haften unbeschränkt bei Vorsatz und grober Fahrlässigkeit und für Schäden an Leben, Körper oder Gesundheit. Dasselbe gilt nach dem Produkthaftungsgesetz und soweit wir eine Garantie übernommen haben.',
        ),
        text(
          'Bei leichter Fahrlässigkeit haften wir nur, wenn wir eine wesentliche Pflicht verletzen: eine Pflicht, ohne die der Vertrag seinen Zweck verfehlen würde und auf deren Einhaltung Sie regelmäßig vertrauen dürfen. Unsere Haftung ist dann auf den typischen, vorhersehbaren Schaden begrenzt. Darüber hinaus haften wir nicht. Dasselbe gilt für alle, die für uns handeln.',
        ),
        text(
          'Bitte prüfen Sie eine Synchronfassung, bevor Sie sie veröffentlichen. Zahlen auf dieser Website, etwa zu Genauigkeit und Tempo, beschreiben das Produkt; sie sind keine Garantie im Rechtssinn.',
        ),
      ],
    },
    {
      id: 'law',
      heading: 'Anwendbares Recht',
      blocks: [
        text(
          `Für diese Bedingungen gilt das Recht von ${site.jurisdiction}, ohne das UN-Kaufrecht. Sind Sie Verbraucher, behalten Sie den Schutz des zwingenden Rechts des Landes, in dem Sie leben.`,
        ),
        text(
          `Handeln Sie als Unternehmer, sind die Gerichte an unserem Sitz in ${site.address.city} zuständig, soweit das Gesetz es erlaubt. Ist ein Teil dieser Bedingungen unwirksam, gilt der Rest weiter.`,
        ),
      ],
    },
    {
      id: 'contact',
      heading: 'Kontakt',
      blocks: [
        text([
          'Fragen zu diesen Bedingungen: ',
          mailLink(site),
          ', ',
          phoneLink(site),
          ` oder per Post an ${postalAddress(site)}.`,
        ]),
        text([
          'Was wir mit personenbezogenen Daten tun, steht in der ',
          { text: 'Datenschutzerklärung', href: '/privacy' },
          ', und wer wir sind, im ',
          { text: 'Impressum', href: '/impressum' },
          '.',
        ]),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;
