import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Log } from '../log.ts';
import { presetHeaders } from './preset-headers.ts';

export interface RequestLogOptions {
  log: Log;
  newRequestId(): string;
  /** Proxies in front that are believed; 0 believes none. */
  trustedProxies: number;
}

/** What a handler finds with `c.get`. */
export interface RequestEnv {
  Variables: { requestId: string };
}

const HEADER = 'X-Request-Id';
/** What proxies make: hexadecimal digits, UUIDs, base64url. It cannot spell an e-mail address. */
const WELL_FORMED = /^[\w-]{8,64}$/;

/**
 * Gives each request an id, in its answer and in its lines, and logs it at level debug. The id of a proxy that is
 * trusted is taken over, so that its log and this one can be read together.
 *
 * A path is logged only where something of the site's own answered: another may be anybody's text. Never a query.
 */
export function requestLog(options: RequestLogOptions): MiddlewareHandler<RequestEnv> {
  const { log, newRequestId, trustedProxies } = options;
  const isLogged = log.isEnabled('debug');
  return (c, next) => {
    const sent = trustedProxies > 0 ? c.req.header(HEADER) : undefined;
    const requestId = sent && WELL_FORMED.test(sent) ? sent : newRequestId();
    c.set('requestId', requestId);
    const answer = () => presetHeaders(c, next, [[HEADER, requestId]]);
    return isLogged ? logAnswer(c, log, answer) : answer();
  };
}

async function logAnswer(c: Context<RequestEnv>, log: Log, answer: () => Promise<void>) {
  const since = performance.now();
  const { method, path } = c.req;
  await answer();
  const { status } = c.res;
  const route = routePath(c);
  const ownPath = route === '/*' && status < 400 ? path : undefined;
  const ms = Math.round((performance.now() - since) * 10) / 10;
  log.debug('request', { requestId: c.get('requestId'), method, route, path: ownPath, status, ms });
}
