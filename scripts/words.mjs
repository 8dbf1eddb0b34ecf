// @ts-check
import { beginInstalled } from './steps/node-version.mjs';

await beginInstalled(`npm run words -- status [FOLDER] | check | types | compare COMMIT

  status [FOLDER]  lists by language what is missing, as in English, or changed in English since
  check            names each mistake in the catalogs, as npm run check does
  types            writes the types of placeholders for an editor, as npm run check does
  compare COMMIT   renders all pages, mails and dialogs before and after, and compares them

docs/translating.md says how catalogs are written.`);
await import('./words/words-main.ts');
