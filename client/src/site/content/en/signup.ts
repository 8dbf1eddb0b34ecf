import type { SignupProblems, SignupType } from '#shared/signups';

interface SignupTab {
  label: string;
  offer: string;
  benefitsTitle: string;
  benefits: readonly string[];
  submit: string;
}

interface ToastText {
  title: string;
  text: string;
}

/** What the visitor reads beside the form after a signup. */
export interface CallSheetText {
  title: string;
  rows: readonly CallSheetRow[];
}

interface CallSheetRow {
  term: string;
  details: readonly string[];
  /** Instead of the details, where a message asks for a confirmation. */
  byMail?: readonly string[];
}

const MESSAGE =
  'We are sending you a message. Press its button, or enter its code here, to confirm your address. At busy times it takes some hours.';

const callSheetTerms = {
  signedUpFor: 'You signed up for',
  get: 'You get',
  next: 'What happens next',
};

const benefits = {
  notifyme: [
    'First notification at launch',
    'Exclusive 25% early-bird discount',
    'Priority onboarding support',
    'Access to launch webinar',
  ],
  beta: [
    'Free access during beta',
    '50% lifetime discount on launch',
    'Direct feedback channel',
    'Priority feature requests',
    'Recognition as founding user',
  ],
} as const;

export const signupContent = {
  tabsLabel: 'How would you like to start?',
  tabs: {
    notifyme: {
      label: 'Notify me',
      offer: 'Free · 25% off at launch',
      benefitsTitle: 'Early Access Benefits',
      benefits: benefits.notifyme,
      submit: 'Notify me',
    },
    beta: {
      label: 'Beta Access',
      offer: 'By application · 50% off for life',
      benefitsTitle: 'Premium Benefits',
      benefits: benefits.beta,
      submit: 'Apply for Beta Access',
    },
  } satisfies Record<SignupType, SignupTab>,
  labels: {
    name: 'Name',
    email: 'Email',
    youtubeChannel: 'YouTube channel (optional)',
    useCase: 'Use case',
  },
  submitting: 'Submitting...',
  /** Without JavaScript the form cannot be sent: it would put what was typed into the URL. */
  noScript: 'You need JavaScript to send this form.',
  requiredNote: 'Fields marked with * are required.',
  /** The note below the form. */
  note: {
    purpose:
      'We use what you enter only to tell you about early access and to answer your application.',
    /** Said only where nobody else receives anything. */
    stays: 'It stays on our own server.',
    /** Said where others do. The sentences below say who. */
    kept: 'We keep it on our own server.',
    team: 'The messaging service that our team uses receives it too.',
    /** Where a message asks for a confirmation. @param provider who delivers it, if the site names somebody */
    mail: (provider: string | undefined) =>
      `We send a message${provider ? ` through ${provider}` : ''} to this address to check that it is yours (Art. 6(1)(f) GDPR).`,
    analytics: (host: string) =>
      `If you accept analytics, PostHog (${host}) receives the domain of your e-mail address.`,
  },
  privacyLink: { label: 'Privacy policy', path: '/privacy' },
  /** The field for the code of the message that asks for a confirmation. */
  code: {
    label: 'Code from our message',
    submit: 'Confirm',
    submitting: 'Confirming...',
    outcomes: {
      confirmed: 'Your address is confirmed.',
      wrong: 'This is not the code. Please enter the six digits of our latest message.',
      gone: 'This code has expired, or was tried too often. Please press the button in our message.',
      error: 'Something went wrong. Please try again later.',
    },
    /** Follows what is said about a wrong code. */
    tries: (left: number) =>
      left === 1 ? 'You have one try left.' : `You have ${left} tries left.`,
  },
  toasts: {
    success: {
      notifyme: {
        title: 'Success!',
        text: "You're on the waitlist! Get ready for early access with exclusive discounts.",
      },
      beta: {
        title: 'Success!',
        text: "Beta application submitted! We'll contact you soon with exclusive access details.",
      },
    } satisfies Record<SignupType, ToastText>,
    duplicate: {
      title: 'Already registered',
      text: 'This email is already registered. Thank you for your interest!',
    },
    error: { title: 'Something went wrong', text: 'Please try again later.' },
    /** Follows the text of a success where a message asks for a confirmation. */
    mail: 'A message is on its way to you: press its button to confirm your address.',
  },
  callSheet: {
    label: 'Call sheet',
    success: {
      notifyme: {
        title: 'You are on the list',
        rows: [
          { term: callSheetTerms.signedUpFor, details: ['The waitlist. It is free.'] },
          { term: callSheetTerms.get, details: benefits.notifyme },
          {
            term: callSheetTerms.next,
            details: ['We email you at launch. Until then there is nothing for you to do.'],
            byMail: [MESSAGE, 'After that, we email you at launch.'],
          },
        ],
      },
      beta: {
        title: 'Your application is in',
        rows: [
          { term: callSheetTerms.signedUpFor, details: ['A place in the beta, by application.'] },
          { term: 'You get, once accepted', details: benefits.beta },
          {
            term: callSheetTerms.next,
            details: ['We read your application. Then we contact you with access details.'],
            byMail: [
              MESSAGE,
              'After that, we read your application and contact you with access details.',
            ],
          },
        ],
      },
    } satisfies Record<SignupType, CallSheetText>,
    duplicate: {
      title: 'Already registered',
      rows: [
        {
          term: 'Your email',
          details: ['This email is already registered. Thank you for your interest!'],
        },
        {
          term: callSheetTerms.get,
          details: ['What your first signup promised. It still counts.'],
        },
        {
          term: callSheetTerms.next,
          details: ['To change it, for example from the waitlist to the beta, write to us.'],
        },
      ],
    } satisfies CallSheetText,
    contact: { label: 'Contact us', path: '/contact' },
  },
} as const;

/** What is wrong with a field, by the codes of shared/src/signups.ts (specification, section 5). */
export const signupProblems = {
  nameRequired: 'Please enter your full name',
  emailRequired: 'Please enter your email address',
  emailInvalid: 'Please enter a valid email address',
  useCaseRequired: 'Please tell us about your use case and dubbing needs',
  tooLong: (max: number) => `Please use at most ${max.toLocaleString('en')} characters`,
} satisfies SignupProblems;
