/**
 * For this long after a report, new events are read as they come. Otherwise a report beside many visitors takes twice the time
 * after a pause of ten seconds. A thread that nobody asks ends as soon; but making chunks keeps it.
 */
const KEEP_UP_MS = 30_000;
const EVERY_MS = 500;

/**
 * Reads new events between two questions, so that the next report has few to read.
 *
 * @param readNew must end before the next question can come; the next report says what is wrong if it fails
 */
export function createKeepUp(readNew: () => Promise<unknown>) {
  let until = 0;
  let timer: NodeJS.Timeout | undefined;

  function next(): void {
    if (performance.now() >= until) return;
    timer = setTimeout(async () => {
      await readNew().catch(() => {});
      next();
    }, EVERY_MS);
  }

  return {
    /** A question has come. */
    pause: () => clearTimeout(timer),
    /** A question is answered. @param isReport whether somebody waited for it */
    resume(isReport: boolean): void {
      if (isReport) until = performance.now() + KEEP_UP_MS;
      next();
    },
  };
}
