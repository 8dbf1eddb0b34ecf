import type { Erasure, MyData } from '#shared/my-data';

/** Returns what is held under the consent cookie's id, or null when it cannot be had. */
export const fetchMyData = () =>
  ask<MyData>('GET', ({ consents, events }) => Array.isArray(consents) && Array.isArray(events));

/** Erases what is held under the consent cookie's id. Returns null when that failed. */
export const eraseMyData = () =>
  ask<Erasure>('DELETE', ({ erasedEvents }) => typeof erasedEvents === 'number');

/**
 * A check by hand: zod would add 5.3 KB to the page. The download holds every field of the answer, known here or not.
 */
async function ask<Answer>(
  method: 'GET' | 'DELETE',
  isAnswer: (answer: Partial<Answer>) => boolean,
): Promise<Answer | null> {
  try {
    const response = await fetch('/api/my-data', { method });
    const answer = response.ok ? ((await response.json()) as Answer) : null;
    return answer && isAnswer(answer) ? answer : null;
  } catch {
    return null;
  }
}
