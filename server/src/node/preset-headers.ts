import type { Context } from 'hono';
import { PresetResponse, type RawHeaders } from './preset-response.ts';

/**
 * Sees to it that the answer bears these headers; one that a route sets itself is kept. Over HTTP they go to Node's own
 * response. A test that asks the application itself has none: then this gives a function that sets them, to be called
 * when there is an answer.
 */
export function presetHeaders(c: Context, headers: RawHeaders): (() => void) | undefined {
  const response = (c.env as { outgoing?: unknown } | undefined)?.outgoing;
  if (!(response instanceof PresetResponse)) return () => setMissing(c.res.headers, headers);
  response.preset(headers);
  return undefined;
}

function setMissing(own: Headers, headers: RawHeaders) {
  for (let at = 0; at < headers.length; at += 2) {
    const [name, value] = headers.slice(at, at + 2) as [string, string];
    if (!own.has(name)) own.set(name, value);
  }
}
