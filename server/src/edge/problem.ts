import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { BodyFault } from './body/bodies.ts';

/** An error body: `code` for programs, `message` for people, and any other details. */
export function problem(
  c: Context,
  status: ContentfulStatusCode,
  body: { code: string; message: string } & Record<string, unknown>,
) {
  return c.json(body, status);
}

const invalid =
  (what: string) => (c: Context, issues: readonly { path: string; message: string }[]) =>
    problem(c, 400, {
      code: 'invalid_request',
      message: `The ${what} is invalid; issues says where.`,
      issues,
    });
export const invalidRequest = invalid('body');
export const invalidQuery = invalid('query');

export const nothingHere = (c: Context) =>
  problem(c, 404, { code: 'not_found', message: 'There is nothing at this path.' });

export const notJson = (c: Context) =>
  problem(c, 415, {
    code: 'unsupported_media_type',
    message: 'The body must be sent as application/json.',
  });

/** Answers a request without reading its body. */
export function refuseBody(c: Context, why: BodyFault, maxBytes: number) {
  switch (why) {
    case 'too_large':
      return problem(c, 413, {
        code: 'payload_too_large',
        message: `The body is too large; expected at most ${maxBytes} bytes, unpacked.`,
      });
    case 'not_json':
      return invalidRequest(c, [{ path: '', message: 'expected JSON' }]);
    case 'busy':
      return overloaded(c);
  }
}

/** Seconds until a client may repeat a request when the server is busy or its database is locked. */
const BUSY_SECONDS = 5;

/** Tells the client when it may repeat the request. */
export function retryAfter(c: Context, seconds = BUSY_SECONDS): void {
  c.header('Retry-After', String(seconds));
}

/** The refusal of a request for which there is no room in memory. */
export const OVERLOADED = {
  code: 'overloaded',
  message: 'Too many requests are being read. Nothing was stored; send this one again.',
} as const;

function overloaded(c: Context) {
  retryAfter(c);
  return problem(c, 503, OVERLOADED);
}
