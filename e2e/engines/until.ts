import { setTimeout as delay } from 'node:timers/promises';

const LONGEST_MS = 20_000;
const BETWEEN_MS = 40;

/**
 * Polls until the answer is neither false nor empty, and returns it. A page that is being left answers with an error,
 * which counts as not yet.
 *
 * @param what a sentence for the failure message: what did not become true
 */
export async function until<Answer>(what: string, ask: () => Answer | Promise<Answer>) {
  const end = performance.now() + LONGEST_MS;
  for (;;) {
    let last: unknown;
    try {
      const answer = await ask();
      if (answer) return answer as Exclude<Answer, null | undefined | false>;
    } catch (error) {
      last = error;
    }
    if (performance.now() > end)
      throw new Error(`not within ${LONGEST_MS} ms: ${what}`, { cause: last });
    await delay(BETWEEN_MS);
  }
}
