import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { MailState, WebhookState } from '../store/mail-store.ts';
import type { DeliveryState, RecordedDecision, StoreUsage } from '../store/store.ts';

/** What an attempt to send a message came to. */
export type AttemptOutcome = 'sent' | 'gone' | 'later' | 'unreachable' | 'refused' | 'given_up';

const ATTEMPTS: readonly AttemptOutcome[] = ['sent', 'later', 'unreachable', 'refused', 'given_up'];

export const SENDER_STATES = ['stopped', 'idle', 'sending', 'limited', 'failing', 'off'] as const;
export type SenderState = (typeof SENDER_STATES)[number];

/** The two endpoints for events. */
export type EventEndpoint = 'events' | 'ingest';

/**
 * The reasons why events are not stored. An unreadable request counts as one event, since the number in it is unknown.
 */
export type DropReason =
  | 'unreadable'
  | 'too_large'
  | 'unauthorized'
  | 'invalid'
  | 'other_name'
  | 'consent_required'
  | 'crawler'
  | 'over_budget'
  | 'overloaded';

export interface RequestMetrics {
  method: string;
  /**
   * The route pattern that answered, never a path: a path may contain anything, and each value would be a separate
   * series.
   */
  route: string;
  status: number;
  seconds: number;
}

/** Values that are read on demand instead of counted. */
interface Snapshot {
  usage: StoreUsage;
  /** Null when nothing is delivered to PostHog. */
  delivery: DeliveryState | null;
  /** Null when no mail is sent. */
  mail: (MailState & { state: SenderState }) | null;
  webhooks: readonly WebhookState[];
  now: number;
}

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH'];
/** Seconds: a page from memory takes 0.1 ms, a commit 1 to 20 ms, a locked database 5 s. */
const REQUEST_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const COMMIT_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];
const ROW_BUCKETS = [1, 2, 5, 10, 25, 50, 100, 200, 500];

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Counters of one process in a separate registry. An update costs 0.2 µs (a histogram 0.3 µs), so counting is always
 * on, but `/metrics` is not. Only this module knows that Prometheus reads them.
 *
 * @param process whether to measure this process too: CPU, memory, garbage collection and event-loop delay
 */
