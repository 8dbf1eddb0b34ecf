// @ts-check
import { beginCommand } from './steps/node-version.mjs';

beginCommand(`npm run check

Checks types, lint, format, import arrows, unused code and the words of all languages.`);
const { fail } = await import('./steps/run.mjs');
const { ensureInstalled } = await import('./steps/install.mjs');
await ensureInstalled().catch(fail);
const { staticSteps } = await import('./steps/steps.mjs');
const { conclude, runSteps } = await import('./steps/report.mjs');
conclude(await runSteps(staticSteps));
