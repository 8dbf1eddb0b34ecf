// @ts-check
import { requireNode } from './steps/node-version.mjs';

requireNode();
const { fail } = await import('./steps/run.mjs');
const { ensureInstalled } = await import('./steps/install.mjs');
await ensureInstalled().catch(fail);
const { staticSteps } = await import('./steps/steps.mjs');
const { conclude, runSteps } = await import('./steps/report.mjs');
conclude(await runSteps(staticSteps));
