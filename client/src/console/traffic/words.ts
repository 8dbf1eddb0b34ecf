export const growthTraffic = {
  heading: 'Traffic',
  figures: {
    pages: 'Pages served',
    signups: 'Signups',
    signupsNote: (notifyme: string, beta: string) => `${notifyme} notify me, ${beta} beta`,
    consent: 'Consent rate',
    consentNote: (grants: string, answers: string) => `${grants} of ${answers} answers`,
    consentNone: 'nobody was asked, or nobody answered',
    withdrawals: 'Withdrawals',
    withdrawalsNote: 'of those who had agreed',
  },
  wholeRange: 'all days shown',
  units: { day: 'Day', week: 'Week' },
  cursor: (caption: string) => `${caption}: one after the other`,
  charts: {
    signups: { day: 'Signups per day', week: 'Signups per week' },
    pages: { day: 'Pages served per day', week: 'Pages served per week' },
    consents: {
      day: 'Answers to the consent question per day',
      week: 'Answers to the consent question per week',
    },
  },
  series: {
    notifyme: 'Notify me',
    beta: 'Beta Access',
    pages: 'Pages',
    grants: 'Agreed',
    refusals: 'Refused',
    rate: 'Consent rate',
    withdrawals: 'Withdrawn',
  },
  consentNote:
    'Every refusal is counted, without anything about who, so the rate has its true denominator. A page served is not a person: it is counted without consent and without looking at who asks.',
  empty: {
    signups:
      'No signups in these days. Each one that the form or the interface takes is counted on its day.',
    pages:
      'No pages were served in these days. Each page that a browser opens is counted, with nothing about who.',
    consents:
      'Nobody answered the consent question in these days. Each agreement and each refusal is counted on its day.',
    events:
      'No events in these days. They come from visitors who agreed to be measured: sections seen, scrolling, calls to action, forms sent.',
    sources:
      'No visitors who agreed to be measured came in these days. Once they do, they are grouped by the utm_source of the link that they followed.',
    paths: 'How often each page was served will be listed here, by its path.',
  },
  paths: { heading: 'Pages by path', path: 'Path', count: 'Served' },
  events: { heading: 'Events by name', name: 'Event', count: 'Events', people: 'People' },
  sources: {
    heading: 'Traffic by utm source',
    source: 'Source',
    none: '(none)',
    more: (count: string) => `${count} more, with fewer people each`,
    people: 'People',
    events: 'Events',
    signups: 'Signed up',
    rate: 'Rate',
  },
};
