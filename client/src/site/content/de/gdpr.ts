import type * as english from '../en/gdpr.ts';
import { mailLink, postalAddress } from '../identity.ts';
import { text } from '../info-content.ts';
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
  heading: 'Ihre Rechte nach der DSGVO',
  lead: 'Die Datenschutz-Grundverordnung lässt Sie mitbestimmen, was mit Daten über Sie geschieht. Hier steht, was Sie verlangen können, wie Sie es verlangen und auf welcher Rechtsgrundlage wir handeln.',
  sections: [
    {
      id: 'controller',
      heading: 'Wer verantwortlich ist',
      blocks: [
        text([
          `Verantwortlich ist ${postalAddress(data.site)}, vertreten durch ${data.site.managingDirector}. Sie erreichen uns unter `,
          mailLink(data.site),
          '.',
        ]),
        text([
          'Was genau wir erheben, steht in der ',
          { text: 'Datenschutzerklärung', href: '/privacy' },
          '.',
        ]),
      ],
    },
    {
      id: 'rights',
      heading: 'Ihre Rechte',
      blocks: [
        gdprRights(),
        text(
          'Keine Entscheidung, die für Sie rechtliche oder ähnlich erhebliche Folgen hat, überlassen wir einer Maschine (Art. 22).',
        ),
      ],
    },
    {
      id: 'requests',
      heading: 'So nutzen Sie sie',
      blocks: [
        ...howToAsk(data),
        text(
          'Sie bekommen unsere Antwort innerhalb eines Monats nach Ihrer Anfrage (Art. 12 Abs. 3). Können wir nicht tun, was Sie verlangen, sagen wir Ihnen, warum und was Sie dagegen tun können.',
        ),
      ],
    },
    { id: 'legal-bases', heading: 'Rechtsgrundlagen', blocks: [legalBases(data)] },
    {
      id: 'transfers',
      heading: 'Empfänger und Übermittlungen',
      blocks: [...recipients(data), ...transfers(data)],
    },
    { id: 'retention', heading: 'Aufbewahrung', blocks: [retention(data)] },
    {
      id: 'complaints',
      heading: 'Beschwerden',
      blocks: [
        text(
          `Sie können sich bei einer Datenschutzbehörde beschweren: wo Sie leben, wo Sie arbeiten, wo das Recht Ihrer Ansicht nach verletzt wurde oder an unserem Sitz in ${data.site.address.city} (Art. 77). Wir würden gern zuerst von Ihnen hören, aber Sie müssen uns nicht fragen.`,
        ),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;
