import type { Erasure, MyData } from '#shared/my-data';

/** After so long without an answer, in milliseconds, the visitor is told that the deletion failed and may try again. */
const MAX_WAIT_MS = 60_000;

/** Returns what is held under the consent cookie's id, or null when it cannot be had. */
export const fetchMyData = () =>
  ask<MyData>(
    { method: 'GET' },
    ({ consents, events }) => Array.isArray(consents) && Array.isArray(events),
  );

/**
 * Erases what is held under the consent cookie's id. Returns null when that failed. A deletion is a withdrawal: it must
 * arrive though the visitor closes the page right after the press.
 */
export const eraseMyData = () =>
  ask<Erasure>(
    { method: 'DELETE', keepalive: true, signal: AbortSignal.timeout(MAX_WAIT_MS) },
    ({ erasedEvents }) => typeof erasedEvents === 'number',
  );

/**
 * A check by hand: zod would add 5.3 KB to the page. The download holds every field of the answer, known here or not.
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
