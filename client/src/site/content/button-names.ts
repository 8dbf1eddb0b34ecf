/** The English names of the buttons to sign up, which events report in every language. */
export const buttonNames = {
  hero: { notifyme: 'Notify me', beta: 'Apply for Beta Access' },
  header: { notifyme: 'Notify me', beta: 'Beta Access' },
} as const;
