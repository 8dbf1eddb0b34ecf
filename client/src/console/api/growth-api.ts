import type { Refusal } from '#shared/growth';
import { GROWTH_PATH } from '#shared/growth-console';

/** `too_long`: the report took too long and was stopped. `few_people`: a viewer named what fewer than five people have. */
export type ApiAnswer<Data> = { ok: true; data: Data } | ({ ok: false } & Failure);
export type Failure =
  | { why: 'wrong_token' | 'not_found' | 'too_long' | 'few_people' | 'failed' }
  /** The problems: the given value, its place and the expected value. */
  | { why: 'invalid'; issues: readonly string[] }
  | { why: 'too_many'; retryAfterSeconds: number }
  /** The state does not allow it, or the passkey was used too long ago; in the server's words. */
  | { why: 'refused' | 'unproven'; message: string };

interface Request {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The request body, sent as JSON. */
  body?: unknown;
  signal?: AbortSignal;
}

/** Returns the address of a route of the console's API. */
export const apiPath = (route: string) => `${GROWTH_PATH}/api/${route}`;

/** How a person uses the passkey again, which entry-console.tsx loads. Returns whether it was. */
export const proof = { ask: async () => false };

/**
 * Sends a request to the console's API. Where that needs the passkey again, the person is asked for it and the request is repeated, so
 * that nothing typed is lost. Never rejects, except when the signal aborts it.
 */
export async function askApi<Data>(route: string, request: Request = {}): Promise<ApiAnswer<Data>> {
  const answer = await send<Data>(route, request);
  const isProven = !answer.ok && answer.why === 'unproven' && (await proof.ask());
  return isProven ? send<Data>(route, request) : answer;
}

async function send<Data>(
  route: string,
  { method = 'GET', body, signal }: Request,
): Promise<ApiAnswer<Data>> {
  try {
    const response = await fetch(apiPath(route), {
      method,
      signal: signal ?? null,
      ...(body !== undefined && {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    if (response.ok) {
      const data = response.status === 204 ? null : await response.json();
      return { ok: true, data: data as Data };
    }
    return { ok: false, ...(await describe(response)) };
  } catch (error) {
    if (signal?.aborted) throw error;
    return { ok: false, why: 'failed' };
  }
}

/** Returns what to say of a failure: the server's own words, or else the given ones. */
export function problemOf(failure: Failure, otherwise: string): string {
  if (failure.why === 'invalid') return failure.issues.join('; ') || otherwise;
  return 'message' in failure ? failure.message : otherwise;
}

/** The server says that there is no session, or that it has ended. Then no view is left to show an answer. */
export const endSession = () => dispatchEvent(new Event('session:ended'));

async function describe(response: Response): Promise<Failure> {
  const { status, headers } = response;
  if (status === 429) {
    // Always seconds from this server. Not the shared reading, which would become a file of its own for visitors, too.
    const retryAfterSeconds = Number(headers.get('retry-after')) || 60;
    return { why: 'too_many', retryAfterSeconds };
  }
  // An answer without JSON comes from a proxy, not from the server.
  const {
    code,
    message = '',
    issues = [],
  } = (await response.json().catch(() => ({}))) as Partial<Refusal>;
  if (status === 401) {
    if (code === 'wrong_token') return { why: code };
    endSession();
  }
  if (code === 'not_found' || code === 'few_people') return { why: code };
  if (code === 'report_too_long') return { why: 'too_long' };
  if (code === 'passkey_needed') return { why: 'unproven', message };
  if (status === 409) return { why: 'refused', message };
  if (status !== 400) return { why: 'failed' };
  return {
    why: 'invalid',
    issues: issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)),
  };
}
