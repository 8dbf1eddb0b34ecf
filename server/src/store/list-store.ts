import type {
  ApplicationStages,
  Audience,
  AudienceCount,
  Mailing,
  MailingContent,
} from '#shared/list';
import type { ApplicationState, Decision, RecipientState } from '#shared/list-values';
import type { SignupTexts } from '#shared/signup-texts';
import type { Language } from '#shared/site-languages';

/** What is counted of the list. With 100,000 signups it takes a tenth of a second. */
export interface ListReader {
  applicationStages(): Promise<ApplicationStages>;
  countAudience(audience: Audience): Promise<AudienceCount>;
}

/** The part of the store for working the list: decisions, invitations, mailings. */
export interface ListStore extends ListReader {
  /**
   * Decides about applications whose people have not been told of an earlier decision. Null takes decisions back.
   *
   * @param seen the state that the operator saw; applications in another state stay as they are. Null for any.
   */
  decide(
    ids: readonly string[],
    decision: NewDecision | null,
    seen?: ApplicationState | null,
  ): Promise<Decided>;
  /** Queues the polite message to people who are declined and were not told. Returns how many. */
  tellDeclined(messages: readonly NewPersonalMessage[]): Promise<number>;
  /** Returns ids of accepted applications that were never invited, oldest first. */
  nextToInvite(limit: number): Promise<string[]>;
  /**
   * Invites accepted people. An earlier invitation of theirs that was not redeemed is withdrawn, unless it is not a minute
   * old.
   */
  invite(invitations: readonly NewInvitation[], isFirst?: boolean): Promise<Invited>;
  /** Withdraws the open invitations of people, and drops those whose message still waits. Returns how many. */
  withdraw(signupIds: readonly string[], at: number): Promise<number>;
  /** Returns what a token is good for now. For 15 minutes after it was redeemed, it is still open. */
  readInvitation(token: string, now: number): Promise<InvitationState>;
  /** Redeems an invitation. For 15 minutes a second time does the same, since the first answer may be lost. */
  redeem(token: string, at: number): Promise<InvitationState>;
  /** Invites somebody again whose invitation has expired; once. */
  renewInvitation(token: string, next: Omit<NewInvitation, 'signupId'>): Promise<RenewOutcome>;
  /** Returns what was decided about people and sent to them, for a request of theirs. */
  readListHistory(signupIds: readonly string[]): Promise<ListHistory>;

  /** Returns mailings, latest first, at most 100. */
  readMailings(): Promise<Mailing[]>;
  readMailing(id: string): Promise<Mailing | null>;
  /** Stores a draft, or changes one. Returns false if the mailing is no longer a draft. */
  saveMailing(mailing: { id: string; content: MailingContent; at: number }): Promise<boolean>;
  /** Deletes a draft. */
  deleteMailing(id: string): Promise<boolean>;
  /**
   * Fixes some of the recipients of a draft that starts. To be called until it returns null, each time with what it
   * returned, and with an id for each message.
   */
  addRecipients(step: RecipientsStep): Promise<string | null>;
  /** Sends a mailing whose recipients are fixed if they are as many as was said, or makes it a draft again. */
  startMailing(id: string, people: number, at: number): Promise<StartOutcome>;
  /** Pauses, resumes or stops a mailing. Returns false when its state does not allow that. */
  changeMailing(id: string, to: 'paused' | 'sending' | 'stopped', at: number): Promise<boolean>;
  /**
   * Pauses what is being sent if this database is a copy or was restored. The sender asks every half a minute. Returns how many.
   */
  pauseCopies(at: number): Promise<number>;
  /** Returns the recipients that are refused or in doubt, at most 500. */
  readTroubled(mailingId: string): Promise<TroubledRecipient[]>;
  /** Returns when the last of those who were put off is tried again, or was to be; null without any. */
  readPutOff(mailingId: string, now: number): Promise<PutOff | null>;
  /** Lets those in doubt wait again whose last attempt was before a time. Returns how many. */
  sendAgain(
    mailingId: string,
    signupIds: readonly string[],
    before: number,
    at: number,
  ): Promise<number>;
  /** Returns the secret for personal codes. The first call creates it. */
  listSecret(at: number): Promise<string>;
}

export interface NewDecision {
  decision: Decision;
  at: number;
  by: string | null;
  note: string | null;
}

export interface Decided {
  changed: number;
  /** They were told of an earlier decision, which stays. */
  told: string[];
  /** They no longer exist, or are no applications. */
  missing: number;
  /** Somebody else was faster: these are in another state than the operator saw. */
  others: { id: string; state: ApplicationState; by: string | null }[];
}

/** Times are milliseconds since 1970. */
export interface ListHistory {
  decisions: {
    signupId: string;
    decision: Decision;
    decidedAt: number;
    decidedBy: string | null;
    note: string | null;
    toldAt: number | null;
  }[];
  invitations: {
    signupId: string;
    createdAt: number;
    expiresAt: number;
    sentAt: number | null;
    redeemedAt: number | null;
    withdrawnAt: number | null;
  }[];
  mailings: {
    signupId: string;
    mailingId: string;
    state: RecipientState;
    attemptedAt: number | null;
    reason: string | null;
  }[];
}

/** A message to one person, of which nothing but its kind is stored. */
export interface NewPersonalMessage {
  id: string;
  signupId: string;
  at: number;
}

export interface NewInvitation extends NewPersonalMessage {
  token: string;
}

export interface Invited {
  queued: number;
  /** Not accepted, not confirmed although mail is on, undeliverable, redeemed, gone, or invited within the last minute. */
  refused: number;
}

/** `over`: expired, and nothing sends a new one. */
export type InvitationState =
  | 'open'
  | 'redeemed'
  | 'already'
  | 'expired'
  | 'over'
  | 'withdrawn'
  | 'unknown';
export type RenewOutcome = 'renewed' | 'used' | InvitationState;

export interface RecipientsStep {
  mailingId: string;
  /** Null at first. */
  after: string | null;
  limit: number;
  messageIds: readonly string[];
  at: number;
}

export type StartOutcome =
  | { outcome: 'started' | 'not_draft' }
  | { outcome: 'other_number'; people: number };

export interface PutOff {
  until: number;
  /** The server's answer. Null where the mailbox has had as many messages as a day may have. */
  reason: string | null;
}

export interface TroubledRecipient extends Pick<SignupTexts, 'name' | 'email'> {
  signupId: string;
  state: 'in_doubt' | 'refused';
  attemptedAt: number | null;
  reason: string | null;
  language: Language | null;
}
