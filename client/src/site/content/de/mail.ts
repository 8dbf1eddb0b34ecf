import type * as english from '../en/mail.ts';
import type { Translated } from '../translated.ts';
import { days } from './processing.ts';
import { signupContent } from './signup.ts';

export const mailPages = {
  confirm: {
    heading: 'Adresse bestätigen',
    text: 'Haben Sie das eingegeben? Drücken Sie den Knopf, und Ihre Anmeldung zählt. Wenn nicht, schließen Sie diese Seite und beachten Sie unsere Nachricht nicht weiter.',
    button: 'Meine Adresse bestätigen',
  },
  confirmed: {
    heading: 'Ihre Adresse ist bestätigt',
    text: 'Vielen Dank. Sie hören von uns, sobald es etwas Neues gibt.',
  },
  already: {
    heading: 'Ihre Adresse ist schon bestätigt',
    text: 'Sie müssen nichts mehr tun. Sie hören von uns, sobald es etwas Neues gibt.',
  },
  expired: {
    heading: 'Dieser Link ist abgelaufen',
    text: 'Ein Link gilt sieben Tage. Wir können Ihnen einen neuen senden.',
    button: 'Neue Nachricht anfordern',
  },
  removed: {
    heading: 'Diese Anmeldung gibt es nicht mehr',
    text: 'Sie wurde gelöscht, es gibt also nichts zu bestätigen. Sie können sich gern wieder anmelden.',
  },
  unknown: {
    heading: 'Diesen Link kennen wir nicht',
    text: 'Vielleicht ist die Anmeldung schon gelöscht, oder ein Teil des Links fehlt.',
  },
  'sent-again': {
    heading: 'Eine neue Nachricht ist unterwegs',
    text: 'Öffnen Sie sie und drücken Sie den Knopf darin. Es kann ein paar Minuten dauern, bis sie ankommt.',
  },
  'too-soon': {
    heading: 'Zurzeit können wir keine weitere Nachricht senden',
    text: 'Unsere letzte Nachricht an Sie wartet noch auf den Versand. Das kann einige Stunden dauern. Wir senden an eine Adresse höchstens drei Nachrichten am Tag. Bitte sehen Sie auch im Spam-Ordner nach.',
    writeTo: ['Wenn Sie sie nicht finden, schreiben Sie an ', '.'],
  },
  'no-mail': {
    heading: 'Eine Bestätigung ist nicht mehr nötig',
    text: 'Wir senden diese Nachrichten nicht mehr. Ihre Anmeldung zählt auch ohne.',
  },
  leave: {
    heading: 'Anmeldung löschen',
    text: 'Drücken Sie den Knopf, und wir löschen Ihren Namen, Ihre E-Mail-Adresse und alles andere, was Sie eingegeben haben.',
    button: 'Meine Anmeldung löschen',
  },
  left: {
    heading: 'Ihre Anmeldung ist gelöscht',
    text: 'Wir haben alles gelöscht, was Sie eingegeben haben.',
  },
} satisfies Translated<typeof english.mailPages>;

export const mailPageText = {
  title: (heading, brand) => `${heading} · ${brand}`,
  legal: 'Rechtliches',
  toHome: 'Zur Startseite',
  kind: 'Anmeldung',
  youtubeChannel: 'YouTube-Kanal',
} satisfies Translated<typeof english.mailPageText>;

export const confirmMessageContent = ((input) => {
  const { site, name, signupType, unconfirmedRetentionDays } = input;
  const { brand, company, address, email } = site;
  const { host } = new URL(site.url);
  const { benefitsTitle, benefits } = signupContent.tabs[signupType];
  const isBeta = signupType === 'beta';
  return {
    subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${brand}`,
    greeting: name === '' ? 'Guten Tag,' : `Guten Tag ${name},`,
    why: isBeta
      ? `hier ist ${brand}. Jemand, hoffentlich Sie selbst, hat diese Adresse auf ${host} eingegeben, um sich für die Beta zu bewerben.`
      : `hier ist ${brand}. Jemand, hoffentlich Sie selbst, hat diese Adresse auf ${host} eingegeben, um auf die Warteliste zu kommen.`,
    ask: isBeta
      ? 'Wir lesen eine Bewerbung, sobald die Adresse bestätigt ist.'
      : 'Ihr Platz zählt, sobald die Adresse bestätigt ist.',
    button: 'Meine Adresse bestätigen',
    code: 'Oder geben Sie diesen Code dort ein, wo Sie sich angemeldet haben:',
    valid: 'Knopf und Code gelten sieben Tage.',
    benefitsTitle,
    benefits,
    ignore: `Wenn Sie es nicht waren, beachten Sie diese Nachricht nicht weiter. Eine unbestätigte Anmeldung löschen wir ${days(unconfirmedRetentionDays)} nach unserer ersten Nachricht und schreiben bis dahin höchstens dreimal am Tag an diese Adresse.`,
    leave: 'Meine Anmeldung jetzt löschen',
    sender: [
      company,
      address.street,
      `${address.postalCode} ${address.city}`,
      address.country,
      email,
    ],
  };
}) satisfies Translated<typeof english.confirmMessageContent>;
