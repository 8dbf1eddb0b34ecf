import type { SignupProblems } from '#shared/signups';
import { signup as m } from '../messages.ts';

/** What the visitor reads beside the form after a signup. */
export interface CallSheetText {
  title: string;
  rows: readonly CallSheetRow[];
}

interface CallSheetRow {
  term: string;
  details: readonly string[];
  /** Instead of the details, where a message asks for a confirmation. */
  byMail?: readonly string[];
}

const tabs = m.tabs;
const notifyme: CallSheetText = {
  title: m.callSheet.notifyme.title,
  rows: [
    { term: m.callSheet.signedUpFor, details: [m.callSheet.notifyme.signedUpFor] },
    { term: m.callSheet.get, details: tabs.notifyme.benefits },
    {
      term: m.callSheet.next,
      details: [m.callSheet.notifyme.next],
      byMail: [m.callSheet.message, m.callSheet.notifyme.nextByMail],
    },
  ],
};
const beta: CallSheetText = {
  title: m.callSheet.beta.title,
  rows: [
    { term: m.callSheet.signedUpFor, details: [m.callSheet.beta.signedUpFor] },
    { term: m.callSheet.beta.get, details: tabs.beta.benefits },
    {
      term: m.callSheet.next,
      details: [m.callSheet.beta.next],
      byMail: [m.callSheet.message, m.callSheet.beta.nextByMail],
    },
  ],
};
const duplicate: CallSheetText = {
  title: m.callSheet.duplicate.title,
  rows: [
    { term: m.callSheet.duplicate.email, details: [m.callSheet.duplicate.registered] },
    { term: m.callSheet.get, details: [m.callSheet.duplicate.get] },
    { term: m.callSheet.next, details: [m.callSheet.duplicate.next] },
  ],
};

export const signupContent = {
  tabsLabel: m.tabsLabel,
  tabs,
  labels: m.labels,
  submitting: m.submitting,
  /** Without JavaScript the form cannot be sent: it would put what was typed into the URL. */
  noScript: m.noScript,
  requiredNote: m.requiredNote,
  /** The note below the form. */
  note: {
    purpose: m.note.purpose,
    /** Said only where nobody else receives anything. */
    stays: m.note.stays,
    /** Said where others do. The sentences below say who. */
    kept: m.note.kept,
    team: m.note.team,
    /** Where a message asks for a confirmation. @param provider who delivers it, if the site names somebody */
    mail: (provider: string | undefined) =>
      provider ? m.note.mailThrough({ provider }) : m.note.mail,
    analytics: (host: string) => m.note.analytics({ host }),
  },
  privacyLink: { label: m.privacyLink, path: '/privacy' },
  /** The field for the code of the message that asks for a confirmation. */
  code: {
    label: m.code.label,
    submit: m.code.submit,
    submitting: m.code.submitting,
    outcomes: m.code.outcomes,
    /** Follows what is said about a wrong code. */
    tries: (left: number) => m.code.tries(left),
  },
  toasts: m.toasts,
  callSheet: {
    label: m.callSheet.label,
    success: { notifyme, beta },
    duplicate,
    contact: { label: m.callSheet.contact, path: '/contact' },
  },
};

/** What is wrong with a field, by the codes of shared/src/signups.ts (specification, section 5). */
export const signupProblems: SignupProblems = {
  nameRequired: m.problems.nameRequired,
  emailRequired: m.problems.emailRequired,
  emailInvalid: m.problems.emailInvalid,
  useCaseRequired: m.problems.useCaseRequired,
  tooLong: (max) => m.problems.tooLong({ max }),
};
