// @ts-check
// Plain JavaScript, like the programs that use it: a TypeScript loader would count as memory of the process.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** As in server/src/reports/reports-thread.ts. */
const GRACE_MS = 40;

/**
 * Starts the report thread of the finished build. `stop` ends it as a cancelled question does, after its grace.
 *
 * @param {string} database
 */
export function openReportThread(database) {
  const thread = new URL('../../../dist/server/reports-thread.js', import.meta.url);
  const file = new URL('../../../data/channels.example.json', import.meta.url);
  const channels = JSON.parse(readFileSync(file, 'utf8'));
  const worker = new Worker(thread, { workerData: { database, channels } });
  const ask = async (/** @type {string} */ report, /** @type {unknown} */ query) => {
    const since = performance.now();
    worker.postMessage({ report, query });
    const [answer] = await once(worker, 'message');
    if ('error' in answer) throw answer.error;
    return { seconds: (performance.now() - since) / 1000, result: answer.value };
  };
  const stop = async () => {
    await setTimeout(GRACE_MS);
    await worker.terminate();
  };
  return { ask, stop };
}
