/** The words of the growth console: for the people who run the site, not for its visitors. */
export const growthText = {
  title: (brand: string) => `Growth · ${brand}`,
  needsScript: 'The growth console needs JavaScript.',
  console: 'Growth',
  skip: 'Skip to the figures',
  nav: 'Views',
  views: {
    overview: 'Overview',
    funnel: 'Funnel',
    traffic: 'Traffic',
    signups: 'Signups',
    applications: 'Applications',
    mailings: 'Mailings',
    live: 'Live',
  },
  signOut: 'Sign out',
  done: 'Done',
  waiting: 'Loading…',
  unreachable: 'The server cannot be reached.',
  viewFailed: 'This view stopped working.',
  signIn: {
    heading: 'Growth console',
    lead: 'For the people who run this site. Sign in with its GROWTH_TOKEN or GROWTH_VIEWER_TOKEN.',
    token: 'Token',
    tokenMissing: 'Please enter the token',
    submit: 'Sign in',
    submitting: 'Signing in…',
    wrongToken: 'This is not the token of this site.',
    tooMany: (seconds: number) =>
      `Too many attempts. Please wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    failed: 'The server cannot be reached. Please try again.',
    why: {
      ended: 'Your session has ended. Sign in again to continue where you were.',
      unsure:
        'The server could not record that you signed out. Reload this page when the server can be reached, and sign out again.',
    },
  },
  range: {
    label: 'Period',
    short: {
      '60m': '60 min',
      today: 'Today',
      yesterday: 'Yesterday',
      month: 'This month',
      'last-month': 'Last month',
      '7': '7 days',
      '30': '30 days',
      '90': '90 days',
      '365': '12 months',
    },
    long: {
      '60m': 'Last 60 minutes',
      today: 'Today',
      yesterday: 'Yesterday',
      month: 'This month',
      'last-month': 'Last month',
      '7': 'Last 7 days',
      '30': 'Last 30 days',
      '90': 'Last 90 days',
      '365': 'Last 12 months',
    },
    /** What the figures are compared with. */
    before: {
      '60m': 'the 60 minutes before',
      today: 'yesterday until the same time',
      yesterday: 'the day before',
      month: 'last month until the same day',
      'last-month': 'the month before',
      '7': 'the 7 days before',
      '30': 'the 30 days before',
      '90': 'the 90 days before',
      '365': 'the 12 months before',
    },
    daysBefore: 'the same number of days before',
    days: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
    from: 'From',
    to: 'To',
    apply: 'Show',
    both: 'Both the first and the last day are included.',
    unit: 'One bar per',
    units: { hour: 'hour', day: 'day', week: 'week' },
    zone: 'Time zone',
    /** The zero-width spaces let a long name break after its slashes. */
    place: (zone: string) => zone.replaceAll('_', ' ').replaceAll('/', '/\u200b'),
    compare: 'Compare',
    details: 'Time zone and bars',
  },
  /** Says which values of an address do not exist. */
  unknown: {
    sentence: (what: string, value: string, shown: string) =>
      `“${value}” in the address is no ${what}. You see ${shown} instead.`,
    /** What the value is, and what is shown in its place. */
    values: {
      view: ['view', 'the overview'],
      range: ['period', 'the last 30 days'],
      filter: ['filter', 'all visitors'],
      zone: ['time zone', 'the time zone of this browser'],
      unit: ['unit', 'the usual bars'],
      by: ['grouping', 'visitors by channel'],
      preset: ['funnel', 'the first funnel'],
      breakdown: ['breakdown', 'the usual breakdown'],
      order: ['order', 'the usual order'],
      among: ['group of people', 'everybody'],
      window: ['number of days from 1 to 9999', 'people who took at most 14 days'],
      type: ['kind of signup', 'all kinds'],
      confirmation: ['confirmation', 'all signups'],
      state: ['state of an application', 'all applications'],
      page: ['page', 'the first page'],
    },
  },
  report: {
    loading: 'Counting…',
    failed: 'The figures could not be loaded.',
    tooLong: 'Counting took too long and was stopped. Choose a shorter period.',
    invalid: 'This address asks for a view that the server does not know.',
    retry: 'Try again',
    restart: 'Show the default view',
  },
  chart: {
    whole: 'in total',
    cursor: (caption: string, hasDays = false) =>
      `${caption}: move along the chart${hasDays ? '; Enter shows the day' : ''}`,
    soFar: 'so far',
    cut: 'in part',
    few: 'few',
    notes: 'Notes',
    interval: '95 % interval',
    low: '95 % from',
    high: '95 % to',
    asTable: 'As a table',
    download: 'Download CSV',
    imageOf: (kind: string, name: string) => `Download ${kind}: ${name}`,
    source: (host: string) => `Source: ${host}, growth console`,
    described: (caption: string, span: string, highest: string, lowest: string) =>
      `${caption}, ${span}: at most ${highest}, at least ${lowest}.`,
    downloadOf: (name: string) => `Download CSV: ${name}`,
  },
  /** The titles and remarks of downloaded files. */
  file: {
    before: (title: string) => `${title} in the period before`,
    change: (title: string) => `${title}, change`,
    difference: (title: string) => `${title}, clear difference`,
    low: (title: string) => `${title}, 95 % from`,
    high: (title: string) => `${title}, 95 % to`,
    remarks: 'Remarks',
    few: (title: string) => `${title}: few`,
  },
  change: {
    beforeUntil: (before: string, time: string) => `${before}, until ${time}`,
  },
  figures: { pages: 'Pages served', signups: 'Signups', consent: 'Consent rate' },
  /** What is true of all figures of a view. */
  about: {
    ofVisitors: 'Of the visitors who agreed',
    agreed: (rate: string, grants: string, answers: string) =>
      `Of the ${rate} who agreed: ${grants} of ${answers} answers`,
    noAnswers: 'Nobody answered the question',
    beside: (period: string, isAlone: boolean) =>
      isAlone ? `compared with nothing: hardly anything in ${period}` : `beside ${period}`,
    measured:
      'Figures about visitors are of those who agreed to be measured, in this period or earlier. People who did not answer are in no figure.',
    arrows:
      'After each change stands what the figure was. An arrow means: not chance, with 95 % confidence.',
  },
  /** What visitors are grouped by. */
  by: {
    channel: 'Channel',
    utm_source: 'Source',
    utm_medium: 'Medium',
    utm_campaign: 'Campaign',
    utm_content: 'Content',
    referrer_host: 'Referrer',
    viewport: 'Viewport',
    language: 'Language',
  },
  filters: {
    label: 'Filters',
    add: (text: string) => `Show only ${text}`,
    remove: (text: string) => `Remove the filter ${text}`,
    unfiltered:
      'Pages, signups and answers are counted without recording who, so they are not filtered.',
  },
  /** What of a report is empty for GROWTH_VIEWER_TOKEN. */
  fewer: 'Fewer than 5 people, or nobody.',
  upTo: (time: string) =>
    `Figures up to ${time}. With GROWTH_VIEWER_TOKEN they end with the last whole quarter of an hour, and counts are rounded down to a multiple of five.`,
  tooEarly: (time: string) =>
    `This period has no figures before ${time}. With GROWTH_VIEWER_TOKEN they come a minute after each quarter of an hour.`,
  ranking: {
    showAll: (count: string) => `Show all ${count}`,
    showFewer: 'Show fewer',
    sortBy: (column: string) => `Sort by ${column}`,
  },
  sources: {
    people: 'People',
    events: 'Events',
    signups: 'Signed up',
    rate: 'Rate',
    others: (values: string, events: string) =>
      `${values} others, with fewer people each; ${events} events in all`,
    empty:
      'No visitors in this period agreed to be measured. Visitors who agree are grouped by the link or the site they came from.',
  },
};
