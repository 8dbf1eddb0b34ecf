import { growthText } from '../console-words.ts';

export const growthTraffic = {
  heading: 'Traffic',
  figures: {
    confirmed: (count: string, share: string) => `${count} confirmed (${share})`,
    consentNote: (grants: string, answers: string) => `${grants} of ${answers}`,
    consentNone: 'nobody answered',
    withdrawals: 'Agreement withdrawn',
  },
  units: { hour: 'Hour', day: 'Day', week: 'Week' },
  charts: {
    signups: { hour: 'Signups per hour', day: 'Signups per day', week: 'Signups per week' },
    pages: {
      hour: 'Pages served per hour',
      day: 'Pages served per day',
      week: 'Pages served per week',
    },
    consents: {
      hour: 'Answers to the consent question per hour',
      day: 'Answers to the consent question per day',
      week: 'Answers to the consent question per week',
    },
  },
  series: {
    notifyme: 'Notify me',
    beta: 'Beta Access',
    confirmed: 'Confirmed',
    confirmedShare: 'Confirmed of all',
    pages: 'Pages',
    grants: 'Agreed',
    refusals: 'Refused',
    rate: 'Consent rate',
    withdrawals: 'Withdrawn',
  },
  consentNote:
    'Every refusal is counted, without recording who refused, so the consent rate is accurate. Pages served are not people: they are counted without consent and without recording who asked for them.',
  empty: {
    signups: 'No signups in this period. Signups through the form and through the API are counted.',
    pages:
      'No pages were served in this period. Each page that a browser opens is counted, without recording who opened it.',
    consents:
      'Nobody answered the consent question in this period. Each agreement and each refusal is counted.',
    events:
      'No events in this period. They come from visitors who agreed to be measured: sections seen, scrolling, calls to action, forms sent.',
    paths: 'This list will show how often each page was served, by path.',
  },
  paths: {
    heading: 'Pages by path',
    path: 'Path',
    count: 'Served',
    servedUntil: (time: string) => `Served until ${time}`,
    until: (time: string) =>
      `Compared up to ${time}, when the last whole quarter of an hour ended.`,
  },
  events: { heading: 'Events by name', name: 'Event', count: 'Events', people: 'People' },
  by: 'Group visitors by',
  sources: {
    heading: (by: keyof typeof growthText.by) => `Visitors by ${growthText.by[by].toLowerCase()}`,
  },
};
