import type { RecordedSource } from '#shared/consents';
import type { FunnelBreakdown } from '#shared/funnel';
import type {
  DecisionCount,
  EventBreakdown,
  EventCount,
  PageCount,
  SignupCount,
  Traffic,
} from '#shared/reports';
import type { SignupType } from '#shared/signups';
import type { Range } from '#shared/time-range';

/**
 * Everything that is kept, as whole operations: each is one transaction, and its promise resolves
 * only after that transaction is on disk. Expected outcomes are values. A rejection is a
 * {@link StoreUnavailableError} when the disk, the network or a lock is to blame, else a bug, and means that nothing was
 * kept; but where a database on another machine was lost at the very end, all of it may have been
 * (docs/decisions/018-many-writers.md).
 *
 * Times are milliseconds since 1970 UTC; ids are lower-case text.
 */
export interface Store {
  /** An e-mail address that is there already, in whatever case, keeps its first signup. */
  insertSignup(signup: Signup): Promise<'created' | 'duplicate'>;
  /**
   * Appends a click to the proof, or counts it, or finds it there already; consent-rule.ts says which, by what is on
   * record in the same transaction. Of a refusal that leaves no row it knows for ten minutes that an earlier grant comes
   * too late.
   */
  recordDecision(decision: Decision): Promise<RecordedDecision>;
  /**
   * Checks the consent against the revision in force, which is the highest that was published, and keeps the events in
   * the same transaction. An id that is there already is a duplicate.
   */
  recordEvents(batch: EventBatch): Promise<RecordedEvents>;
  /** Keeps the text that this process asks for consent with. Its revision rises when the text in force is another one. */
  publishConsentText(text: PublishedText): Promise<Published>;
  /**
   * Records the text that made-up visitors agree to, as revision 0: below every published revision, it is never in force.
   * Where revision 0 is on record already, it stays as it is.
   */
  recordDemoText(text: PublishedText): Promise<void>;
  /** Adds to the views of one UTC day, `YYYY-MM-DD`. */
  addPageCounts(day: string, counts: ReadonlyMap<string, number>): Promise<void>;
  /**
   * The next events in the order of `seq`, at most `limit`, after the last that was settled. For each: that it may
   * go to the recipient now, or why it may not (delivery-rule.ts). Takes nothing away: asked again, it rules again.
   * `elsewhere` while another process has taken some and neither settled them nor failed.
   */
  takeDeliveries(limit: number, rule: DeliveryRule): Promise<Delivery[] | 'elsewhere'>;
  /**
   * Notes what became of the events up to one `seq`: they are never taken again. What was settled already, by another
   * process, is not counted again.
   */
  settleDeliveries(settlement: Settlement): Promise<void>;
  /** Notes why the last attempt failed, until one succeeds. */
  noteDeliveryFailure(reason: string, at: number): Promise<void>;
  deliveryState(): Promise<DeliveryState>;
  /** Finds all that is kept under one id, oldest first; of the events at most `maxEvents`, and how many more there are. */
  readPerson(consentId: string, maxEvents: number, search?: PersonSearch): Promise<PersonRecord>;
  /**
   * Records the withdrawal of an id that ever granted, erases its events, also those that are set aside, and notes
   * that in the audit. For another id it does nothing. Answers how many it erased. The withdrawal is a transaction of
   * its own, and the first; the events go in portions, each with its note. An erasure that was broken off continues
   * when it is asked for again.
   */
  erasePerson(erasure: ErasureRequest): Promise<number>;
  /** The signups with this e-mail address, in whatever case and with whatever outer blanks. */
  readSignups(email: string): Promise<Signup[]>;
  /** Erases them and notes that in the audit, in the same transaction. Answers how many it erased. */
  eraseSignups(email: string, at: number): Promise<number>;
  /** Erases one signup and notes that in the audit, in the same transaction. */
  eraseSignup(id: string, at: number): Promise<'erased' | 'not_found'>;
  /** Deletes what is past its time among the next rows, or only counts it: a small step, so that nobody waits for it. */
  expire(step: ExpiryStep): Promise<ExpiredStep>;
  /** Does `work` unless another process of this site is at that job; answers whether it did. */
  runAlone(job: 'retention', work: () => Promise<void>): Promise<boolean>;
  /** Appends to the audit. */
  recordAudit(entry: AuditEntry): Promise<void>;
  /** All of it, oldest first. */
  readAudit(): Promise<AuditEntry[]>;
  /** Records that a session of the growth console was signed out, and deletes those that would have ended by now. */
  endSession(session: EndedSession, now: number): Promise<void>;
  /** Returns whether a session was signed out, at this process or another one, also before a restart. */
  isSessionEnded(hash: string): Promise<boolean>;
  /** How many rows there are. */
  countRows(): Promise<RowCounts>;
  /** Writes for real and leaves nothing behind. */
  checkWritable(): Promise<void>;
  /** What it takes up and what waits in it, for those who watch over it. */
  usage(): Promise<StoreUsage>;
  /** Finishes what is under way. */
  close(): Promise<void>;
}

