import type { SignupProblems } from '#shared/signups';
import { gap, signup as m } from '../site-messages.ts';

/** What the visitor reads after a success. */
export interface ReceiptText {
  title: string;
  /** Without a detail, the address that has signed up. One differs where the site sends no mail: nobody agreed to any. */
  rows: readonly { term: string; detail?: string; withoutMail?: string }[];
  /** What follows the confirmation. */
  afterwards: string;
}

const notifyme: ReceiptText = {
  title: m.receipt.notifyme.title,
  rows: [
    { term: m.receipt.email },
    { term: m.receipt.signedUpFor, detail: m.receipt.notifyme.signedUpFor },
    {
      term: m.receipt.next,
      detail: m.receipt.notifyme.next,
      withoutMail: m.receipt.notifyme.nextWithoutMail,
    },
  ],
  afterwards: m.receipt.notifyme.nextByMail,
};
const beta: ReceiptText = {
  title: m.receipt.beta.title,
  rows: [
    { term: m.receipt.email },
    { term: m.receipt.signedUpFor, detail: m.receipt.beta.signedUpFor },
    { term: m.receipt.next, detail: m.receipt.beta.next },
  ],
  afterwards: m.receipt.beta.nextByMail,
};

export const signupContent = {
  tabsLabel: m.tabsLabel,
  tabs: m.tabs,
  labels: m.labels,
  /** Follows the label of a field that may be left empty. */
  optional: `${gap}${m.optional}`,
  submitting: m.submitting,
  /** Without JavaScript the form cannot be sent: it would put what was typed into the URL. */
  noScript: m.noScript,
  privacyLink: { label: m.privacyLink, path: '/privacy' },
  /** What somebody agrees to who confirms: applicants tick a box. Its text is the proof: docs/decisions/046-agreed-at-the-press.md. */
  launch: m.launch,
  /** The field for the code of the message that asks for a confirmation. */
  code: m.code,
  toasts: m.toasts,
  /** Beside the form after a failure. */
  failures: { ...m.failures, error: m.toasts.error.title },
  receipt: {
    /** The title until the address is confirmed. */
    confirmFirst: m.receipt.confirmFirst,
    /** What stands before the address, and after it. */
    message: m.receipt.message({ email: '\n' }).split('\n'),
    success: { notifyme, beta },
    /** Where somebody who has confirmed by the code of the message finds another code, which its link shows at once. */
    discount: m.receipt.discount as ReceiptText['rows'][number],
    /** Leads to the way to change a signup. */
    change: m.receipt.change,
    contact: m.receipt.contact,
  },
};

/** What is wrong with a field, by the codes of shared/src/signups.ts (specification, section 5). */
export const signupProblems: SignupProblems = {
  ...m.problems,
  tooLong: (max) => m.problems.tooLong({ max }),
};
