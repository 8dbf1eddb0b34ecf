export const growthOverview = {
  heading: 'Overview',
  hour: 'Last 60 minutes',
  hourUntil: (until: string) => `60 minutes until ${until}`,
  todayBegins: 'Today',
  today: (until: string) => `Today until ${until}`,
  yesterday: 'at the same time yesterday',
  channels: 'Signups by channel',
  form: {
    heading: 'Outcome of the forms sent',
    outcome: 'Outcome',
    people: 'People',
    share: 'Of all who sent',
    all: (people: string) =>
      people === '1'
        ? 'One person sent a form.'
        : `${people} people sent a form. Those who tried again can have several outcomes.`,
    empty: 'Nobody who agreed to be measured has sent a form in this period.',
  },
  outcomes: {
    success: 'Signed up',
    duplicate: 'Had signed up before',
    error: 'Failed',
  },
  attention: {
    count: (count: number) =>
      count === 0
        ? 'Nothing needs attention.'
        : count === 1
          ? 'One thing needs attention.'
          : `${count} things need attention.`,
    link: 'See below',
    unknown: 'It is not known whether something needs attention.',
  },
  problems: {
    heading: (count: number) => (count === 1 ? 'One problem' : `${count} problems`),
    none: 'No problems.',
  },
  alerts: {
    heading: 'Alerts',
    raised: (count: number) => `${count} now`,
    since: (time: string) => `Since ${time}:`,
    over: (from: string, to: string) => `${from} to ${to}:`,
    silence: 'Silence for 2 days',
    silentUntil: (time: string) => `Nothing is sent about it until ${time}.`,
    speak: 'End the silence',
    failed: 'The alert could not be changed. Please try again.',
  },
  notes: {
    heading: 'Notes',
    label: 'What happened? Charts mark it.',
    day: 'Day',
    add: 'Add',
    compare: 'Before and after',
    none: 'No notes yet. A new version of the site adds one.',
    delete: 'Delete',
    deleteOf: (text: string) => `Delete the note: ${text}`,
    failed: {
      add: 'The note could not be added. It may have at most 200 characters.',
      delete: 'The note could not be deleted. Please try again.',
    },
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
    what: 'Here will be: signups and where they come from, how many visitors agree to be measured, and what needs attention. The first events appear by themselves.',
    open: 'Open your site',
    opened: 'in this browser. Each page that it serves is counted here within a minute.',
    demo: 'To look around with made-up visits first, fill another, empty database:',
    demoCommand: 'DATABASE_URL=file:data/demo.db npm run growth -- demo-data',
    steps: (seesPeople: boolean) => [
      'Answer the consent question there. With “Accept”, your own visit appears under Live.',
      `Send the form once to see that a signup arrives${seesPeople ? ', then delete it under Signups' : ''}.`,
      'Share links with a campaign in them, so that Traffic shows which post brings people.',
    ],
  },
};
