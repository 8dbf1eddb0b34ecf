import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { BodyFault, BodyLimits } from './body/bodies.ts';

/** An error body: `code` for programs, `message` for people, and what else helps. */
export function problem(
  c: Context,
  status: ContentfulStatusCode,
  body: { code: string; message: string } & Record<string, unknown>,
) {
  return c.json(body, status);
}

export const invalidRequest = (c: Context, issues: readonly { path: string; message: string }[]) =>
  problem(c, 400, {
    code: 'invalid_request',
    message: 'The body is not as expected; issues says where.',
    issues,
  });

/** Answers a request whose body was not read. */
export function refuseBody(c: Context, why: BodyFault, { maxBytes, maxValues }: BodyLimits) {
  switch (why) {
    case 'too_large':
      return problem(c, 413, {
        code: 'payload_too_large',
        message: `The body is too large; expected at most ${maxBytes} bytes and ${maxValues} values, unpacked.`,
      });
    case 'not_json':
      return invalidRequest(c, [{ path: '', message: 'expected JSON' }]);
    case 'busy':
      return overloaded(c);
  }
}

const RETRY_AFTER_SECONDS = '5';

function overloaded(c: Context) {
  c.header('Retry-After', RETRY_AFTER_SECONDS);
  return problem(c, 503, {
    code: 'overloaded',
    message: 'Too many requests are being read; nothing was kept, send this one again.',
  });
}

/** Answers every method that a path does not have. */
export const methodNotAllowed = (allow: string) => (c: Context) => {
  c.header('Allow', allow);
  return problem(c, 405, {
    code: 'method_not_allowed',
    message: `This path does not answer ${c.req.method}; expected ${allow}.`,
  });
};
