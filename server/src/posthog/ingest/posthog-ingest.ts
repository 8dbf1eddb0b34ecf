import { type Context, Hono } from 'hono';
import { AT_ONCE_BYTES, type Bodies, type Work } from '../../edge/body/bodies.ts';
import type { EventBudget } from '../../edge/budgets.ts';
import { otherMethods } from '../../edge/methods.ts';
import type { IntakeMetrics } from '../../edge/metrics.ts';
import { nothingHere, OVERLOADED, problem, retryAfter } from '../../edge/problem.ts';
import type { ReadSender } from '../../edge/read-sender.ts';
import { queryValue } from '../../edge/request-url.ts';
import type { World } from '../../lib/world.ts';
import { parseSentAtQuery, parseTime } from './capture-time.ts';
import { type Arrival, decodeCapture, tooLarge } from './decode-capture.ts';
import { type EventList, listEvents } from './event-list.ts';
import type { CaptureOutcome, TakeCapture } from './posthog-intake.ts';
import { unwrapPayload } from './unwrap-payload.ts';

export interface PosthogIngestDeps extends Pick<World, 'now'> {
  takeCapture: TakeCapture;
  budget: Pick<EventBudget, 'takeOfAddress'>;
  bodies: Bodies;
  readSender: ReadSender;
  metrics: IntakeMetrics;
  /** The only project key that is accepted; null accepts any. */
  posthogKey: string | null;
}

const MB = 1024 * 1024;
const MAX_BODY_BYTES = 2 * MB;
/** posthog-python sends at most 5 MiB. */
const MAX_BATCH_BODY_BYTES = 6 * MB;

/**
 * Answers PostHog's capture protocol, so that its SDKs can point here. The answers are PostHog's: events that are
 * dropped and counted also get 200, because an SDK would send them again after any other status.
 */
