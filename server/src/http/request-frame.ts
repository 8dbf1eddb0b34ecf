import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Log } from '../log.ts';
import type { Metrics, RequestMetrics } from '../metrics.ts';
import { exchangeOf, REQUEST_ID_HEADER } from '../node/exchange.ts';
import { createProxyWarning } from './client-address.ts';
import type { SecurityHeaders } from './security-headers.ts';

export interface RequestFrameOptions {
  log: Log;
  metrics: Pick<Metrics, 'request'>;
  newRequestId(): string;
  /** Proxies in front that are believed; 0 believes none. */
  trustedProxies: number;
  /** On every answer, errors included. */
  securityHeaders: SecurityHeaders;
}

/** What a handler finds with `c.get`. */
export interface RequestEnv {
  Variables: { requestId: string };
}

/** What proxies make: hexadecimal digits, UUIDs, base64url. It cannot spell an e-mail address. */
const WELL_FORMED = /^[\w-]{8,64}$/;

/**
 * What surrounds every request: an id, in its answer and in its lines; the headers that every answer bears; its count,
 * and at level debug its line. The id of a proxy that is trusted is taken over, so that its log and this one can be
 * read together. One middleware for all of it: each one more is paid by every request (docs/decisions/010-intake.md).
 */
export function requestFrame(options: RequestFrameOptions): MiddlewareHandler<RequestEnv> {
  const { log, metrics, newRequestId, trustedProxies, securityHeaders } = options;
  const isLogged = log.isEnabled('debug');
  const warnOfProxy = trustedProxies === 0 ? createProxyWarning(log) : null;
  return async (c, next) => {
    const since = performance.now();
    warnOfProxy?.(c);
    const sent = trustedProxies > 0 ? c.req.header('x-request-id') : undefined;
    const requestId = sent && WELL_FORMED.test(sent) ? sent : newRequestId();
    c.set('requestId', requestId);
    exchangeOf(c).presetHeaders([...securityHeaders(c), REQUEST_ID_HEADER, requestId]);
    await next();
    const answered: RequestMetrics = {
      method: c.req.method,
      route: routePath(c), // of what answered: the last handler that was entered
      status: c.res.status,
      seconds: (performance.now() - since) / 1000,
    };
    metrics.request(answered);
    if (isLogged) logAnswer(c, log, answered);
  };
}

/** A path is logged only where something of the site's own answered: another may be anybody's text. Never a query. */
function logAnswer(
  c: Context<RequestEnv>,
  log: Log,
  { method, route, status, seconds }: RequestMetrics,
) {
  const ownPath = route === '/*' && status < 400 ? c.req.path : undefined;
  const ms = Math.round(seconds * 10_000) / 10;
  log.debug('request', { requestId: c.get('requestId'), method, route, path: ownPath, status, ms });
}
