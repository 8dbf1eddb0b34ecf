import type { Context } from 'hono';
import { isCrawler } from './crawlers.ts';
import { requestHeader } from './request-header.ts';

/** What a request says of who sends it, as far as it decides about events. The user agent itself goes no further. */
export const readSender = (c: Context) => ({
  gpc: requestHeader(c, 'sec-gpc') === '1',
  crawler: isCrawler(requestHeader(c, 'user-agent')),
});
