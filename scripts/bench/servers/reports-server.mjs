// @ts-check
// Asks the report thread of the finished build each question this many times, and ends it while it answers the last one
// again. Prints how long each took, and waits to be stopped, so that its memory can be measured. Plain JavaScript: a
// TypeScript loader would count as memory of the process.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** As in server/src/reports/reports-thread.ts: a cancelled question has this long to end. */
const GRACE_MS = 40;

const [, , database = '', questions = '[]', rounds = ''] = process.argv;
const inRoot = (/** @type {string} */ path) => new URL(`../../../${path}`, import.meta.url);
const channels = JSON.parse(readFileSync(inRoot('data/channels.example.json'), 'utf8'));
const thread = inRoot('dist/server/reports-thread.js');
const worker = new Worker(thread, { workerData: { database, channels } });

/** @param {string} report @param {unknown} query */
async function ask(report, query) {
  const since = performance.now();
  worker.postMessage({ report, query });
  const [answer] = await once(worker, 'message');
  if ('error' in answer) throw answer.error;
  return { seconds: (performance.now() - since) / 1000, result: answer.value };
}

const asked = JSON.parse(questions);
const answers = [];
for (const [report, query] of asked) {
  const times = [];
  for (let round = 0; round < Number(rounds); round++) times.push(await ask(report, query));
  answers.push(times);
}
const [report, query] = asked.at(-1);
void ask(report, query);
await setTimeout(100);
const since = performance.now();
await setTimeout(GRACE_MS);
await worker.terminate();
const stopSeconds = (performance.now() - since) / 1000;
console.log(JSON.stringify({ answers, stopSeconds }));
setInterval(() => {}, 60_000);
