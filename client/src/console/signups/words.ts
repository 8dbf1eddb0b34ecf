import type { SignupType } from '#shared/signups';

export const growthSignups = {
  heading: 'Signups',
  lead: 'Everybody on the waitlist and everybody who applied for the beta, the latest first.',
  search: 'Search',
  searchHint: 'Name, e-mail, channel or use case',
  find: 'Find',
  type: 'Type',
  types: { '': 'All', notifyme: 'Notify me', beta: 'Beta' } satisfies Record<
    SignupType | '',
    string
  >,
  export: 'Download as CSV',
  table: {
    caption: 'Signups',
    name: 'Name',
    email: 'E-mail',
    type: 'Type',
    channel: 'YouTube channel',
    useCase: 'Use case',
    at: 'Signed up (UTC)',
    actions: 'Actions',
  },
  more: 'Read the use case',
  count: (first: string, last: string, total: string) => `${first}–${last} of ${total}`,
  previous: 'Newer',
  next: 'Older',
  pages: 'Pages of signups',
  empty: {
    heading: 'No signups yet',
    text: 'Everybody who leaves an e-mail address on the site will be listed here, to be searched, downloaded as CSV and deleted on request.',
    nothingFound: 'No signup is like that.',
    showAll: 'Show all signups',
  },
  delete: (name: string) => `Delete the signup of ${name}`,
  confirm: {
    heading: 'Delete this signup?',
    text: (name: string, email: string) =>
      `What ${name} (${email}) left on the site will be gone from its database for good. Copies that were downloaded are not.`,
    delete: 'Delete',
    deleting: 'Deleting…',
    cancel: 'Keep it',
    failed: 'It could not be deleted. Please try again.',
    deleted: (name: string) => `The signup of ${name} is deleted.`,
    gone: 'It was deleted already.',
  },
};
