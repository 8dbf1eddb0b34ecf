/** The words of the growth console: for the people who run the site, not for its visitors. */
export const growthText = {
  title: (brand: string) => `Growth · ${brand}`,
  needsScript: 'The growth console needs JavaScript.',
  name: 'Growth',
  signIn: {
    heading: 'Growth console',
    lead: 'For the people who run this site. Sign in with its GROWTH_TOKEN.',
    token: 'Token',
    tokenMissing: 'Please enter the token',
    submit: 'Sign in',
    submitting: 'Signing in…',
    wrongToken: 'This is not the token of this site.',
    tooMany: (seconds: number) =>
      `Too many tries. Please wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    failed: 'The server cannot be reached. Please try again.',
    ended: 'Your session has ended. Sign in again to go on where you were.',
  },
  signOut: 'Sign out',
};
