import { IncomingMessage } from 'node:http';
import type { Context } from 'hono';

/** Node's own request; a test that asks the application itself has none. */
export function nodeRequest(c: Context): IncomingMessage | undefined {
  const incoming = (c.env as { incoming?: unknown } | undefined)?.incoming;
  return incoming instanceof IncomingMessage ? incoming : undefined;
}

/**
 * A header of the request, straight from what Node has parsed: through the Web `Headers`, as `c.req.header`, each of the
 * eight look-ups of an event's request takes 20 times as long. Of a header that comes more than once Node joins the
 * values with commas, but of `Host`, `User-Agent` and a few others it keeps the first.
 *
 * @param name in lower case, of a header that is one text
 */
export function requestHeader(c: Context, name: string): string | undefined {
  const incoming = nodeRequest(c);
  return incoming ? (incoming.headers[name] as string | undefined) : c.req.header(name);
}
