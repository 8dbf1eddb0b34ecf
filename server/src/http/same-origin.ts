import type { Context, MiddlewareHandler } from 'hono';
import { problem } from './problem.ts';
import { requestHeader } from './request-header.ts';

/**
 * Refuses what another site's page sends: a cross-site form can post text/plain that looks like JSON,
 * and it bears the visitor's cookies. Clients that send neither header are no browsers.
 *
 * @param siteUrl the site's address: a proxy may have put another host into `Host`
 */
export const sameOrigin =
  (siteUrl: string): MiddlewareHandler =>
  (c, next) =>
    isSameOrigin(c, siteUrl) ? next() : refuse(c);

const refuse = async (c: Context) =>
  problem(c, 403, {
    code: 'cross_origin',
    message: "This interface answers the site's own pages only; the request came from elsewhere.",
  });

function isSameOrigin(c: Context, siteUrl: string): boolean {
  const site = requestHeader(c, 'sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const origin = requestHeader(c, 'origin');
  if (origin === undefined) return true;
  const asked = requestHeader(c, 'host');
  if (origin === `http://${asked}` || origin === `https://${asked}`) return true; // nearly always
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false; // `null` among others
  const { host, protocol } = new URL(origin);
  return host === ownHost(c, protocol) || host === new URL(siteUrl).host;
}

/** The host that was asked, without the port that the origin's protocol has anyway. */
function ownHost(c: Context, protocol: string): string {
  const asked = `${protocol}//${requestHeader(c, 'host') ?? new URL(c.req.url).host}`;
  return URL.canParse(asked) ? new URL(asked).host : '';
}
