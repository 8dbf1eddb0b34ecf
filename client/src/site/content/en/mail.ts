import type { ConfirmMessageInput, MailPage } from '#shared/page';
import { days } from './processing.ts';
import { signupContent } from './signup.ts';

export interface MailPageText {
  heading: string;
  text: string;
  /** The label of the page's one button. */
  button?: string;
  /** The words before and after the site's support address. */
  writeTo?: readonly [before: string, after: string];
}

/** The pages that links of the confirmation message lead to. */
export const mailPages = {
  confirm: {
    heading: 'Confirm your address',
    text: 'Is this what you entered? Press the button to make your signup count. If it is not, close this page and ignore our message.',
    button: 'Confirm my address',
  },
  confirmed: {
    heading: 'Your address is confirmed',
    text: 'Thank you. You will hear from us as soon as there is something to tell.',
  },
  already: {
    heading: 'Your address is already confirmed',
    text: 'There is nothing left to do. You will hear from us as soon as there is something to tell.',
  },
  expired: {
    heading: 'This link has expired',
    text: 'A link is valid for seven days. We can send you a new one.',
    button: 'Send me a new message',
  },
  removed: {
    heading: 'This signup no longer exists',
    text: 'It was deleted, so there is nothing to confirm. You are welcome to sign up again.',
  },
  unknown: {
    heading: 'We do not know this link',
    text: 'Its signup may have been deleted already, or part of the link is missing.',
  },
  'sent-again': {
    heading: 'A new message is on its way',
    text: 'Open it and press its button. It may take a few minutes to arrive.',
  },
  'too-soon': {
    heading: 'No further message can be sent now',
    text: 'Our last message to you still waits to be sent, which may take some hours. We send three messages a day to an address at most. Please check your spam folder, too.',
    writeTo: ['If you cannot find it, write to ', '.'],
  },
  'no-mail': {
    heading: 'No confirmation is needed',
    text: 'We no longer send these messages. Your signup counts without one.',
  },
  leave: {
    heading: 'Delete your signup',
    text: 'Press the button to delete your name, your address and everything else you entered.',
    button: 'Delete my signup',
  },
  left: {
    heading: 'Your signup is deleted',
    text: 'We have deleted everything you entered.',
  },
} satisfies Record<MailPage, MailPageText>;

export const mailPageText = {
  title: (heading: string, brand: string) => `${heading} · ${brand}`,
  legal: 'Legal information',
  toHome: 'Go to the home page',
  /** What the page repeats of the form, beside the form's own labels. */
  kind: 'Signup',
  youtubeChannel: 'YouTube channel',
};

/** The message that asks somebody to confirm an address, as data for its text and its HTML. */
export function confirmMessageContent(input: ConfirmMessageInput) {
  const { site, name, signupType, unconfirmedRetentionDays } = input;
  const { brand, company, address, email } = site;
  const { host } = new URL(site.url);
  const { benefitsTitle, benefits } = signupContent.tabs[signupType];
  const isBeta = signupType === 'beta';
  return {
    subject: `Confirm your address for ${brand}`,
    greeting: name === '' ? 'Hello,' : `Hello ${name},`,
    why: isBeta
      ? `This is ${brand}. Somebody, we hope it was you, entered this address on ${host} to apply for the beta.`
      : `This is ${brand}. Somebody, we hope it was you, entered this address on ${host} to join the waitlist.`,
    ask: isBeta
      ? 'We read an application once its address is confirmed.'
      : 'Your place counts once the address is confirmed.',
    button: 'Confirm my address',
    code: 'Or enter this code where you signed up:',
    valid: 'The button and the code work for seven days.',
    benefitsTitle,
    benefits,
    ignore: `If it was not you, ignore this message. We delete an unconfirmed signup ${days(unconfirmedRetentionDays)} after our first message, and write to it three times a day at most.`,
    leave: 'Delete my signup now',
    sender: [
      company,
      address.street,
      `${address.postalCode} ${address.city}`,
      address.country,
      email,
    ],
  };
}
