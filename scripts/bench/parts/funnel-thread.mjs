// @ts-check
// Plain JavaScript, like the two programs that use it: a TypeScript loader would count as memory of the process.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Starts the report thread of the finished build. Each call counts the funnel again.
 *
 * @param {string} database
 * @param {string} query as JSON
 */
export function openFunnelThread(database, query) {
  const thread = new URL('../../../dist/server/reports-thread.js', import.meta.url);
  const worker = new Worker(thread, { workerData: { database } });
  return async () => {
    const since = performance.now();
    worker.postMessage({ id: 0, report: 'funnel', query: JSON.parse(query) });
    const [answer] = await once(worker, 'message');
    if ('error' in answer) throw answer.error;
    return { seconds: (performance.now() - since) / 1000, result: answer.value };
  };
}
