import { INVITATION_DAYS, LINK_DAYS } from '#shared/limits';
import type { ConfirmMessageInput, ListMessageInput, MailPage } from '#shared/page';
import type { Site } from '#shared/site';
import { type Language, prefixOf } from '#shared/site-languages';
import { lawFor, townOf } from '../identity.ts';
import type { Part } from '../info-content.ts';
import { gap, mail as m } from '../site-messages.ts';
import { days, proofYears } from './processing.ts';

/** One thing that the page of a message's link offers. What deletes is asked for once more. */
export interface LeaveChoice {
  button: string;
  means: string;
  sure?: string;
}

export interface MailPageText {
  heading: string;
  text: string;
  /** The label of the page's one button. */
  button?: string;
}

const linkDays = { days: days(LINK_DAYS) };
const invitationDays = { days: days(INVITATION_DAYS) };
const stays = m.leave.stays(proofYears);

/** The pages that links of the confirmation message lead to. */
export const mailPages: Readonly<Record<MailPage, MailPageText>> = {
  ...m.pages,
  expired: { ...m.pages.expired, text: m.pages.expired.text(linkDays) },
  left: { ...m.pages.left, text: m.pages.left.text + gap + stays },
  blocked: { ...m.pages.blocked, text: m.pages.blocked.text + gap + stays },
  // Where mail is on.
  'redeemed-again': {
    ...m.pages['redeemed-before'],
    button: m.pages['invitation-expired'].button,
  },
  'invitation-expired': {
    ...m.pages['invitation-expired'],
    text: m.pages['invitation-expired'].text(invitationDays),
  },
  'invitation-over': {
    ...m.pages['invitation-over'],
    text: m.pages['invitation-over'].text(invitationDays),
  },
};

/**
 * What the link in each message offers, by the value of its button: no launch message only to those who would get it. Who has
 * not confirmed was promised nothing, and may be somebody whom a stranger signed up.
 */
export const leaveChoices = (getsLaunch: boolean) => {
  const { messages, everything, address } = m.leave;
  return { ...(getsLaunch && { messages }), everything, address };
};

export const mailPageText = {
  title: (heading: string, brand: string) => m.page.title({ heading, brand }),
  legal: m.page.legal,
  toHome: m.page.toHome,
  signUpAgain: m.page.signUpAgain,
  /** Says where to write to, with a link to that address. */
  writeTo: (email: Exclude<Part, string>): readonly Part[] => m.page.writeTo({ email }),
  /** Offers the beta to somebody on the waitlist: the form takes each address once. */
  offerBeta: (email: Exclude<Part, string>): readonly Part[] => m.page.offerBeta({ email }),
  /** What the page repeats of the form, beside the form's own labels. */
  kind: m.page.kind,
  /** What it costs to delete a confirmed signup. */
  discount: m.leave.discount,
  /** What is left of a signup once it is deleted. */
  stays,
  /** Asks once more before something is deleted: what stands before the address, and after it. */
  ask: m.leave.ask({ email: '\n' }).split('\n'),
  keep: m.leave.keep,
  /** Said to those who will get no message at the launch. */
  launch: m.leave.launch,
  open: (brand: string) => m.page.open({ brand }),
};

/** The message that asks somebody to confirm an address, and nothing more: what it promises besides would be advertising. */
export function confirmMessageContent(input: ConfirmMessageInput) {
  const { site, name, signupType, unconfirmedRetentionDays } = input;
  const { brand } = site;
  const { host } = new URL(site.url);
  return {
    subject: m.message.subject({ brand }),
    preview: m.message.preview({ brand, code: input.code }),
    greeting: greetingOf(name),
    why: m.message.why[signupType]({ brand, host }),
    ask: m.message.ask[signupType],
    button: m.message.button,
    code: m.message.code,
    valid: m.message.valid(linkDays),
    ignore: m.message.ignore(unconfirmedRetentionDays),
    leave: m.message.leave,
    sender: senderOf(input),
  };
}

/** A message to somebody on the list, likewise. A mailing has its own words, and no greeting of ours. */
export function listMessageContent(input: ListMessageInput) {
  const { site, name } = input;
  const { brand } = site;
  const { host } = new URL(site.url);
  const frame = {
    because: m.message.because({ host }),
    leave: m.message.leave,
    sender: senderOf(input),
  };
  if (input.kind === 'mailing') {
    const { subject, text, link } = input.words;
    return { ...frame, subject, preview: text, paragraphs: text.split(/\n\s*\n/), button: link };
  }
  const { subject, text } = m.message[input.kind];
  const preview = text({ brand, host, ...invitationDays });
  return {
    ...frame,
    subject: subject({ brand }),
    preview,
    paragraphs: [greetingOf(name), preview],
    button:
      input.kind === 'invitation' ? { label: m.message.invitation.button, url: input.url } : null,
  };
}

const greetingOf = (name: string) =>
  name === '' ? m.message.hello : m.message.helloName({ name });

/**
 * What a business letter names: in German law also the register and who manages the company (§ 35a GmbHG). The privacy
 * policy is named for those whom somebody else signed up (Art. 14 GDPR).
 */
function senderOf({ site, language }: { site: Site; language: Language }) {
  const { company, address, email, register, managingDirector: director } = site;
  return [
    company,
    address.street,
    m.message.city(townOf(address)),
    address.country,
    ...(register ? [m.message.register({ register })] : []),
    ...(director && lawFor(site) === 'de' ? [m.message.director({ director })] : []),
    email,
    m.message.privacy({ url: `${site.url}${prefixOf(language)}/privacy` }),
  ];
}