export function createMetrics({ process = false }: { process?: boolean } = {}) {
  const registry = new Registry();
  const { counter, histogram } = makersOf(registry);
  const requests = counter(
    'http_requests_total',
    'Requests by method, route and class of status.',
    ...['method', 'route', 'status'],
  );
  const durations = histogram(
    'http_request_duration_seconds',
    'Time from a request to its answer, by route.',
    REQUEST_BUCKETS,
    'route',
  );
  const accepted = counter('events_accepted_total', 'Events stored, by endpoint.', 'endpoint');
  const duplicates = counter(
    'events_duplicate_total',
    'Events that were already stored.',
    'endpoint',
  );
  const dropped = counter(
    'events_dropped_total',
    'Events not kept, by reason.',
    ...['endpoint', 'reason'],
  );
  const signups = counter('signups_total', 'Signups by outcome.', 'outcome');
  const decisions = counter('consent_decisions_total', 'Consent decisions by outcome.', 'outcome');
  const limited = counter('rate_limited_total', 'Requests refused by a rate limit.', 'limit');
  const commits = histogram(
    'commit_duration_seconds',
    'Time that one transaction took, from its begin until it was on disk.',
    COMMIT_BUCKETS,
  );
  const rows = histogram('commit_rows', 'Rows written by one transaction.', ROW_BUCKETS);
  const mails = counter(
    'mail_attempts_total',
    'Attempts of this process to send a message, by outcome.',
    'outcome',
  );
  const webhooks = counter(
    'webhook_attempts_total',
    'Attempts of this process to tell a webhook, by outcome.',
    'outcome',
  );
  // Present from the start: a rate also needs the value before the first attempt.
  for (const outcome of ATTEMPTS) for (const each of [mails, webhooks]) each.inc({ outcome }, 0);
  const setSnapshot = createGauges(registry);
  if (process) collectDefaultMetrics({ register: registry });

  return {
    request({ method, route, status, seconds }: RequestMetrics) {
      const known = METHODS.includes(method) ? method : 'other';
      requests.inc({ method: known, route, status: `${Math.floor(status / 100)}xx` });
      durations.observe({ route }, seconds);
    },
    intake(endpoint: EventEndpoint) {
      accepted.inc({ endpoint }, 0);
      duplicates.inc({ endpoint }, 0);
      return {
        accepted: (events: number) => accepted.inc({ endpoint }, events),
        duplicates: (events: number) => duplicates.inc({ endpoint }, events),
        dropped: (reason: DropReason, events: number) => dropped.inc({ endpoint, reason }, events),
      };
    },
    signup: (outcome: 'created' | 'repeated' | 'duplicate' | 'invalid') => signups.inc({ outcome }),
    decision: (outcome: RecordedDecision['outcome']) => decisions.inc({ outcome }),
    /** @param limit the name of the limit that refused a request */
    rateLimited: (limit: string) => limited.inc({ limit }),
    commit(commit: { seconds: number; rows: number }) {
      commits.observe(commit.seconds);
      rows.observe(commit.rows);
    },
    mail: (outcome: AttemptOutcome) => mails.inc({ outcome }),
    webhook: (outcome: AttemptOutcome) => webhooks.inc({ outcome }),
    /** Returns everything in Prometheus' text format 0.0.4. */
    render(snapshot: Snapshot): Promise<string> {
      setSnapshot(snapshot);
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}
export type IntakeMetrics = ReturnType<Metrics['intake']>;

function makersOf(registry: Registry) {
  const common = (name: string, help: string, labelNames: string[]) => ({
    ...{ name: `dubkit_${name}`, help, labelNames },
    registers: [registry],
  });
  return {
    counter: (name: string, help: string, ...labels: string[]) =>
      new Counter(common(name, help, labels)),
    gauge: (name: string, help: string, ...labels: string[]) =>
      new Gauge(common(name, help, labels)),
    histogram: (name: string, help: string, buckets: number[], ...labels: string[]) =>
      new Histogram({ ...common(name, help, labels), buckets }),
  };
}

const secondsSince = (time: number | null, now: number) =>
  time === null ? 0 : Math.max(0, now - time) / 1000;

/** Current values, and totals that the database keeps across restarts. */
function createGauges(registry: Registry) {
  const { counter, gauge } = makersOf(registry);
  const queueDepth = gauge('queue_depth', 'Writes that wait for their transaction.');
  const bytes = gauge('database_size_bytes', 'Size of the database on disk, by file.', 'file');
  const diskFree = gauge('disk_free_bytes', 'What is left on the disk of the database.');
  const waiting = gauge('relay_waiting_events', 'Events that wait for delivery to PostHog.');
  const lag = gauge('relay_lag_seconds', 'Age of the first event that waits for delivery.');
  const relayed = counter(
    'relay_events_total',
    'Events that the relay is through with, by outcome.',
    'outcome',
  );
  const deadLetters = gauge('relay_dead_letters', 'Events set aside: PostHog refuses them.');
  const failing = gauge('relay_failing', '1 while the last attempt to deliver failed, else 0.');
  const mailWaiting = gauge('mail_waiting', 'Messages that wait to be sent.');
  const mailAge = gauge('mail_oldest_seconds', 'Age of the oldest message that waits.');
  const sender = gauge(
    'mail_state',
    '1 for the state of this process as a sender, 0 for the others.',
    'state',
  );
  const setAside = gauge('mail_set_aside', 'Messages refused for good, or given up after 48 h.');
  const ofWebhook = (name: string, help: string) => gauge(name, help, 'recipient');
  const hookWaiting = ofWebhook('webhook_waiting', 'Messages that wait for a webhook.');
  const hookAge = ofWebhook(
    'webhook_oldest_seconds',
    'Age of the oldest message that waits for a webhook.',
  );
  const off = ofWebhook('webhook_off', '1 for a webhook whose receiver answered 410, else 0.');

  return ({ usage, delivery, mail, webhooks, now }: Snapshot) => {
    queueDepth.set(usage.writesWaiting);
    bytes.set({ file: 'main' }, usage.fileBytes);
    bytes.set({ file: 'wal' }, usage.walBytes);
    if (usage.freeBytes === null) diskFree.remove();
    else diskFree.set(usage.freeBytes);
    if (delivery) {
      waiting.set(delivery.waiting);
      lag.set(secondsSince(delivery.waitingSince, now));
      relayed.reset();
      for (const [outcome, count] of Object.entries({
        delivered: delivery.delivered,
        ...delivery.skipped,
      }))
        relayed.inc({ outcome }, count);
      deadLetters.set(delivery.setAside);
      failing.set(delivery.failure ? 1 : 0);
    }
    if (mail) {
      for (const state of SENDER_STATES) sender.set({ state }, Number(state === mail.state));
      mailWaiting.set(mail.waiting);
      mailAge.set(secondsSince(mail.waitingSince, now));
      setAside.set(mail.refused + mail.givenUp);
    }
    for (const metric of [hookWaiting, hookAge, off]) metric.reset();
    for (const { recipient, waitingSince, offSince, ...state } of webhooks) {
      hookWaiting.set({ recipient }, state.waiting);
      hookAge.set({ recipient }, secondsSince(waitingSince, now));
      off.set({ recipient }, offSince === null ? 0 : 1);
    }
  };
}
