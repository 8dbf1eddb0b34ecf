import type { Context } from 'hono';
import { isCrawler } from './crawlers.ts';

/** What a request says of who sends it, as far as it decides about events. The user agent itself goes no further. */
export const readSender = (c: Context) => ({
  gpc: c.req.header('sec-gpc') === '1',
  crawler: isCrawler(c.req.header('user-agent')),
});
