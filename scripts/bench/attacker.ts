// Attacks a server at a port, by the number of the attack, until somebody ends this process. A process of its own, so that
// the visitor's measurement waits for nothing that an attacker does.
import { setTimeout as sleep } from 'node:timers/promises';
import { CONTENDERS } from './hostile-bench.ts';

/** By then the visitor's warm-up is over. */
const FIRST_AFTER_MS = 1_100;

const [, , port, index] = process.argv;
console.log('ready');
await sleep(FIRST_AFTER_MS);
CONTENDERS[Number(index)]?.attack(Number(port));
setInterval(() => {}, 60_000); // keeps the process alive after its last connection has closed
