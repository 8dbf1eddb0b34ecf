export const growthOverview = {
  heading: 'Overview',
  hour: 'Last 60 minutes',
  today: (until: string) => `Today until ${until}`,
  was: '“was”: at the same time yesterday',
  pages: 'Pages served',
  signups: 'Signups',
  consent: 'Consent rate',
  channels: 'Signups by channel',
  form: {
    heading: 'Outcome of the forms sent',
    outcome: 'Outcome',
    people: 'People',
    empty: 'Nobody who agreed to be measured has sent a form in this period.',
  },
  outcomes: {
    success: 'Signed up',
    duplicate: 'Had signed up before',
    error: 'Failed',
  } as Readonly<Record<string, string>>,
  problems: {
    heading: (count: number) => (count === 1 ? 'One problem' : `${count} problems`),
    none: 'No problems.',
  },
  delivery: {
    heading: 'Delivery to PostHog',
    off: 'Off: POSTHOG_KEY is not set. Events are kept only in this site’s own database.',
    delivered: (count: string, recipient: string) => `${count} events delivered to ${recipient}.`,
    nothingWaits: 'None are waiting.',
    waiting: (count: string, age: string) => `Waiting: ${count}, the oldest for ${age}.`,
    refused: (count: string) => `PostHog refused ${count}: see Live.`,
  },
  empty: {
    heading: 'Nothing has been counted yet',
    steps: [
      'Open the site in a browser. Each page that it serves is counted here within a minute.',
      'Answer the consent question there. With “Accept”, your own visit appears under Live.',
      'Send the form once to see that a signup arrives, then delete it under Signups.',
      'Share links with a campaign in them, so that Traffic shows which post brings people.',
    ],
  },
};
