// @ts-check
// Asks the thread of the reports each question this many times, prints how long each took, and waits to be stopped, so
// that its memory can be measured.
import { openReportThread } from '../parts/report-thread.mjs';

const [, , database = '', questions = '[]', rounds = ''] = process.argv;
const ask = openReportThread(database);
const answers = [];
for (const [report, query] of JSON.parse(questions)) {
  const asked = [];
  for (let round = 0; round < Number(rounds); round++) asked.push(await ask(report, query));
  answers.push(asked);
}
console.log(JSON.stringify(answers));
setInterval(() => {}, 60_000);