/** Below that the self-hoster is warned: some 500,000 events, with what a backup or a migration needs for a while. */
export const LITTLE_SPACE_BYTES = 200_000_000;

export interface StoreUsage {
  /** Operations that wait for their transaction. */
  writesWaiting: number;
  /** Bytes of the database, and of the write-ahead log beside it. */
  fileBytes: number;
  walBytes: number;
  /** Bytes that this process may still write where the database lies; null where it lies on another machine. */
  freeBytes: number | null;
}

/** Reads on a connection of its own, beside a server that may be writing. */
export interface StoreReader {
  /** Shows each person who has an event that the query asks for, once, in no particular order. */
  visitJourneys(query: JourneyQuery, visit: (journey: Journey) => void): Promise<void>;
  /** By day, name and value, in that order. */
  countEvents(query: EventCountQuery): Promise<EventCount[]>;
  countSignups(range: Range): Promise<SignupCount[]>;
  countDecisions(range: Range): Promise<DecisionCount[]>;
  countPages(range: Range): Promise<PageCount[]>;
  /** By name, and by source: the most first. */
  countTraffic(range: Range): Promise<Traffic>;
  /** The latest first. */
  findSignups(query: SignupQuery): Promise<FoundSignups>;
  /** The last that came first. */
  latestEvents(limit: number): Promise<SequencedEvent[]>;
  /** All rows of a table as they were kept, oldest first, some at a time; new ones may come to the end meanwhile. */
  exportRows(
    table: ExportTable,
    range: Range,
    onProgress?: OnProgress,
  ): AsyncIterable<readonly ExportRow[]>;
  deliveryState(): Promise<DeliveryState>;
  close(): Promise<void>;
}

/** The store cannot write now, through no fault of the request: it may be sent again. */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError';
}

export interface Signup {
  id: string;
  name: string;
  /** Trimmed and lower case: docs/decisions/003-email-case.md. */
  email: string;
  youtubeChannel: string | null;
  useCase: string | null;
  signupType: SignupType;
  createdAt: number;
}

export interface SignupQuery {
  /** Somewhere in the name, the address, the channel or the use case, in whatever case: search-text.ts. */
  search: string | null;
  type: SignupType | null;
  /** Only those that come after this one in the order; null is from the first. */
  before: Pick<Signup, 'id' | 'createdAt'> | null;
  limit: number;
  offset: number;
}

export interface FoundSignups {
  signups: Signup[];
  /** All that match, of which these are some. */
  total: number;
}

export interface Decision {
  /** Of the row, should one be appended. */
  id: string;
  /** Null for a refusal by a browser that never granted. */
  consentId: string | null;
  revision: number;
  /** What was clicked. */
  analytics: boolean;
  source: RecordedSource;
  language: string;
  textHash: string;
  /** The request bore Global Privacy Control: no grant holds against it. */
  gpc: boolean;
  /** When it was clicked, by a clock that is never ahead of the server's. */
  decidedAt: number;
  recordedAt: number;
}

export type RecordedDecision =
  | {
      outcome: 'appended' | 'unchanged' | 'superseded' | 'counted';
      /** When the server recorded it; of the row that says the same already, that row's time. */
      recordedAt: number;
    }
  /** A grant to a text that was never published: nothing was kept. */
  | { outcome: 'unknown_text' };

export interface EventBatch {
  consentId: string;
  sessionId: string | null;
  context: StoredContext;
  receivedAt: number;
  /** Replaces the revision in force, for made-up data: nobody is ever asked with the text that it names. */
  revision?: number;
  events: readonly NewEvent[];
}

