import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DeliveryState, RecordedDecision, StoreUsage } from './store/store.ts';

/** The two ways in for events. */
export type Door = 'events' | 'ingest';

/** Why events are not kept. A request that cannot be read counts as one, since nobody knows how many it held. */
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

/** Counts what one door does with events. */
export interface IntakeMetrics {
  accepted(events: number): void;
  duplicates(events: number): void;
  dropped(reason: DropReason, events: number): void;
}

export interface RequestMetrics {
  method: string;
  /** The pattern that answered, never a path: a path may hold anything, and each value is a series of its own. */
  route: string;
  status: number;
  seconds: number;
}

export interface CommitMetrics {
  seconds: number;
  rows: number;
}

/** What is read off when somebody asks, and not counted as it happens. */
export interface MetricsSnapshot {
  usage: StoreUsage;
  /** Null where nothing is delivered to PostHog. */
  delivery: DeliveryState | null;
  now: number;
}

/** Plain functions to count with: only this module knows that Prometheus reads them. */
export interface Metrics {
  request(request: RequestMetrics): void;
  intake(door: Door): IntakeMetrics;
  signup(outcome: 'created' | 'duplicate' | 'invalid'): void;
  decision(outcome: RecordedDecision['outcome']): void;
  /** A request that came too soon. @param limit the name of the limit */
  rateLimited(limit: string): void;
  commit(commit: CommitMetrics): void;
  /** Everything in Prometheus' text format 0.0.4. */
  render(snapshot: MetricsSnapshot): Promise<string>;
  readonly contentType: string;
}

export interface MetricsOptions {
  /** Also measures this process: CPU, memory, garbage collection, and the delay of its event loop. */
  process?: boolean;
}

const PREFIX = 'dubkit_';
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH'];
/** Seconds: a page from memory takes 0.1 ms, a commit 1 to 20 ms, a locked database 5 s. */
const REQUEST_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const COMMIT_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];
const ROW_BUCKETS = [1, 2, 5, 10, 25, 50, 100, 200, 500];

/**
 * Counters of one process in a registry of their own. Counting costs 0.2 µs a counter (0.3 µs a histogram), so it is
 * always on; `/metrics` is not.
 */
export function createMetrics({ process = false }: MetricsOptions = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: PREFIX + name, help, labelNames, registers });
  const histogram = (name: string, help: string, buckets: number[], labelNames: string[] = []) =>
    new Histogram({ name: PREFIX + name, help, buckets, labelNames, registers });

  const requests = counter(
    'http_requests_total',
    'Requests by method, route and class of status.',
    ['method', 'route', 'status'],
  );
  const durations = histogram(
    'http_request_duration_seconds',
    'Time from a request to its answer, by route.',
    REQUEST_BUCKETS,
    ['route'],
  );
  const accepted = counter('events_accepted_total', 'Events kept, by the door they came through.', [
    'door',
  ]);
  const duplicates = counter('events_duplicate_total', 'Events that were there already.', ['door']);
  const dropped = counter('events_dropped_total', 'Events not kept, by reason.', [
    'door',
    'reason',
  ]);
  const signups = counter('signups_total', 'Signups by outcome.', ['outcome']);
  const decisions = counter('consent_decisions_total', 'Consent decisions by outcome.', [
    'outcome',
  ]);
  const limited = counter('rate_limited_total', 'Requests refused by a rate limit.', ['limit']);
  const commits = histogram(
    'commit_duration_seconds',
    'Time that one transaction took, from its begin until it was on disk.',
    COMMIT_BUCKETS,
  );
  const rows = histogram('commit_rows', 'Rows written by one transaction.', ROW_BUCKETS);
  const setSnapshot = createGauges(registry);
  if (process) collectDefaultMetrics({ register: registry });

  return {
    request({ method, route, status, seconds }) {
      const known = METHODS.includes(method) ? method : 'other';
      requests.inc({ method: known, route, status: `${Math.floor(status / 100)}xx` });
      durations.observe({ route }, seconds);
    },
    intake(door) {
      // There from the start: a rate wants the value before the first event too.
      accepted.inc({ door }, 0);
      duplicates.inc({ door }, 0);
      return {
        accepted: (events) => accepted.inc({ door }, events),
        duplicates: (events) => duplicates.inc({ door }, events),
        dropped: (reason, events) => dropped.inc({ door, reason }, events),
      };
    },
    signup: (outcome) => signups.inc({ outcome }),
    decision: (outcome) => decisions.inc({ outcome }),
    rateLimited: (limit) => limited.inc({ limit }),
    commit(commit) {
      commits.observe(commit.seconds);
      rows.observe(commit.rows);
    },
    render(snapshot) {
      setSnapshot(snapshot);
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

/** What is the case now, and the totals that the database keeps over restarts. */
function createGauges(registry: Registry) {
  const registers = [registry];
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: PREFIX + name, help, labelNames, registers });
  const queueDepth = gauge('queue_depth', 'Writes that wait for their transaction.');
  const databaseBytes = gauge('database_size_bytes', 'Size of the database on disk, by file.', [
    'file',
  ]);
  const diskFree = gauge('disk_free_bytes', 'What is left on the disk of the database.');
  const waiting = gauge('relay_waiting_events', 'Events that wait for delivery to PostHog.');
  const lag = gauge('relay_lag_seconds', 'Age of the first event that waits for delivery.');
  const relayed = new Counter({
    name: `${PREFIX}relay_events_total`,
    help: 'Events that the relay is through with, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const deadLetters = gauge('relay_dead_letters', 'Events set aside: PostHog refuses them.');
  const failing = gauge('relay_failing', '1 while the last attempt to deliver failed, else 0.');

  return ({ usage, delivery, now }: MetricsSnapshot) => {
    queueDepth.set(usage.writesWaiting);
    databaseBytes.set({ file: 'main' }, usage.fileBytes);
    databaseBytes.set({ file: 'wal' }, usage.walBytes);
    if (usage.freeBytes === null) diskFree.remove();
    else diskFree.set(usage.freeBytes);
    if (!delivery) return;
    const { waitingSince } = delivery;
    waiting.set(delivery.waiting);
    lag.set(waitingSince === null ? 0 : Math.max(0, now - waitingSince) / 1000);
    relayed.reset();
    relayed.inc({ outcome: 'delivered' }, delivery.delivered);
    for (const [outcome, count] of Object.entries(delivery.skipped))
      relayed.inc({ outcome }, count);
    deadLetters.set(delivery.setAside);
    failing.set(delivery.failure ? 1 : 0);
  };
}
