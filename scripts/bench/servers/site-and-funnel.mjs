// @ts-check
// The finished server with the thread that counts funnels, in one process as in production. Here the thread keeps
// counting.
import { openReportThread } from '../parts/report-thread.mjs';

const [, , , database = '', query = ''] = process.argv;
const server = new URL('../../../dist/server/main.js', import.meta.url).href;
await import(server); // reads the folder from the arguments, as always
const { ask } = openReportThread(database);
for (;;) await ask('funnel', JSON.parse(query));
