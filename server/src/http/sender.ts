import type { Context } from 'hono';
import type { ClientOf } from './client-address.ts';
import { isCrawler } from './crawlers.ts';
import { isGpc } from './gpc.ts';

/** Returns what a request says of its sender, as far as it decides about events. The user agent itself goes no further. */
export const createReadSender = (clientOf: ClientOf) => (c: Context) => ({
  client: clientOf(c),
  gpc: isGpc(c.req.header('sec-gpc')),
  crawler: isCrawler(c.req.header('user-agent')),
});
export type ReadSender = ReturnType<typeof createReadSender>;
