import type { Context, Next } from 'hono';

type Fields = readonly (readonly [name: string, value: string])[];

/**
 * Lets the rest of the application answer and sees to it that the answer bears these headers; one that a route has
 * set itself is kept.
 *
 * Over HTTP they go to Node's own response before anything else, half as dear as through the answer's `Headers`
 * (docs/decisions/010-intake.md). A test that asks the application itself has no such response.
 */
export function presetHeaders(c: Context, next: Next, fields: Fields): Promise<void> {
  const response = nodeResponse(c);
  if (!response) return setAfterwards(c, next, fields);
  for (const [name, value] of fields) response.setHeader(name, value);
  return next();
}

async function setAfterwards(c: Context, next: Next, fields: Fields) {
  await next();
  const { headers } = c.res;
  for (const [name, value] of fields) if (!headers.has(name)) headers.set(name, value);
}

/** By its shape, since tests bring half of the bindings. */
const nodeResponse = (c: Context) =>
  (c.env as { outgoing?: { setHeader(name: string, value: string): unknown } } | undefined)
    ?.outgoing;
