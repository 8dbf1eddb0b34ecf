// @ts-check
// The finished server, and in its process the thread that counts funnels, as there; here it counts over and over.
import { openFunnelThread } from '../parts/funnel-thread.mjs';

const [, , , database = '', query = ''] = process.argv;
const server = new URL('../../../dist/server/main.js', import.meta.url).href;
await import(server); // takes the folder from the arguments, as ever
const countFunnel = openFunnelThread(database, query);
for (;;) await countFunnel();
