import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../steps/run.mjs';
import { content, readCatalogs, readStructures } from './catalogs.ts';
import { compare } from './compare.ts';
import { findMistakes } from './find-mistakes.ts';
import { placeholderTypes } from './message-types.ts';
import { describeStatus } from './words-status.ts';

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
  throw new Error('expected status, check, types or compare COMMIT: npm run words -- --help');
}

const isFine = await main(process.argv.slice(2)).catch(fail);
process.exit(isFine ? 0 : 1);