export interface StoredContext {
  path: string | null;
  referrerHost: string | null;
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
  utmTerm: string | null;
  utmContent: string | null;
  viewport: string | null;
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

export interface PublishedText {
  hash: string;
  language: string;
  /** The host that events are passed on to; null when they stay here. */
  recipient: string | null;
  /** What the dialogs say, as JSON. */
  text: string;
  publishedAt: number;
}

export interface Published {
  /** Of the text that this process asks with. */
  revision: number;
  /**
   * The revision that another running process asks with, when that text replaced this one: answers to this one do not
   * count then. Else null.
   */
  newer: number | null;
}

/** Told how much is done, and how much there is: rows that were looked at, unless said otherwise. */
export type OnProgress = (done: number, all: number) => void;

/** Of an event: its name, null for any, and what its properties read. */
export interface EventCondition {
  event: string | null;
  properties: Readonly<Record<string, string | number | boolean>>;
}

/** The range is that of the time at which events occurred. */
export interface JourneyQuery extends Range {
  /** At most 31. */
  conditions: readonly EventCondition[];
  /** Whether events that meet no condition are asked for as well. */
  every: boolean;
  /** What journeys bear the first value of. */
  touch: FunnelBreakdown | null;
  /** Starts again where there is more than one pass. */
  onProgress?: OnProgress | undefined;
}

/** The range is that of the time at which events occurred. */
export interface EventCountQuery extends Range {
  breakdown: EventBreakdown | null;
  onProgress?: OnProgress | undefined;
}

/** Ranges are of the time at which a signup was created, an event occurred, a decision was recorded. */
export type ExportTable = 'signups' | 'events' | 'consents';
/** By the column's name, in the order of the columns. */
export type ExportRow = Record<string, string | number | null>;

/** What one person did, by time and then as it came; of the first `length` places, and during the visit only. */
export interface Journey {
  length: number;
  times: Float64Array;
  /** Bit i is set where the event meets condition i. */
  met: Int32Array;
  firstTouch: string | null;
}

export interface DeliveryRule {
  /** The host that events would go to: the text that the visitor agreed to must have named it. */
  recipient: string;
  now: number;
}

/** Why an event is not delivered: docs/decisions/008-the-queue-is-a-cursor.md. */
export type SkipReason = 'no_grant' | 'withdrawn' | 'expired' | 'other_recipient';

export type Delivery =
  | { seq: number; outcome: 'deliver'; event: StoredEvent }
  | { seq: number; outcome: SkipReason };

export interface StoredEvent extends NewEvent {
  consentId: string;
  sessionId: string | null;
  context: StoredContext;
  receivedAt: number;
}

export interface SequencedEvent extends StoredEvent {
  seq: number;
}

export interface Settlement {
  /** The last `seq` that has been dealt with. */
  through: number;
  delivered: number;
  skipped: Partial<Record<SkipReason, number>>;
  /** Refused even when it was alone. */
  setAside: { seq: number; reason: string } | null;
  at: number;
}

export interface DeliveryState {
  /** Events that have not been dealt with; beyond 10,000 also those that were erased before it came to them. */
  waiting: number;
  /** When the first of them was received. */
  waitingSince: number | null;
  delivered: number;
  deliveredAt: number | null;
  skipped: Record<SkipReason, number>;
  setAside: number;
  /** The latest ones, and why. */
  deadLetters: { eventId: string; reason: string; at: number }[];
  /** Why the last attempt failed; null once one succeeds. */
  failure: { reason: string; at: number } | null;
}

/** Rows are read when they are asked for, a page at a time: read-whole-person.ts collects them. */
export interface PersonRecord {
  consents: AsyncIterable<readonly ConsentRecord[]>;
  events: AsyncIterable<readonly StoredEvent[]>;
  moreEvents: number;
}

/** A {@link PersonRecord} that was read to its end. */
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
  /** Of the row that records the withdrawal. */
  id: string;
  consentId: string;
  gpc: boolean;
  at: number;
  search?: PersonSearch;
}

export interface PersonSearch {
  /**
   * Also looks for events of an id that has no grant on record: every row is looked at, which somebody who runs the
   * site may ask for, but no visitor with an id that was made up.
   */
  withoutGrant?: boolean;
  onProgress?: OnProgress;
}

/** Rows about persons. */
export interface RowCounts {
  signups: number;
  consents: number;
  events: number;
}

export interface ExpiryStep {
  kind: keyof RowCounts;
  /**
   * What is older is past its time: a signup by when it was made, an event by when it was received, all of the proof
   * under one consent id by its last decision.
   */
  before: number;
  /** `next` of the step before; null to begin. */
  after: string | null;
  /** Counts and deletes nothing. */
  dryRun: boolean;
}

export interface ExpiredStep {
  expired: number;
  /** Of these, events that the relay had not dealt with. */
  undelivered: number;
  /** Rows that were looked at, roughly. */
  looked: number;
  /** Where to go on; null at the end. */
  next: string | null;
}

/** A session of the growth console that was signed out before its time. */
export interface EndedSession {
  /** Of its cookie, which cannot be told from it. */
  hash: string;
  /** When it would have ended anyway. */
  endsAt: number;
}

/** What was done with people's data, and nothing about whom: it is kept when they are gone. */
export interface AuditEntry {
  at: number;
  kind: 'erase' | 'export' | 'retention';
  counts: Partial<RowCounts>;
}
