import type { Context } from 'hono';
import { utcDay } from '#shared/time';
import { errorFields, type Log } from '../lib/log.ts';
import { exchangeOf } from './node/exchange.ts';

/**
 * Answers with a text that is created while it is sent, so that a long text needs little memory. An error comes too
 * late for another status. It cuts the connection, so that no client accepts the incomplete text.
 */
export function streamText(
  c: Context,
  text: AsyncIterable<string>,
  { log, headers }: { log: Log; headers: Record<string, string> },
): Response {
  const encoder = new TextEncoder();
  async function* encode() {
    try {
      for await (const piece of text) yield encoder.encode(piece);
    } catch (error) {
      // A client that disconnects ends the work on its answer, which is not an error.
      if (!c.req.raw.signal.aborted) log.warn('an answer was interrupted', errorFields(error));
      exchangeOf(c).cut();
    }
  }
  return c.body(ReadableStream.from(encode()), 200, headers);
}

/** Returns the headers of a table that is downloaded for spreadsheets. @param now names its day */
export const csvHeaders = (table: string, now: number) => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': `attachment; filename="${table}-${utcDay(now)}.csv"`,
});