export function posthogIngestRoutes(deps: PosthogIngestDeps) {
  const app = new Hono();
  // No CORS headers: this endpoint is for the site's own pages and for servers, which never ask.
  app.options('/*', (c) => c.body(null, 204));
  const serve = (names: string[], path: string, answer: (c: Context) => Promise<Response>) => {
    for (const either of [path, `${path}/`]) {
      app.on(names, either, answer);
      app.all(either, otherMethods([...names, 'OPTIONS']));
    }
  };

  const capture = (maxBytes: number) => async (c: Context) => {
    const sentAt = parseSentAtQuery(queryValue(c, '_'));
    const taken = await receive(c, deps, maxBytes, { sentAt, now: deps.now() });
    if ('status' in taken) return refuse(c, deps, taken);
    // The body must not say it. Our own page with posthog-js reads this header and asks for consent again.
    if (taken.outcomes.some(({ dropped }) => dropped === 'consent_required')) {
      c.header('Server-Timing', 'consent_required');
    }
    return c.json({ status: 'Ok' });
  };
  for (const path of ['/e', '/i/v0/e', '/capture', '/track', '/engage']) {
    serve(['GET', 'POST'], path, capture(MAX_BODY_BYTES));
  }
  serve(['GET', 'POST'], '/batch', capture(MAX_BATCH_BODY_BYTES));

  serve(['POST'], '/i/v1/analytics/events', async (c) => {
    const [, bearer = ''] = /^Bearer +(.+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
    const sentAt = parseTime(c.req.header('posthog-request-timestamp') ?? '');
    const arrival = { sentAt, now: deps.now(), bearer };
    const taken = await receive(c, deps, MAX_BATCH_BODY_BYTES, arrival);
    return 'status' in taken
      ? refuse(c, deps, taken)
      : c.json({ results: describeResults(taken.outcomes) });
  });

  // An empty answer would make posthog-js send uncompressed.
  serve(['GET'], '/array/:token/config', async (c) =>
    c.json({ supportedCompression: ['gzip', 'gzip-js'] }),
  );
  serve(['GET'], '/array/:token/config.js', async (c) =>
    c.body('', 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
  for (const path of ['/flags', '/decide']) {
    serve(['GET', 'POST'], path, async (c) => c.json(NO_FLAGS));
  }
  app.all('/*', nothingHere);
  return app;
}

const NO_FLAGS = {
  flags: {},
  featureFlags: {},
  featureFlagPayloads: {},
  errorsWhileComputingFlags: false,
};

/** The answer to a request that is refused as a whole. */
interface Refusal {
  status: 400 | 401 | 413 | 503;
  message: string;
  /** Set for a sender over its budget. */
  retrySeconds?: number;
}
type Received = Refusal | { outcomes: CaptureOutcome[] };

/** Reads and decodes one request and takes its events in. */
const receive = (
  c: Context,
  deps: PosthogIngestDeps,
  maxBytes: number,
  arrival: Arrival,
): Promise<Received> =>
  deps.bodies.raw(c, maxBytes, async (sent, work) => {
    const inQuery = queryValue(c, 'data');
    const limit = `${maxBytes} bytes, also unpacked`;
    const body = inQuery ? { ok: true as const, bytes: Buffer.from(inQuery) } : sent;
    if (!body.ok) return refusalOf(body.why, limit);
    const unwrapped = await unwrapPayload(body.bytes, maxBytes, work);
    if (!unwrapped.ok) return refusalOf(unwrapped.why, limit);
    if (unwrapped.json.length > AT_ONCE_BYTES) await work.slice.next();
    if (work.reservation.isTaken()) return BUSY;
    const events = listEvents(unwrapped.json);
    if (!events.ok) return refusalOf(events.why, 'limit' in events ? events.limit : limit);
    return take(c, deps, events.list, arrival, work);
  });

async function take(
  c: Context,
  { takeCapture, budget, readSender, posthogKey, metrics }: PosthogIngestDeps,
  events: EventList,
  arrival: Arrival,
  { slice, reservation }: Work,
): Promise<Received> {
  const sender = readSender(c);
  const retrySeconds = budget.takeOfAddress(sender.client, events.length);
  if (retrySeconds > 0) {
    metrics.dropped('over_budget', events.length);
    return overBudget(retrySeconds);
  }
  const decoded = await decodeCapture(events, arrival, slice);
  if (!decoded.ok) return decoded;
  if (posthogKey !== null && decoded.token !== posthogKey) return OTHER_PROJECT;
  if (reservation.isTaken()) return BUSY;
  const { outcomes, retrySeconds: ofVisitor } = await takeCapture(decoded.events, sender, slice);
  const isAllRefused = ofVisitor > 0 && outcomes.every(({ dropped }) => dropped !== null);
  return isAllRefused ? overBudget(ofVisitor) : { outcomes };
}

const UNREADABLE: Refusal = {
  status: 400,
  message:
    'The payload cannot be read; expected JSON, plain or in gzip, base64 or data= of a form.',
};
const OTHER_PROJECT: Refusal = {
  status: 401,
  message: 'The token is not the key of the project that this site delivers to.',
};
const BUSY: Refusal = { status: 503, message: OVERLOADED.message };
const overBudget = (retrySeconds: number): Refusal => ({
  status: 503,
  message: `Too many events from this sender; send the next ones in ${retrySeconds} s.`,
  retrySeconds,
});

/** @param limit the allowed size, for the fault `too_large` */
function refusalOf(why: 'too_large' | 'busy' | 'empty' | 'not_json', limit: string): Refusal {
  if (why === 'busy') return BUSY;
  return why === 'too_large' ? { status: 413, message: tooLarge(limit) } : UNREADABLE;
}

/** The code of each answer, and how it is counted. */
const CODES = {
  400: ['invalid_request', 'unreadable'],
  401: ['invalid_token', 'unauthorized'],
  413: ['payload_too_large', 'too_large'],
  503: [OVERLOADED.code, 'overloaded'],
} as const;

function refuse(c: Context, { metrics }: PosthogIngestDeps, refusal: Refusal) {
  const { status, message, retrySeconds } = refusal;
  const [code, reason] = CODES[status];
  if (retrySeconds === undefined) metrics.dropped(reason, 1); // else counted event by event
  if (status === 503) retryAfter(c, retrySeconds);
  return problem(c, status, { code, message });
}

function describeResults(outcomes: readonly CaptureOutcome[]) {
  return Object.fromEntries(
    outcomes.map(({ id, dropped }) => [
      id,
      dropped === null ? { result: 'ok' } : { result: 'drop', details: dropped },
    ]),
  );
}
