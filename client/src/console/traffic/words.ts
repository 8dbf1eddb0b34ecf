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
  cursor: (caption: string) => `${caption}: move along the chart`,
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
    'Every refusal is counted, without recording who refused, so the consent rate is accurate. A page served is not a person: pages are counted without consent and without recording who asks.',
  empty: {
    signups: 'No signups on these days. Each signup by the form or the API is counted on its day.',
    pages:
      'No pages were served on these days. Each page that a browser opens is counted, without recording who opened it.',
    consents:
      'Nobody answered the consent question on these days. Each agreement and each refusal is counted on its day.',
    events:
      'No events on these days. They come from visitors who agreed to be measured: sections seen, scrolling, calls to action, forms sent.',
    sources:
      'No visitors on these days agreed to be measured. Those who do are grouped by the utm_source of the link they followed.',
    paths: 'This list will show how often each page was served, by path.',
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
