import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Log } from '../lib/log.ts';
import type { World } from '../lib/world.ts';
import { createProxyWarning, type IsHttps } from './client-address.ts';
import type { Metrics, RequestMetrics } from './metrics.ts';
import { exchangeOf, REQUEST_ID_HEADER } from './node/exchange.ts';
import { securityHeadersOf } from './security-headers.ts';

interface RequestFrameOptions extends Pick<World, 'log'> {
  metrics: Pick<Metrics, 'request'>;
  newRequestId(): string;
  /** Proxies in front that are trusted; 0 trusts none. */
  trustedProxies: number;
  isHttps: IsHttps;
}

/** The variables that a handler reads with `c.get`. */
export interface RequestEnv {
  Variables: { requestId: string };
}

/** The form of ids from proxies: hexadecimal digits, UUIDs, base64url. An e-mail address does not fit it. */
const WELL_FORMED = /^[\w-]{8,64}$/;

/**
 * Wraps every request: gives it an id, in its answer and in its log lines, adds the headers of every answer, counts it,
 * and logs it at level debug. A trusted proxy's id is used, so that its log and this one can be read together. All of
 * this is one middleware, because every request pays for each further one (docs/decisions/010-intake.md).
 */
export function requestFrame(options: RequestFrameOptions): MiddlewareHandler<RequestEnv> {
  const { log, metrics, newRequestId, trustedProxies, isHttps } = options;
  const isLogged = log.isEnabled('debug');
  const warnOfProxy = trustedProxies === 0 ? createProxyWarning(log) : null;
  return async (c, next) => {
    const since = performance.now();
    warnOfProxy?.(c);
    const sent = trustedProxies > 0 ? exchangeOf(c).header('x-request-id') : undefined;
    const requestId = sent && WELL_FORMED.test(sent) ? sent : newRequestId();
    c.set('requestId', requestId);
    exchangeOf(c).presetHeaders([...securityHeadersOf(isHttps(c)), REQUEST_ID_HEADER, requestId]);
    await next();
    const answered: RequestMetrics = {
      method: c.req.method,
      route: routePath(c), // of the last handler that was entered, which answered
      status: c.res.status,
      seconds: (performance.now() - since) / 1000,
    };
    metrics.request(answered);
    if (isLogged) logAnswer(c, log, answered);
  };
}

/**
 * A path is logged only if one of the site's own routes answered; any other path may hold anybody's text. A query is
 * never logged.
 */
function logAnswer(
  c: Context<RequestEnv>,
  log: Log,
  { method, route, status, seconds }: RequestMetrics,
) {
  const ownPath = route === '/*' && status < 400 ? c.req.path : undefined;
  const ms = Math.round(seconds * 10_000) / 10;
  log.debug('request', { requestId: c.get('requestId'), method, route, path: ownPath, status, ms });
}
