import { type EventContext, eventSchema } from '#shared/events';
import { HOUR_MS } from '#shared/limits';
import type { EventsTaken } from '#shared/public-answers';
import { AFTER_PATH, isPlainText, looksLikeEmail } from '#shared/text';
import type { LeaveToNewer } from '../consent/newer-build.ts';
import type { ClientCounts } from '../counts/count-clients.ts';
import type { ByteBudget, EventBudget } from '../edge/budgets.ts';
import type { IntakeMetrics } from '../edge/metrics.ts';
import { describeReason } from '../lib/issues.ts';
import type { World } from '../lib/world.ts';
import type { StoredContext } from '../store/event-context.ts';
import {
  type EventBatch,
  type NewEvent,
  type RecordedEvents,
  type Store,
  StoreUnavailableError,
} from '../store/store.ts';
import type { QueueShares } from './queue-shares.ts';

export interface EventIntakeDeps extends Pick<World, 'now'> {
  store: Pick<Store, 'recordEvents'>;
  budget: EventBudget;
  bytes: ByteBudget;
  shares: QueueShares;
  /** The counters of the endpoint that it serves. */
  metrics: IntakeMetrics;
  leaveToNewer: LeaveToNewer;
  onEvents?(consentId: string, context: StoredContext): void;
  clientCounts: Pick<ClientCounts, 'countEvents'>;
}

/** Events of one visitor, one session and one place, as an endpoint decoded them. */
export interface Submission {
  /** Lower case. */
  consentId: string;
  sessionId: string | null;
  context: Partial<EventContext>;
  /** The sender's clock at the time of sending, in milliseconds since 1970; null when the times are already correct. */
  sentAt: number | null;
  /** Each is parsed separately with `eventSchema`. */
  events: readonly unknown[];
}

/** What a request says about its sender. */
export interface Source {
  /** A hash of its address. */
  client: string;
  /** Global Privacy Control counts as a refusal. */
  gpc: boolean;
  /** True when it declares itself a search engine's or AI crawler: its events are no visitor's. */
  crawler: boolean;
  /** True when a browser says that a page of another site sent it: its visitors raise no alert here. */
  foreign: boolean;
}

export type Rejection = EventsTaken['rejected'][number];

export type SubmissionOutcome =
  | { outcome: 'consent_required' }
  | { outcome: 'crawler'; events: number }
  | { outcome: 'over_budget'; retrySeconds: number }
  | ({ outcome: 'taken' } & EventsTaken);

/** Submissions of a few milliseconds are written together. */
export type Take = (submission: Submission, sender: Source) => Promise<SubmissionOutcome>;

/** The only way for events into the store, for each endpoint: it checks consent, then each event separately. */
export function createEventIntake(deps: EventIntakeDeps): Take {
  const { store, now, budget, bytes, shares, metrics, leaveToNewer, onEvents, clientCounts } = deps;

  function withoutConsent({ events }: Submission): SubmissionOutcome {
    metrics.dropped('consent_required', events.length);
    return { outcome: 'consent_required' };
  }

  function overBudget(size: number, retrySeconds: number): SubmissionOutcome {
    metrics.dropped('over_budget', size);
    return { outcome: 'over_budget', retrySeconds };
  }

  return async (submission, { client, gpc, crawler, foreign }) => {
    const { consentId, sessionId } = submission;
    const size = submission.events.length;
    if (crawler) {
      metrics.dropped('crawler', size);
      return { outcome: 'crawler', events: size };
    }
    if (gpc) return withoutConsent(submission);
    const retryOfVisitor = budget.takeOfVisitor(consentId, size);
    if (retryOfVisitor > 0) return overBudget(size, retryOfVisitor);
    const receivedAt = now();
    const context = storedContext(submission.context);
    const { events, rejected } = sortOut(submission, receivedAt);
    const cost = costOf(context, events);
    const retrySeconds =
      (cost.more > 0 && budget.takeOfAddress(client, cost.more)) ||
      bytes.take(client, cost.bytes, 'events');
    if (retrySeconds > 0) {
      budget.giveBackToVisitor(consentId, size);
      return overBudget(size, retrySeconds);
    }
    const giveBack = () => {
      budget.giveBackToVisitor(consentId, size);
      bytes.giveBack(client, cost.bytes);
    };
    const batch: EventBatch = { consentId, sessionId, context, receivedAt, events };
    let recorded: RecordedEvents;
    const room = shares.enter(client, events.length);
    if (room) await room;
    try {
      if (rejected.length > 0) await leaveToNewer();
      recorded = await store.recordEvents(batch);
      if (recorded.outcome === 'consent_required') await leaveToNewer();
    } catch (error) {
      giveBack(); // the sender is told to send them again
      if (error instanceof StoreUnavailableError) metrics.dropped('overloaded', events.length);
      throw error;
    } finally {
      shares.leave(client, events.length);
    }
    if (recorded.outcome === 'consent_required') {
      giveBack();
      return withoutConsent(submission);
    }
    const { accepted, duplicates } = recorded;
    if (duplicates > 0) metrics.duplicates(duplicates);
    if (rejected.length > 0) metrics.dropped('invalid', rejected.length);
    if (accepted > 0) {
      metrics.accepted(accepted);
      if (!foreign) clientCounts.countEvents(client, events);
      onEvents?.(consentId, context);
    }
    return { outcome: 'taken', accepted, duplicates, rejected };
  };
}

