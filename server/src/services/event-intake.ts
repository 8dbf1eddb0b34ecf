import { type Envelope, type EventContext, envelopeSchema, eventSchema } from '#shared/events';
import { isStorableText, looksLikeEmail } from '#shared/text';
import type { IntakeMetrics } from '../metrics.ts';
import type { NewEvent, Store, StoredContext } from '../store/store.ts';
import { describeIssues, describeReason, type Issue } from './issues.ts';

export interface EventIntakeDeps {
  store: Pick<Store, 'recordEvents'>;
  now(): number;
  metrics: IntakeMetrics;
  /** The consent revision in force. */
  revision: number;
  /** Called when there are new events. */
  onEvents?(): void;
}

export interface Rejection {
  index: number;
  reason: string;
}

export type IntakeOutcome =
  | { outcome: 'invalid'; issues: Issue[] }
  | { outcome: 'consent_required' }
  | { outcome: 'taken'; accepted: number; duplicates: number; rejected: Rejection[] };

/** @param gpc whether the request bore `Sec-GPC: 1`, which is a refusal */
export type TakeEvents = (body: unknown, gpc: boolean) => Promise<IntakeOutcome>;

/** Takes a batch: the envelope as a whole, then consent, then each event by itself. */
export function createTakeEvents(deps: EventIntakeDeps): TakeEvents {
  const { store, now, metrics, revision, onEvents } = deps;

  function refuse(envelope: Envelope): IntakeOutcome {
    metrics.dropped('consent_required', envelope.events.length);
    return { outcome: 'consent_required' };
  }

  return async (body, gpc) => {
    const parsed = envelopeSchema.safeParse(body);
    if (!parsed.success) {
      metrics.dropped('unreadable', 1);
      return { outcome: 'invalid', issues: describeIssues(parsed.error) };
    }
    const envelope = parsed.data;
    if (gpc) return refuse(envelope);
    const receivedAt = now();
    const { events, rejected } = sortOut(envelope, receivedAt);
    const recorded = await store.recordEvents({
      consentId: envelope.consentId,
      sessionId: envelope.sessionId,
      context: storedContext(envelope.context),
      receivedAt,
      revision,
      events,
    });
    if (recorded.outcome === 'consent_required') return refuse(envelope);
    const { accepted, duplicates } = recorded;
    metrics.accepted(accepted);
    metrics.duplicates(duplicates);
    metrics.dropped('invalid', rejected.length);
    if (accepted > 0) onEvents?.();
    return { outcome: 'taken', accepted, duplicates, rejected };
  };
}

function sortOut(envelope: Envelope, receivedAt: number) {
  const events: NewEvent[] = [];
  const rejected: Rejection[] = [];
  const fault = contextFault(envelope.context);
  const sentAt = Date.parse(envelope.sentAt);
  for (const [index, candidate] of envelope.events.entries()) {
    const parsed = eventSchema.safeParse(candidate);
    if (!parsed.success) rejected.push({ index, reason: describeReason(parsed.error) });
    else if (fault) rejected.push({ index, reason: fault });
    else {
      const { id, name, properties, timestamp } = parsed.data;
      const occurredAt = correctTime(Date.parse(timestamp), sentAt, receivedAt);
      events.push({ id, name, properties, occurredAt });
    }
  }
  return { events, rejected };
}

const CLOCK_TOLERANCE_MS = 30_000;
const MAX_AHEAD_MS = 23 * 3_600_000;

/** When it happened by the server's clock, told from how far the sender's clock is off. */
function correctTime(timestamp: number, sentAt: number, receivedAt: number): number {
  const offset = receivedAt - sentAt;
  const corrected = Math.abs(offset) > CLOCK_TOLERANCE_MS ? timestamp + offset : timestamp;
  return corrected - receivedAt > MAX_AHEAD_MS ? receivedAt : corrected;
}

/** A host name, an IPv4 address or an IPv6 address in brackets, with or without a port. */
const hostPattern = /^(\[[0-9a-f:.]+\]|[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.?)(:\d{1,5})?$/iu;

/** Why nothing may be kept with this context, or null: it would hold what a query string or an address says. */
function contextFault(context: EventContext | undefined): string | null {
  if (!context) return null;
  const { path, referrerHost, utm } = context;
  if (/[?#]/.test(path)) return 'context.path: expected a path without a query string';
  const texts = { path, referrerHost, ...utm };
  for (const [name, text] of Object.entries(texts)) {
    if (text === undefined) continue;
    if (looksLikeEmail(text)) return `context, ${name}: looks like an e-mail address`;
    if (!isStorableText(text)) return `context, ${name}: has characters that no database can hold`;
  }
  if (referrerHost !== undefined && !hostPattern.test(referrerHost)) {
    return 'context.referrerHost: expected a host name';
  }
  return null;
}

function storedContext(context: EventContext | undefined): StoredContext {
  const utm = context?.utm;
  return {
    path: context?.path ?? null,
    referrerHost: context?.referrerHost ?? null,
    utmSource: utm?.source ?? null,
    utmMedium: utm?.medium ?? null,
    utmCampaign: utm?.campaign ?? null,
    utmTerm: utm?.term ?? null,
    utmContent: utm?.content ?? null,
    viewport: context?.viewport ?? null,
  };
}
