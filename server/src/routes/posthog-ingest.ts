import { type Context, Hono } from 'hono';
import { type LargeBodies, SMALL_BODY_BYTES } from '../http/large-bodies.ts';
import { methodNotAllowed, problem } from '../http/problem.ts';
import { readBytes } from '../http/read-body.ts';
import { readSender } from '../http/sender.ts';
import type { IntakeMetrics } from '../metrics.ts';
import { parseSentAtQuery, parseTime } from '../posthog/capture-time.ts';
import { type Arrival, decodeCapture } from '../posthog/decode-capture.ts';
import { type Unwrapped, unwrapPayload } from '../posthog/unwrap-payload.ts';
import type { CaptureOutcome, TakeCapture } from '../services/posthog-intake.ts';

export interface PosthogIngestDeps {
  takeCapture: TakeCapture;
  metrics: IntakeMetrics;
  largeBodies: LargeBodies;
  now(): number;
  /** The one project key that is taken; null takes any. */
  posthogKey: string | null;
}

const MB = 1024 * 1024;
const MAX_BODY_BYTES = 2 * MB;
const MAX_BATCH_BODY_BYTES = 20 * MB;

/**
 * PostHog's capture protocol, so that its SDKs can point here. Their answers are PostHog's: 200 also for what was
 * dropped and counted, because an SDK would send again what is answered otherwise.
 */
export function posthogIngestRoutes(deps: PosthogIngestDeps) {
  const app = new Hono();
  // No CORS headers: this door is for the site's own pages and for servers, which never ask.
  app.options('/*', (c) => c.body(null, 204));
  const serve = (methods: string[], path: string, answer: (c: Context) => Promise<Response>) => {
    for (const either of [path, `${path}/`]) {
      app.on(methods, either, answer);
      app.all(either, methodNotAllowed([...methods, 'OPTIONS'].join(', ')));
    }
  };

  const capture = (maxBytes: number) => async (c: Context) => {
    const sentAt = parseSentAtQuery(c.req.query('_'));
    const taken = await receive(c, deps, maxBytes, { sentAt, now: deps.now() });
    if ('status' in taken) return refuse(c, deps, taken);
    // The body may not say it; a page of ours that sends with posthog-js finds it here and asks anew.
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

  // An empty answer would make posthog-js compress nothing.
  serve(['GET'], '/array/:token/config', async (c) =>
    c.json({ supportedCompression: ['gzip', 'gzip-js'] }),
  );
  serve(['GET'], '/array/:token/config.js', async (c) =>
    c.body('', 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
  serve(['GET', 'POST'], '/flags', async (c) => c.json(NO_FLAGS));
  app.all('/*', (c) =>
    problem(c, 404, { code: 'not_found', message: 'There is nothing at this path.' }),
  );
  return app;
}

const NO_FLAGS = {
  flags: {},
  featureFlags: {},
  featureFlagPayloads: {},
  errorsWhileComputingFlags: false,
};

/** A request that is refused as a whole. */
interface Refusal {
  status: 400 | 401 | 413 | 503;
  message: string;
}
type Received = Refusal | { outcomes: CaptureOutcome[] };

/** Reads, decodes and takes one request. */
async function receive(
  c: Context,
  deps: PosthogIngestDeps,
  maxBytes: number,
  arrival: Arrival,
): Promise<Received> {
  const hold = deps.largeBodies.hold();
  try {
    const inQuery = c.req.query('data');
    const body = inQuery
      ? { ok: true as const, bytes: Buffer.from(inQuery) }
      : await readBytes(c, maxBytes, hold);
    if (!body.ok) return body.why === 'busy' ? BUSY : tooLarge(maxBytes);
    const takeWithin = async (limit: number) =>
      take(c, deps, await unwrapPayload(body.bytes, limit), arrival);
    const asSmall = await takeWithin(Math.min(maxBytes, SMALL_BODY_BYTES));
    if (asSmall !== null) return asSmall;
    const turn = deps.largeBodies.inTurn(() => takeWithin(maxBytes));
    return turn === null ? BUSY : ((await turn) ?? tooLarge(maxBytes));
  } finally {
    hold.release();
  }
}

/** Null for a payload that was too large to be unwrapped. */
async function take(
  c: Context,
  { takeCapture, posthogKey }: PosthogIngestDeps,
  unwrapped: Unwrapped,
  arrival: Arrival,
): Promise<Received | null> {
  if (!unwrapped.ok) return unwrapped.why === 'too_large' ? null : UNREADABLE;
  const decoded = decodeCapture(unwrapped.json, arrival);
  if (!decoded.ok) return decoded;
  if (posthogKey !== null && decoded.token !== posthogKey) return OTHER_PROJECT;
  return { outcomes: await takeCapture(decoded.events, readSender(c)) };
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
const BUSY: Refusal = {
  status: 503,
  message: 'Too many large requests are under way; nothing was kept, send it again.',
};
const tooLarge = (maxBytes: number): Refusal => ({
  status: 413,
  message: `The payload is too large; expected at most ${maxBytes} bytes, also unpacked.`,
});

const CODES = {
  400: 'invalid_request',
  401: 'invalid_token',
  413: 'payload_too_large',
  503: 'overloaded',
} as const;
const REASONS = {
  400: 'unreadable',
  401: 'unauthorized',
  413: 'too_large',
  503: 'overloaded',
} as const;

function refuse(c: Context, { metrics }: PosthogIngestDeps, { status, message }: Refusal) {
  metrics.dropped(REASONS[status], 1);
  if (status === 503) c.header('Retry-After', '5');
  return problem(c, status, { code: CODES[status], message });
}

function describeResults(outcomes: readonly CaptureOutcome[]) {
  return Object.fromEntries(
    outcomes.map(({ id, dropped }) => [
      id,
      dropped === null ? { result: 'ok' } : { result: 'drop', details: dropped },
    ]),
  );
}
