// @ts-check
import { beginInstalled } from './steps/node-version.mjs';

await beginInstalled(`npm run check

Checks types, lint, format, import arrows, unused code and the words of all languages.`);
const { staticSteps } = await import('./steps/steps.mjs');
const { conclude, runSteps } = await import('./steps/report.mjs');
conclude(await runSteps(staticSteps));
