// @ts-check
import { beginInstalled } from './steps/node-version.mjs';

await beginInstalled(`npm run check

Checks types, lint, format, import arrows, unused code and the words of all languages.`);
const { conclude, runStaticSteps } = await import('./steps/steps.ts');
conclude(await runStaticSteps());
