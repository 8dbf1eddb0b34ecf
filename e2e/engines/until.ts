import { expect } from '@playwright/test';

/**
 * Polls until the answer is neither false nor empty, and returns it. A page that is being left answers with an error,
 * which counts as not yet.
 *
 * @param what a sentence for the failure message: what did not become true
 * @param timeout in milliseconds
 */
export async function until<Answer>(
  what: string,
  ask: () => Answer | Promise<Answer>,
  timeout = 20_000,
) {
  let answer: Answer | undefined;
  await expect(async () => {
    answer = await ask();
    expect(answer, what).toBeTruthy();
  }).toPass({ timeout, intervals: [40] });
  return answer as Exclude<Answer, null | undefined | false>;
}
