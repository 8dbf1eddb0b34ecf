import type { Context } from 'hono';
import type { ClientOf } from './client-address.ts';
import { isCrawler } from './crawlers.ts';
import { isGpc } from './gpc.ts';
import { exchangeOf } from './node/exchange.ts';

/**
 * Returns what decides about events among what a request says about its sender. The user agent itself is not passed on.
 */
export const createReadSender = (clientOf: ClientOf) => (c: Context) => ({
  client: clientOf(c),
  gpc: isGpc(exchangeOf(c).header('sec-gpc')),
  crawler: isCrawler(exchangeOf(c).header('user-agent')),
  foreign: exchangeOf(c).header('sec-fetch-site') === 'cross-site',
});
export type ReadSender = ReturnType<typeof createReadSender>;
