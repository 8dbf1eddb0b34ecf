import type { RecordedSource } from '#shared/consents';
import type { SignupRow } from '#shared/growth';
import type { Confirmation } from '#shared/growth-queries';
import type { ApplicationStages, Audience, AudienceCount } from '#shared/list';
import type { ApplicationState } from '#shared/list-values';
import type { DecisionCount, PageCounts, SignupCount } from '#shared/reports';
import type { SignupTexts } from '#shared/signup-texts';
import type { SignupType } from '#shared/signups';
import type { Range } from '#shared/time-range';
import type { WithTimes } from '../lib/iso-times.ts';
import type { StoredContext } from './event-context.ts';
import type { ConfirmationRequest, NewNotice } from './mail-store.ts';

/**
 * The part of the store that each database has in its own way. All methods of the store are complete operations. Each is
 * one transaction, and its promise resolves only after the transaction is on disk. Expected outcomes
 * are values. A promise rejects with a {@link StoreUnavailableError} when the disk, the network or a lock failed, and with
 * any other error for a bug. Nothing was stored then, with one exception: if the connection to a database on another
 * machine broke during the commit, everything may have been stored (docs/decisions/018-many-writers.md).
 *
 * Times are milliseconds since 1970 UTC; ids are lower-case text.
 */
export interface Store {
  /**
   * Stores a signup unless its e-mail address is registered: where the site sends mail, once it is confirmed, and otherwise
   * at once. A repetition of the address's latest signup is no further one; its owner is asked again.
   *
   * @param request queued in the same transaction; null where the site sends no mail
   * @param notices queued in the same transaction if it was created
   */
  insertSignup(
    signup: NewSignup,
    request?: ConfirmationRequest | null,
    notices?: readonly NewNotice[],
  ): Promise<InsertedSignup>;
  /**
   * Appends a decision to the proof, or only counts it, or finds that it is already there. consent-rule.ts decides
   * which, from what is on record in the same transaction. A refusal that leaves no row is remembered for ten minutes,
   * so that an earlier grant that arrives after it is superseded.
   */
  recordDecision(decision: Decision): Promise<RecordedDecision>;
  /**
   * Checks that the text which the visitor agreed to has not changed since, and stores the events in the same
   * transaction. An event whose id is already stored is a duplicate.
   */
  recordEvents(batch: EventBatch): Promise<RecordedEvents>;
  /**
   * Returns the next events in the order of `seq`, at most `limit`, after the last settled one, each with a ruling: it
   * may go to the recipient now, or the reason why not (delivery-rule.ts). Nothing is removed: a second call rules
   * again. Returns `elsewhere` while another process has taken events and has neither settled them nor failed.
   */
  takeDeliveries(limit: number, rule: DeliveryRule): Promise<Delivery[] | 'elsewhere'>;
  /**
   * Records the results of the events up to one `seq`, which are then never taken again. Events that another process
   * has already settled are not counted again.
   */
  settleDeliveries(settlement: Settlement): Promise<void>;
  /** Records why the last attempt failed. The next success clears it. */
  noteDeliveryFailure(reason: string, at: number): Promise<void>;
  deliveryState(): Promise<DeliveryState>;
  /**
   * Returns everything stored under one id, oldest first, with at most `maxEvents` events and the number of further
   * ones.
   */
  readPerson(consentId: string, maxEvents: number, search?: PersonSearch): Promise<PersonRecord>;
  /**
   * Records the withdrawal of an id that ever granted, erases its events, including those set aside, and adds this to
   * the audit. Does nothing for any other id. Returns how many events were erased. The withdrawal is the first
   * transaction. The events follow in portions, each with its audit entry. An interrupted erasure continues when it is
   * requested again.
   */
  erasePerson(erasure: ErasureRequest): Promise<number>;
  /** Runs `work` unless another process of this site is doing that job. Returns whether it ran. */
  runAlone(
    job: 'retention' | 'chunks' | 'outbox' | 'webhooks',
    work: () => Promise<void>,
  ): Promise<boolean>;
  /**
   * Judges a clock, and notes the time if it is believed or somebody accepts it. Returns null then, and otherwise when one was
   * last believed.
   */
  judgeClock(now: number, isAccepted?: boolean): Promise<number | null>;
  /** Returns the same without noting it. */
  doubtOfClock(now: number): Promise<number | null>;
  /** Writes to the database without changing any content. Rejects when it cannot. */
  checkWritable(): Promise<void>;
  /** Returns the space used and the number of waiting writes, for monitoring. */
  usage(): Promise<StoreUsage>;
  /** Finishes running operations and closes the database. */
  close(): Promise<void>;
}

/**
 * Below this the self-hoster is warned. It is room for about 500,000 events, including what a backup or a migration
 * needs temporarily.
 */
export const LITTLE_SPACE_BYTES = 200_000_000;

export interface StoreUsage {
  /** Operations that wait for their transaction. */
  writesWaiting: number;
  /** Bytes of the database, and of the write-ahead log beside it. */
  fileBytes: number;
  walBytes: number;
  /** Bytes that this process may still write to the disk of the database; null when that is on another machine. */
  freeBytes: number | null;
}

