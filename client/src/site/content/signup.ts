import type { SignupType } from '#shared/signups';

interface SignupTab {
  label: string;
  intro: string;
  benefitsTitle: string;
  benefits: readonly string[];
  submit: string;
}

interface ToastText {
  title: string;
  text: string;
}

export const signupContent = {
  heading: 'Be Among the First to Experience Next-Gen Dubbing',
  intro:
    'There are two ways to start. Join the waitlist to hear from us at launch, or apply for the beta to dub your own videos before everyone else.',
  tabsLabel: 'How would you like to start?',
  tabs: {
    notifyme: {
      label: 'Notify me',
      intro: 'The waitlist is free.',
      benefitsTitle: 'Early Access Benefits',
      benefits: [
        'First notification at launch',
        'Exclusive 25% early-bird discount',
        'Priority onboarding support',
        'Access to launch webinar',
      ],
      submit: 'Notify me',
    },
    beta: {
      label: 'Beta Access',
      intro: 'The beta is premium, and you apply for a place.',
      benefitsTitle: 'Premium Benefits',
      benefits: [
        'Free access during beta',
        '50% lifetime discount on launch',
        'Direct feedback channel',
        'Priority feature requests',
        'Recognition as founding user',
      ],
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
} as const;
