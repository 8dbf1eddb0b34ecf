import { AnswerTooLong, readAnswer } from '../../lib/read-answer.ts';
import type { World } from '../../lib/world.ts';

export interface PostToPosthogDeps extends Pick<World, 'later'> {
  fetch: typeof fetch;
}

/** `fault`: why nobody answered like PostHog. */
export type PosthogAnswer = { response: Response; text: string } | { fault: string };

const TIMEOUT_MS = 15_000;

interface PosthogRequest {
  headers: Record<string, string>;
  body: NonNullable<RequestInit['body']>;
  signal: AbortSignal;
}

/** Posts to PostHog, and reads the answer as a whole: one that breaks off does not count. */
export async function postToPosthog(
  { fetch, later }: PostToPosthogDeps,
  url: string,
  { headers, body, signal }: PosthogRequest,
): Promise<PosthogAnswer> {
  const timeout = new AbortController();
  const cancel = later(() => timeout.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
      // Nobody consented to the host that a redirect leads to, and no key may be sent there.
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout.signal]),
    });
    return { response, text: await readAnswer(response) };
  } catch (error) {
    return { fault: describe(error, timeout.signal.aborted) };
  } finally {
    cancel();
  }
}

function describe(error: unknown, isLate: boolean): string {
  if (isLate) return `PostHog did not answer within ${TIMEOUT_MS / 1000} s`;
  if (error instanceof AnswerTooLong) return `PostHog: ${error.message}`;
  const { code } = ((error as Error | null)?.cause ?? {}) as { code?: unknown };
  return `PostHog cannot be reached${typeof code === 'string' ? ` (${code})` : ''}`;
}

/** The reason where a success is not PostHog's: a proxy, or another program at that address, may have answered. */
export const notAccepted = (status: number): string =>
  `the answer ${status} does not say that PostHog accepted`;