/** Reads on its own connection, beside a server that may be writing. */
export interface StoreReader {
  applicationStages(): Promise<ApplicationStages>;
  countAudience(audience: Audience): Promise<AudienceCount>;
  /**
   * Calls `visit` with all events of the range, in one state of the database: chunk by chunk, in the
   * order of arrival. All reports about events are computed from this.
   *
   * @param again asked after the last chunk. While it returns true, the same chunks are visited once more
   * @returns the number of people with an event in the range
   */
  scanEvents(
    range: Range,
    visit: (chunk: EventChunk) => void,
    again?: () => boolean,
  ): Promise<number>;
  /** Makes the first missing copy of a part, from one part to another, which is excluded; null when none is missing. */
  makeChunk(parts: { from: number; to: number }): Promise<NewChunk | null>;
  /** Counts signups and decisions by the quarter of an hour, in that order. */
  countSignups(range: Range): Promise<SignupCount[]>;
  countDecisions(range: Range): Promise<DecisionCount[]>;
  countPages(range: Range): Promise<PageCounts>;
  /** Returns since when pages are counted; null without any. */
  countedSince(): Promise<number | null>;
  /** Searches the next signups in the order of arrival: few, so that other reports get their turn between two calls. */
  searchSignups(query: SearchStep): Promise<SearchedSignups>;
  findSignups(query: SignupQuery): Promise<FoundSignups>;
  /** Returns the events that arrived last, latest first. */
  latestEvents(query: LatestEventsQuery): Promise<SequencedEvent[]>;
  /**
   * Reads all rows of a table as they were stored, oldest first, a page at a time. Rows that are added meanwhile may be
   * included.
   */
  exportRows(table: ExportTable, range: Range): AsyncIterable<readonly ExportRow[]>;
  deliveryState(): Promise<DeliveryState>;
  close(): Promise<void>;
}

export interface LatestEventsQuery {
  limit: number;
  /** Leaves out events that were received at this time or later, whenever they occurred. */
  receivedBefore?: number;
}

/** The store cannot write now, and the request is not the reason. The client may send it again. */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError';
}

/** Its address is trimmed and in lower case: docs/decisions/003-email-case.md. */
export interface Signup extends SignupTexts {
  id: string;
  signupType: SignupType;
  createdAt: number;
  language: string | null;
  confirmedAt: number | null;
}

export interface NewSignup extends Signup {
  /** Of the sentence that said what messages follow; null where nobody knows what the person read. */
  wordingHash?: string | null;
  /** Of one that is stored as confirmed: made-up people have no mailbox. */
  launch?: LaunchAnswer;
}

/** The words that ask for the message at the launch: docs/decisions/046-agreed-at-the-press.md. */
export interface LaunchText {
  hash: string;
  language: string;
  kind: SignupType;
  text: string;
}

/** What somebody was shown who pressed the button that confirms, and the answer. */
export interface LaunchAnswer {
  shown: LaunchText;
  agreed: boolean;
}

export type InsertedSignup = 'created' | 'repeated' | 'duplicate';

export interface SignupQuery {
  /** Only these; null for all. */
  ids: readonly string[] | null;
  type: SignupType | null;
  confirmation: Confirmation | null;
  /** Of applications for the beta. */
  state: ApplicationState | null;
  /** Only signups after this one in the order; null starts with the first. */
  before: Pick<Signup, 'id' | 'createdAt'> | null;
  /** Of a first page only. */
  isOldestFirst?: boolean;
  limit: number;
  offset: number;
}

export interface SearchStep extends Pick<SignupQuery, 'type' | 'confirmation' | 'state'> {
  /** Text to find in the name, the address, the channel or the use case, ignoring case: search-text.ts. */
  search: string;
  /** Where the step before ended; 0 for the first. */
  after: number;
}

export interface SearchedSignups {
  found: Pick<Signup, 'id' | 'createdAt'>[];
  /** Where the next step starts; null after the last. */
  after: number | null;
}

/** A signup, and what became of the message that asks for its confirmation. */
export interface FoundSignup extends WithTimes<Omit<SignupRow, 'language' | 'throwaway'>>, Signup {
  /** Of the sentence that said what messages follow; null where nobody knows what the person read. */
  wordingHash: string | null;
}

export interface FoundSignups {
  signups: FoundSignup[];
  /** The number of all matches. `signups` holds some of them. */
  total: number;
}

export interface Decision {
  /** The id of the row, if one is appended. */
  id: string;
  /** Null for a refusal by a browser that never granted. */
  consentId: string | null;
  revision: number;
  /** The choice that was clicked. */
  analytics: boolean;
  source: RecordedSource;
  language: string;
  textHash: string;
  /** The request carried Global Privacy Control, against which no grant is valid. */
  gpc: boolean;
  /** The time of the click, never later than the server's own time. */
  decidedAt: number;
  recordedAt: number;
}

