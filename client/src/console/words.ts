/** The words of the growth console: for the people who run the site, not for its visitors. */
export const growthText = {
  title: (brand: string) => `Growth · ${brand}`,
  needsScript: 'The growth console needs JavaScript.',
  console: 'Growth',
  skip: 'Skip to the figures',
  nav: 'Views',
  views: { funnel: 'Funnel', traffic: 'Traffic', signups: 'Signups', live: 'Live' },
  signOut: 'Sign out',
  waiting: 'Loading…',
  unreachable: 'The server cannot be reached.',
  viewFailed: 'This view stopped working.',
  signIn: {
    heading: 'Growth console',
    lead: 'For the people who run this site. Sign in with its GROWTH_TOKEN.',
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
        'The server does not know that you signed out. Open this page again once it can be reached, and sign out then.',
    },
  },
  range: {
    label: 'Days',
    last: { 7: '7 days', 30: '30 days', 90: '90 days', 365: '12 months' },
    from: 'From (UTC)',
    to: 'To (UTC)',
    apply: 'Show',
    inUtc: 'Days begin and end at midnight UTC. Both the first and the last day are included.',
  },
  report: {
    loading: 'Counting…',
    failed: 'The figures could not be loaded.',
    tooLong: 'Counting took too long and was stopped. Choose a shorter range of days.',
    invalid: 'The server does not know the view that this address asks for.',
    retry: 'Try again',
    restart: 'Show the default view',
    numbers: 'As numbers',
  },
};
