import { fail } from '../steps/run.mjs';
import { readPlaces } from './catalogs.ts';
import { compare } from './compare.ts';
import { findMistakes } from './find-mistakes.ts';
import { writePlaceholderTypes } from './placeholder-types.ts';
import { describeStatus } from './words-status.ts';

async function main([command, argument]: string[]): Promise<boolean> {
  switch (command) {
    case 'check': {
      const mistakes = readPlaces().flatMap(findMistakes);
      for (const mistake of mistakes) console.error(mistake);
      return mistakes.length === 0;
    }
    case 'types':
      writePlaceholderTypes();
      return true;
    case 'status':
      for (const place of readPlaces())
        for (const line of [`${place.path}:`, ...describeStatus(place, argument)])
          console.log(line);
      return true;
    case 'compare':
      if (argument) return compare(argument);
  }
  throw new Error('expected status, check, types or compare COMMIT: npm run words -- --help');
}

const isFine = await main(process.argv.slice(2)).catch(fail);
// Not exit(): what a pipe has not taken yet would be lost.
process.exitCode = isFine ? 0 : 1;