export type RecordedDecision =
  | {
      outcome: 'appended' | 'unchanged' | 'superseded' | 'counted';
      /** When the server recorded it. For `unchanged`, the time of the row that is already there. */
      recordedAt: number;
    }
  /** A grant to a text that was never published. Nothing was stored. */
  | { outcome: 'unknown_text' };

export interface EventBatch {
  consentId: string;
  sessionId: string | null;
  context: StoredContext;
  receivedAt: number;
  /** Replaces the revision since which the text is in force, for made-up data. No visitor is ever asked with its text. */
  revision?: number;
  events: readonly NewEvent[];
}

export interface NewEvent {
  id: string;
  name: string;
  properties: Record<string, unknown>;
  occurredAt: number;
}

export type RecordedEvents =
  | { outcome: 'recorded'; accepted: number; duplicates: number }
  | { outcome: 'consent_required' };

/**
 * Events that arrived together, grouped by person, each person's by time and then by arrival. The arrays are valid only
 * during the visit.
 */
export interface EventChunk {
  /**
   * A small number for each person: people are counted from 0, those of earlier scans of the reader included. A person has
   * the same number in all chunks of a scan.
   */
  people: Int32Array;
  /** Where each person's events start, and at the end where the last person's events end. */
  starts: Uint32Array;
  /** The time of an event is the base and its offset, in milliseconds since 1970 UTC. */
  base: number;
  offsets: Uint32Array | Float64Array;
  /** For each event, a place in `kindTable`. */
  kinds: Uint8Array | Uint16Array;
  kindTable: readonly EventKind[];
  /** For each event, a place in `contextTable`. Both are read only for reports that need them. */
  contexts(): Uint16Array;
  contextTable(): readonly StoredContext[];
}

/** What events with equal names and properties have in common. */
export interface EventKind {
  readonly name: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface NewChunk {
  part: number;
  events: number;
  firstAt: number;
  lastAt: number;
  /** Null when the events have too many different values. */
  bytes: Uint8Array | null;
}

/** Ranges apply to the time when a signup was created, an event occurred, a decision was recorded or what a note says happened. */
export type ExportTable = 'signups' | 'events' | 'consents' | 'notes';
/** Values by column name, in the order of the columns. */
export type ExportRow = Record<string, string | number | null>;

export interface DeliveryRule {
  /** The host that events would go to. The text that the visitor agreed to must have named it. */
  recipient: string;
  now: number;
}

/** Why an event is not delivered: docs/decisions/008-the-queue-is-a-cursor.md. */
export type SkipReason = 'no_grant' | 'withdrawn' | 'expired' | 'other_recipient';

export type Delivery =
  | { seq: number; outcome: 'deliver'; event: StoredEvent }
  | { seq: number; outcome: SkipReason };

export type StoredEvent = NewEvent & Omit<EventBatch, 'revision' | 'events'>;

export interface SequencedEvent extends StoredEvent {
  seq: number;
}

export interface Settlement {
  /** The last `seq` that was processed. */
  through: number;
  delivered: number;
  skipped: Partial<Record<SkipReason, number>>;
  /** An event that was refused even when it was sent alone. */
  setAside: { seq: number; reason: string } | null;
  at: number;
}

export interface DeliveryState {
  /**
   * Events that have not been processed. Beyond 10,000, the number also counts events that were erased before their
   * delivery.
   */
  waiting: number;
  /** When the first of them was received. */
  waitingSince: number | null;
  delivered: number;
  deliveredAt: number | null;
  skipped: Record<SkipReason, number>;
  setAside: number;
  /** What asks PostHog to delete what belongs to an id: how many wait and were refused, and the last answer. */
  deletions: { waiting: number; refused: number; reason: string | null };
  /** The latest of the events set aside, and the reasons. */
  deadLetters: { eventId: string; reason: string; at: number }[];
  /** The reason of the last failure; null after a success. */
  failure: { reason: string; at: number } | null;
}

/** Rows are read on demand, a page at a time. read-whole-person.ts collects them. */
export interface PersonRecord {
  consents: AsyncIterable<readonly ConsentRecord[]>;
  events: AsyncIterable<readonly StoredEvent[]>;
  moreEvents: number;
}

/** A {@link PersonRecord} that was read to the end. */
export interface WholePerson {
  consents: ConsentRecord[];
  events: StoredEvent[];
  moreEvents: number;
}

export type ConsentRecord = Omit<Decision, 'id' | 'consentId' | 'source' | 'decidedAt'> & {
  source: string;
  decidedAt: number | null;
};

export interface ErasureRequest {
  /** The id of the row that records the withdrawal. */
  id: string;
  consentId: string;
  gpc: boolean;
  at: number;
  /** What others are told, in the transaction that erases the first events, or each time that an operator asks. */
  notices?: readonly NewNotice[];
  search?: PersonSearch;
}

export interface PersonSearch {
  /**
   * Also looks for events of an id that has no grant on record, which reads every row. The site's operator may ask for
   * that; a visitor may not, because anybody can make up an id.
   */
  withoutGrant?: boolean;
}

/** Rows about persons. */
export interface RowCounts {
  signups: number;
  consents: number;
  events: number;
}
