import type { SignupProblems } from '#shared/signups';
import type * as english from '../en/signup.ts';
import type { Translated } from '../translated.ts';

const MESSAGE =
  'Wir senden Ihnen gerade eine Nachricht. Drücken Sie den Knopf darin oder geben Sie hier den Code daraus ein, um Ihre Adresse zu bestätigen. In Stoßzeiten dauert das einige Stunden.';

const callSheetTerms = {
  signedUpFor: 'Sie haben sich angemeldet für',
  get: 'Sie bekommen',
  next: 'So geht es weiter',
};

const benefits = {
  notifyme: [
    'Die erste Nachricht zum Start',
    'Exklusiv 25\u00a0% Frühbucherrabatt',
    'Bevorzugte Hilfe bei der Einrichtung',
    'Zugang zum Webinar zum Start',
  ],
  beta: [
    'Kostenloser Zugang während der Beta',
    '50\u00a0% Rabatt auf Lebenszeit ab dem Start',
    'Direkter Draht für Ihr Feedback',
    'Vorrang für Ihre Funktionswünsche',
    'Anerkennung als Gründungsnutzer',
  ],
} as const;

export const signupContent = {
  tabsLabel: 'Wie möchten Sie anfangen?',
  tabs: {
    notifyme: {
      label: 'Warteliste',
      offer: 'Kostenlos · 25\u00a0% Rabatt zum Start',
      benefitsTitle: 'Ihre Vorteile beim Start',
      benefits: benefits.notifyme,
      submit: 'Benachrichtigen Sie mich',
    },
    beta: {
      label: 'Beta-Zugang',
      offer: 'Auf Bewerbung · 50\u00a0% Rabatt auf Lebenszeit',
      benefitsTitle: 'Ihre Premium-Vorteile',
      benefits: benefits.beta,
      submit: 'Für die Beta bewerben',
    },
  },
  labels: {
    name: 'Name',
    email: 'E-Mail',
    youtubeChannel: 'YouTube-Kanal (freiwillig)',
    useCase: 'Was Sie vorhaben',
  },
  submitting: 'Wird gesendet …',
  noScript: 'Zum Absenden brauchen Sie JavaScript.',
  requiredNote: 'Mit * markierte Felder sind Pflichtfelder.',
  note: {
    purpose:
      'Wir verwenden Ihre Angaben nur, um Sie über den frühen Zugang zu informieren und Ihre Bewerbung zu beantworten.',
    stays: 'Ihre Angaben bleiben auf unserem eigenen Server.',
    kept: 'Wir speichern Ihre Angaben auf unserem eigenen Server.',
    team: 'Auch der Chatdienst, den unser Team nutzt, bekommt sie.',
    mail: (provider) =>
      `Wir senden${provider ? ` über ${provider}` : ''} eine Nachricht an diese Adresse, um zu prüfen, ob es Ihre ist (Art. 6 Abs. 1 lit. f DSGVO).`,
    analytics: (host) =>
      `Wenn Sie die Analyse erlauben, bekommt PostHog (${host}) die Domain Ihrer E-Mail-Adresse.`,
  },
  privacyLink: { label: 'Datenschutz', path: '/privacy' },
  code: {
    label: 'Code aus unserer Nachricht',
    submit: 'Bestätigen',
    submitting: 'Wird bestätigt …',
    outcomes: {
      confirmed: 'Ihre Adresse ist bestätigt.',
      wrong:
        'Der Code stimmt nicht. Bitte geben Sie die sechs Ziffern aus unserer letzten Nachricht ein.',
      gone: 'Dieser Code ist abgelaufen oder wurde zu oft probiert. Bitte drücken Sie den Knopf in unserer Nachricht.',
      error: 'Etwas ist schiefgegangen. Bitte versuchen Sie es später noch einmal.',
    },
    tries: (left) =>
      left === 1 ? 'Sie haben noch einen Versuch.' : `Sie haben noch ${left} Versuche.`,
  },
  toasts: {
    success: {
      notifyme: {
        title: 'Geschafft!',
        text: 'Sie stehen auf der Warteliste! Freuen Sie sich auf frühen Zugang mit exklusiven Rabatten.',
      },
      beta: {
        title: 'Geschafft!',
        text: 'Ihre Beta-Bewerbung ist da! Wir melden uns bald mit Einzelheiten zu Ihrem exklusiven Zugang.',
      },
    },
    duplicate: {
      title: 'Schon angemeldet',
      text: 'Diese E-Mail-Adresse ist bereits angemeldet. Danke für Ihr Interesse!',
    },
    error: {
      title: 'Etwas ist schiefgegangen',
      text: 'Bitte versuchen Sie es später noch einmal.',
    },
    mail: 'Eine Nachricht ist zu Ihnen unterwegs: Drücken Sie den Knopf darin, um Ihre Adresse zu bestätigen.',
  },
  callSheet: {
    label: 'Tagesdispo',
    success: {
      notifyme: {
        title: 'Sie stehen auf der Liste',
        rows: [
          { term: callSheetTerms.signedUpFor, details: ['Die Warteliste. Sie ist kostenlos.'] },
          { term: callSheetTerms.get, details: benefits.notifyme },
          {
            term: callSheetTerms.next,
            details: ['Zum Start bekommen Sie eine E-Mail. Bis dahin müssen Sie nichts tun.'],
            byMail: [MESSAGE, 'Zum Start bekommen Sie dann eine E-Mail.'],
          },
        ],
      },
      beta: {
        title: 'Ihre Bewerbung ist da',
        rows: [
          {
            term: callSheetTerms.signedUpFor,
            details: ['Einen Platz in der Beta, auf Bewerbung.'],
          },
          { term: 'Nach der Zusage bekommen Sie', details: benefits.beta },
          {
            term: callSheetTerms.next,
            details: ['Wir lesen Ihre Bewerbung. Dann melden wir uns mit Einzelheiten zum Zugang.'],
            byMail: [
              MESSAGE,
              'Danach lesen wir Ihre Bewerbung und melden uns mit Einzelheiten zum Zugang.',
            ],
          },
        ],
      },
    },
    duplicate: {
      title: 'Schon angemeldet',
      rows: [
        {
          term: 'Ihre E-Mail',
          details: ['Diese E-Mail-Adresse ist bereits angemeldet. Danke für Ihr Interesse!'],
        },
        {
          term: callSheetTerms.get,
          details: ['Was wir bei Ihrer ersten Anmeldung versprochen haben. Das gilt weiter.'],
        },
        {
          term: callSheetTerms.next,
          details: [
            'Sie möchten etwas ändern, zum Beispiel von der Warteliste zur Beta wechseln? Schreiben Sie uns.',
          ],
        },
      ],
    },
    contact: { label: 'Kontakt aufnehmen', path: '/contact' },
  },
} as const satisfies Translated<typeof english.signupContent>;

export const signupProblems = {
  nameRequired: 'Bitte geben Sie Ihren vollen Namen ein',
  emailRequired: 'Bitte geben Sie Ihre E-Mail-Adresse ein',
  emailInvalid: 'Bitte geben Sie eine gültige E-Mail-Adresse ein',
  useCaseRequired: 'Bitte sagen Sie uns, was Sie synchronisieren möchten und wofür',
  tooLong: (max) => `Bitte höchstens ${max.toLocaleString('de')} Zeichen`,
} satisfies SignupProblems;