/** An event counts once for every started 500 UTF-8 bytes of its context and properties. Ordinary ones have fewer. */
const EVENT_BYTES = 500;
/** About what else a row takes: ids, times, and its place in the index. */
const ROW_BYTES = 250;
/** SQLite gives a page of its own to a row of which no second one fits into it. */
const PAGE_BYTES = 4_096;
const MAX_BESIDE_ANOTHER = 1_600;

/**
 * Returns the bytes that events take in the database, and how many events they count as in their address's budget, beyond
 * their number. A context is sent once but stored with each of 100 events: 2.8 KB of gzip became 480 KB of database.
 */
function costOf(context: StoredContext, events: readonly NewEvent[]) {
  const ofContext = bytesIn(context);
  const cost = { bytes: 0, more: 0 };
  for (const { properties } of events) {
    const bytes = ofContext + bytesIn(properties);
    const isAlone = bytes > MAX_BESIDE_ANOTHER;
    cost.bytes += ROW_BYTES + (isAlone ? Math.max(PAGE_BYTES, bytes) : bytes);
    cost.more += Math.max(0, Math.ceil(bytes / EVENT_BYTES) - 1);
  }
  return cost;
}

function bytesIn(values: object): number {
  let bytes = 0;
  for (const value of Object.values(values)) {
    if (typeof value === 'string') bytes += Buffer.byteLength(value);
  }
  return bytes;
}

const NAMES: ReadonlySet<unknown> = new Set(
  eventSchema.options.map(({ shape }) => shape.name.value),
);

export const isKnownEvent = (name: unknown): boolean => NAMES.has(name);

function sortOut({ context, sentAt, events: candidates }: Submission, receivedAt: number) {
  const events: NewEvent[] = [];
  const rejected: Rejection[] = [];
  const fault = contextFault(context);
  for (const [index, candidate] of candidates.entries()) {
    const parsed = eventSchema.safeParse(candidate);
    if (!parsed.success) {
      rejected.push({ index, reason: describeReason(parsed.error) });
    } else if (fault) {
      rejected.push({ index, reason: fault });
    } else {
      const { id, name, properties, timestamp } = parsed.data;
      const occurredAt = correctTime(Date.parse(timestamp), sentAt ?? receivedAt, receivedAt);
      events.push({ id, name, properties, occurredAt });
    }
  }
  return { events, rejected };
}

const CLOCK_TOLERANCE_MS = 30_000;
const MAX_AHEAD_MS = 23 * HOUR_MS;

/** Returns when the event happened by the server's clock: corrects it by the error of the sender's clock. */
function correctTime(timestamp: number, sentAt: number, receivedAt: number): number {
  const offset = receivedAt - sentAt;
  const corrected = Math.abs(offset) > CLOCK_TOLERANCE_MS ? timestamp + offset : timestamp;
  const isPossible = corrected >= 0 && corrected - receivedAt <= MAX_AHEAD_MS;
  return isPossible ? corrected : receivedAt;
}

/** A host name, an IPv4 address or an IPv6 address in brackets, with or without a port. */
const hostPattern = /^(\[[0-9a-f:.]+\]|[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.?)(:\d{1,5})?$/iu;

/**
 * Returns why nothing may be stored with this context, or null: it would contain a query string or an e-mail address.
 */
function contextFault({ path, referrerHost, utm }: Partial<EventContext>): string | null {
  if (path !== undefined && AFTER_PATH.test(path))
    return 'context.path: expected a path without a query string';
  const fault = textFault('path', path) ?? textFault('referrerHost', referrerHost);
  if (fault !== null) return fault;
  for (const [name, text] of Object.entries(utm ?? {})) {
    const utmFault = textFault(name, text);
    if (utmFault !== null) return utmFault;
  }
  if (referrerHost !== undefined && !hostPattern.test(referrerHost)) {
    return 'context.referrerHost: expected a host name';
  }
  return null;
}

function textFault(name: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  if (looksLikeEmail(text)) return `context, ${name}: looks like an e-mail address`;
  return isPlainText(text)
    ? null
    : `context, ${name}: has control characters, or half of a character`;
}

/** A literal: made by a loop for each event, it took the process from 163 to 222 MB under load. */
function storedContext({
  path,
  referrerHost,
  utm,
  viewport,
  language,
}: Partial<EventContext>): StoredContext {
  return {
    path: path ?? null,
    referrerHost: referrerHost ?? null,
    utmSource: utm?.source ?? null,
    utmMedium: utm?.medium ?? null,
    utmCampaign: utm?.campaign ?? null,
    utmTerm: utm?.term ?? null,
    utmContent: utm?.content ?? null,
    viewport: viewport ?? null,
    language: language ?? null,
  };
}
