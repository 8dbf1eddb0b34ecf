// @ts-check
import { requireNode } from './node-version.mjs';

requireNode();
const { fail } = await import('./run.mjs');
const { ensureInstalled } = await import('./install.mjs');
await ensureInstalled().catch(fail);
const { staticSteps } = await import('./steps.mjs');
const { conclude, runSteps } = await import('./report.mjs');
conclude(await runSteps(staticSteps));
