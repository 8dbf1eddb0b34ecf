import type * as english from '../en/contact.ts';
import { mailLink, phoneLink, postalAddress } from '../identity.ts';
import { text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = (({ site }) => ({
  heading: 'Sprechen Sie mit uns',
  lead: `Haben Sie eine Frage zu ${site.brand}, zur Beta, zu Ihren Daten oder zu etwas anderem? Schreiben Sie uns, rufen Sie an oder schicken Sie einen Brief.`,
  sections: [
    {
      id: 'details',
      heading: 'So erreichen Sie uns',
      blocks: [
        {
          kind: 'facts',
          items: [
            { term: 'E-Mail', detail: [mailLink(site)] },
            { term: 'Telefon', detail: [phoneLink(site)] },
            { term: 'Postanschrift', detail: postalAddress(site) },
          ],
        },
        text([
          'Unsere rechtlichen Angaben stehen im ',
          { text: 'Impressum', href: '/impressum' },
          '.',
        ]),
      ],
    },
    {
      id: 'message',
      heading: 'Nachricht schreiben',
      blocks: [{ kind: 'widget', widget: 'contact-form' }],
    },
  ],
})) satisfies Translated<typeof english.content>;

export const contactFormContent = {
  labels: {
    name: 'Vor- und Nachname',
    email: 'E-Mail',
    subject: 'Betreff',
    message: 'Nachricht',
  },
  submit: 'Nachricht senden',
  note: 'Diese Seite selbst sendet nichts. Ihr eigenes E-Mail-Programm öffnet sich mit der fertigen Nachricht, und Sie senden sie dort ab.',
  noScript: (address) =>
    `Dieses Formular braucht JavaScript, um Ihr E-Mail-Programm zu öffnen. Sie können auch selbst an ${address} schreiben.`,
  opened:
    'Ihr E-Mail-Programm sollte jetzt mit Ihrer Nachricht offen sein. Wenn nicht, kopieren Sie die Nachricht und schreiben Sie an',
  tooLong:
    'Diese Nachricht ist für viele E-Mail-Programme zu lang: Manche kürzen sie, andere öffnen sich nicht. Kopieren Sie die Nachricht hier und fügen Sie sie in eine E-Mail ein, an',
  copy: 'Nachricht kopieren',
  copied: 'Die Nachricht ist kopiert.',
  notCopied:
    'Ihr Browser hat das Kopieren verhindert. Die Nachricht ist markiert, so können Sie sie selbst kopieren.',
} satisfies Translated<typeof english.contactFormContent>;
