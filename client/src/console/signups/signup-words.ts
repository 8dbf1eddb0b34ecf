import type { Confirmation } from '#shared/growth-queries';
import type { SignupType } from '#shared/signups';

export const growthSignups = {
  heading: 'Signups',
  lead: 'Everyone on the waitlist and everyone who applied for the beta, latest first.',
  figuresOnly:
    'You signed in with GROWTH_VIEWER_TOKEN, which shows figures only. The list of people needs GROWTH_TOKEN.',
  search: 'Search',
  searchHint: 'Name, e-mail, channel or use case',
  find: 'Find',
  type: 'Type',
  types: { '': 'All', notifyme: 'Notify me', beta: 'Beta' } satisfies Record<
    SignupType | '',
    string
  >,
  confirmation: 'Confirmation',
  confirmations: {
    '': 'All',
    confirmed: 'Confirmed',
    waiting: 'Waiting',
    refused: 'Not delivered',
  } satisfies Record<Confirmation | '', string>,
  state: 'Application',
  allStates: 'All',
  undeliverable: 'A server refused this address',
  invited: 'invited',
  redeemed: 'redeemed',
  throwaway: 'Throw-away domain',
  again: {
    label: 'Send again',
    of: (name: string) => `Send again to ${name}`,
    outcomes: {
      queued: (name: string) => `Another message to ${name} is on its way.`,
      too_soon: (name: string) => `The last message to ${name} still waits to be sent.`,
      confirmed: (name: string) => `${name} has confirmed the address meanwhile.`,
    },
    gone: 'This signup has already been deleted.',
    failed: 'The message could not be queued. Please try again.',
  },
  export: 'Download as CSV',
  table: {
    caption: 'Signups',
    name: 'Name',
    email: 'E-mail',
    type: 'Type',
    channel: 'YouTube channel',
    useCase: 'Use case',
    at: (zone: string) => `Signed up (${zone})`,
    actions: 'Actions',
    menu: (name: string) => `Actions for ${name}`,
  },
  more: 'Read the use case',
  count: (first: string, last: string, total: string) => `${first}–${last} of ${total}`,
  previous: 'Newer',
  next: 'Older',
  pages: 'Pages of signups',
  empty: {
    heading: 'No signups yet',
    text: 'Everyone who signs up on the site is listed here. You can search the list, download it as CSV and delete people on request.',
    nothingFound: 'No signup matches.',
    showAll: 'Show all signups',
  },
  delete: (name: string) => `Delete the signup of ${name}`,
  confirm: {
    heading: 'Delete this signup?',
    text: (name: string, email: string) =>
      `This permanently deletes what ${name} (${email}) entered from the site’s database. It does not delete downloaded copies.`,
    delete: 'Delete',
    deleting: 'Deleting…',
    cancel: 'Keep it',
    failed: 'It could not be deleted. Please try again.',
    deleted: (name: string) => `The signup of ${name} is deleted.`,
    gone: 'This signup has already been deleted.',
  },
};
