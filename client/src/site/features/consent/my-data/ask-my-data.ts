import type { Erasure, MyData } from '#shared/my-data';

/**
 * The time without an answer, in milliseconds, after which the visitor is told that the deletion failed and may try again.
 */
const MAX_WAIT_MS = 60_000;

/** Returns the data stored under the consent cookie's id, or null if the request fails. */
export const fetchMyData = () =>
  ask<MyData>(
    { method: 'GET' },
    ({ consents, events }) => Array.isArray(consents) && Array.isArray(events),
  );

/**
 * Erases the data stored under the consent cookie's id. Returns null if that failed. A deletion is also a withdrawal,
 * so the request continues even if the visitor closes the page right after the press.
 */
export const eraseMyData = () =>
  ask<Erasure>(
    { method: 'DELETE', keepalive: true, signal: AbortSignal.timeout(MAX_WAIT_MS) },
    ({ erasedEvents }) => typeof erasedEvents === 'number',
  );

/**
 * Checks the answer by hand, because zod would add 5.3 KB to the page. The download contains every field of the answer,
 * even unknown ones.
 */
async function ask<Answer>(
  init: RequestInit,
  isAnswer: (answer: Partial<Answer>) => boolean,
): Promise<Answer | null> {
  try {
    const response = await fetch('/api/my-data', init);
    const answer = response.ok ? ((await response.json()) as Answer) : null;
    return answer && isAnswer(answer) ? answer : null;
  } catch {
    return null;
  }
}
