import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

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

export const notJson = (c: Context) => invalidRequest(c, [{ path: '', message: 'expected JSON' }]);

export const payloadTooLarge = (c: Context, maxBytes: number) =>
  problem(c, 413, {
    code: 'payload_too_large',
    message: `The body is too large; expected at most ${maxBytes} bytes.`,
  });

/** Answers every method that a path does not have. */
export const methodNotAllowed = (allow: string) => (c: Context) => {
  c.header('Allow', allow);
  return problem(c, 405, {
    code: 'method_not_allowed',
    message: `This path does not answer ${c.req.method}; expected ${allow}.`,
  });
};
