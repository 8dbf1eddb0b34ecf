import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from '../steps/run.mjs';
import { type Place, readPlaces } from './catalogs.ts';
import { compare } from './compare.ts';
import { findMistakes } from './find-mistakes.ts';
import { placeholderTypes } from './placeholder-types.ts';
import { describeStatus } from './words-status.ts';

const typesOf = ({ path, name }: Place) => join(path, `${name}-placeholders.ts`);

async function main([command, argument]: string[]): Promise<boolean> {
  switch (command) {
    case 'check': {
      const mistakes = readPlaces().flatMap((place) => {
        const found = findMistakes(place);
        const isStale =
          placeholderTypes(place) !== readFileSync(join(root, typesOf(place)), 'utf8');
        return found.length === 0 && isStale
          ? [`${typesOf(place)}: stale, expected what npm run words -- types writes`]
          : found;
      });
      for (const mistake of mistakes) console.error(mistake);
      return mistakes.length === 0;
    }
    case 'types':
      for (const place of readPlaces())
        writeFileSync(join(root, typesOf(place)), placeholderTypes(place));
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
process.exit(isFine ? 0 : 1);
