import type { Context } from 'hono';
import { requestHeader } from '../node/request-header.ts';
import type { ClientOf } from './client-address.ts';
import { isCrawler } from './crawlers.ts';
import { isGpc } from './gpc.ts';

/** Returns what a request says of its sender, as far as it decides about events. The user agent itself goes no further. */
export const createReadSender = (clientOf: ClientOf) => (c: Context) => ({
  client: clientOf(c),
  gpc: isGpc(requestHeader(c, 'sec-gpc')),
  crawler: isCrawler(requestHeader(c, 'user-agent')),
});
export type ReadSender = ReturnType<typeof createReadSender>;
