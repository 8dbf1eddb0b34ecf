import type { SignupType } from '#shared/signups';

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
  rows: readonly { term: string; details: readonly string[] }[];
}

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
  privacyNote:
    'We use what you enter only to tell you about early access and to answer your application. It stays on our own server.',
  privacyLink: { label: 'Privacy policy', path: '/privacy' },
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
