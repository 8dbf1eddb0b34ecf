import { type Context, Hono } from 'hono';
import { methodNotAllowed, payloadTooLarge, problem } from '../http/problem.ts';
import { readBytes } from '../http/read-body.ts';
import { readSender } from '../http/sender.ts';
import type { IntakeMetrics } from '../metrics.ts';
import { parseSentAtQuery, parseTime } from '../posthog/capture-time.ts';
import { type Arrival, decodeCapture } from '../posthog/decode-capture.ts';
import { unwrapPayload } from '../posthog/unwrap-payload.ts';
import type { CaptureOutcome, TakeCapture } from '../services/posthog-intake.ts';

export interface PosthogIngestDeps {
  takeCapture: TakeCapture;
  metrics: IntakeMetrics;
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
    return taken instanceof Response ? taken : c.json({ status: 'Ok' });
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
    return taken instanceof Response ? taken : c.json({ results: describeResults(taken) });
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

/** Reads, decodes and takes one request; a response where it is refused as a whole. */
async function receive(
  c: Context,
  { takeCapture, metrics, posthogKey }: PosthogIngestDeps,
  maxBytes: number,
  arrival: Arrival,
): Promise<Response | CaptureOutcome[]> {
  const inQuery = c.req.query('data');
  const payload = inQuery ? Buffer.from(inQuery) : await readBytes(c, maxBytes);
  const unwrapped = payload ? await unwrapPayload(payload, maxBytes) : TOO_LARGE;
  if (!unwrapped.ok && unwrapped.why === 'too_large') {
    metrics.dropped('too_large', 1);
    return payloadTooLarge(c, maxBytes);
  }
  const decoded = unwrapped.ok ? decodeCapture(unwrapped.json, arrival) : UNREADABLE;
  if (!decoded.ok) {
    metrics.dropped(decoded.status === 401 ? 'unauthorized' : 'unreadable', 1);
    return refuse(c, decoded);
  }
  if (posthogKey !== null && decoded.token !== posthogKey) {
    metrics.dropped('unauthorized', decoded.events.length);
    return refuse(c, OTHER_PROJECT);
  }
  return takeCapture(decoded.events, readSender(c));
}

const TOO_LARGE = { ok: false, why: 'too_large' } as const;
const UNREADABLE = {
  ok: false,
  status: 400,
  message:
    'The payload cannot be read; expected JSON, plain or as gzip, base64 or the data= of a form.',
} as const;
const OTHER_PROJECT = {
  status: 401,
  message: 'The token is not the key of the project that this site delivers to.',
} as const;

function refuse(c: Context, { status, message }: { status: 400 | 401; message: string }) {
  const code = status === 401 ? 'invalid_token' : 'invalid_request';
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
