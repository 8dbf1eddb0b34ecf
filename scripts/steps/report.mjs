// @ts-check
import { seconds } from './run.mjs';

/** @typedef {import('./steps.mjs').Result} Result */

/**
 * Runs steps in parallel. Prints a line for each, and the whole output of a failed one.
 *
 * @param {import('./steps.mjs').Step[]} steps
 * @returns {Promise<Result[]>}
 */
export function runSteps(steps) {
  return Promise.all(
    steps.map(async ({ name, run }) => {
      const since = performance.now();
      const result = await run();
      const { passed, failed, skipped, output } = result;
      const counts = [
        `${passed} passed`,
        failed && `${failed} failed`,
        skipped && `${skipped} skipped`,
      ];
      const mark = failed ? '✗' : '✓';
      if (failed) console.log(`\n${output.trimEnd()}\n`);
      console.log(
        `${mark} ${name.padEnd(24)} ${counts.filter(Boolean).join(', ').padEnd(22)} ${seconds(since)}`,
      );
      return result;
    }),
  );
}

/** Prints the total as the last line and sets the exit code. */
export function conclude(/** @type {Result[]} */ results) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    results.reduce((total, result) => total + result[key], 0);
  const failed = sum('failed');
  const skipped = sum('skipped');
  process.exitCode = failed === 0 && sum('passed') > 0 ? 0 : 1;
  console.log(`${sum('passed')} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
}
