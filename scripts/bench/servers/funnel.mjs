// @ts-check
// Counts a funnel this many times, prints how long each took, and waits to be stopped, so that its memory can be
// measured.
import { openFunnelThread } from '../parts/funnel-thread.mjs';

const [, , database = '', query = '', rounds = ''] = process.argv;
const countFunnel = openFunnelThread(database, query);
const counted = [];
for (let round = 0; round < Number(rounds); round++) counted.push(await countFunnel());
console.log(JSON.stringify(counted));
setInterval(() => {}, 60_000);
