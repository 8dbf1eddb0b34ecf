// @ts-check
// Asks the thread of the reports each question this many times, and ends it while it answers the last one again. Prints how
// long each took, and waits to be stopped, so that its memory can be measured.
import { setTimeout } from 'node:timers/promises';
import { openReportThread } from '../parts/report-thread.mjs';

const [, , database = '', questions = '[]', rounds = ''] = process.argv;
const { ask, stop } = openReportThread(database);
const answers = [];
for (const [report, query] of JSON.parse(questions)) {
  const asked = [];
  for (let round = 0; round < Number(rounds); round++) asked.push(await ask(report, query));
  answers.push(asked);
}
const [report, query] = JSON.parse(questions).at(-1);
void ask(report, query);
await setTimeout(100);
const since = performance.now();
await stop();
const stopSeconds = (performance.now() - since) / 1000;
console.log(JSON.stringify({ answers, stopSeconds }));
setInterval(() => {}, 60_000);
