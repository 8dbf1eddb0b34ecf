import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../steps/run.mjs';
import { content, readCatalogs, readStructures } from './catalogs.ts';
import { compare } from './compare.ts';
import { findMistakes } from './find-mistakes.ts';
import { placeholderTypes } from './message-types.ts';
import { describeStatus } from './status.ts';

const USAGE = `npm run words -- status [FOLDER] lists what is missing, as in English, or changed in English since, by language
npm run words -- check           names each mistake in the catalogs, as npm run check does
npm run words -- types           renews placeholders.ts after a change of English placeholders
npm run words -- compare COMMIT  renders all pages, mails and dialogs before and after, and compares them`;

const placeholders = join(content, 'placeholders.ts');

async function main([command, argument]: string[]): Promise<boolean> {
  switch (command) {
    case 'check': {
      const languages = readCatalogs();
      const mistakes = findMistakes(languages, readStructures());
      if (
        mistakes.length === 0 &&
        placeholderTypes(languages['en'] ?? {}) !== readFileSync(placeholders, 'utf8')
      )
        mistakes.push('placeholders.ts: stale, expected what npm run words -- types writes');
      for (const mistake of mistakes) console.error(mistake);
      return mistakes.length === 0;
    }
    case 'types':
      writeFileSync(placeholders, placeholderTypes(readCatalogs()['en'] ?? {}));
      return true;
    case 'status':
      for (const line of describeStatus(readCatalogs(), argument)) console.log(line);
      return true;
    case 'compare':
      if (argument) return compare(argument);
  }
  console.error(USAGE);
  return false;
}

const isFine = await main(process.argv.slice(2)).catch(fail);
process.exit(isFine ? 0 : 1);
