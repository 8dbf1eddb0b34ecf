import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dubbedLines } from '../../client/src/site/content/dubbing-lines.ts';
import { root } from '../steps/run.mjs';
import { openFont } from './text-paths.ts';

const content = join(root, 'client/src/site/content');

/** Returns each character of a language's words that is drawn. Its sources have nothing else outside of ASCII. */
function charactersOf(folder: string): string[] {
  const files = readdirSync(join(content, folder));
  const source = files.map((file) => readFileSync(join(content, folder, file), 'utf8')).join('');
  const text = source.replace(/\\u[0-9a-f]{4}/g, (escaped) => JSON.parse(`"${escaped}"`));
  return [...new Set(text)].filter((character) => !/[\p{Control}\p{Format}]/u.test(character));
}

/** Returns the code points of a `unicode-range`. */
const pointsOf = (ranges: string) =>
  ranges.split(',').flatMap((range) => {
    const [from = 0, to = from] = range
      .trim()
      .slice(2)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: to - from + 1 }, (_, step) => from + step);
  });

const sheet = readFileSync(join(root, 'client/src/styles/fonts.css'), 'utf8');

describe.each(['archivo', 'instrument-sans', 'jetbrains-mono'])('%s', (name) => {
  const has = Object.fromEntries(
    ['latin', 'accents'].map((part) => {
      const file = `fonts/${name}-${part}.woff2`;
      const [, ranges = ''] = sheet.split(file)[1]?.match(/unicode-range:([^;]+)/) ?? [];
      const font = openFont(join(root, 'client/src/styles', file));
      const points = pointsOf(ranges).filter((point) => font.hasGlyphForCodePoint(point));
      return [part, (character: string) => points.includes(character.codePointAt(0) ?? 0)];
    }),
  );

  test.each(['en', 'de', 'es', 'fr', 'pt-br'])(
    'has every character of the words in %s',
    (folder) => {
      const characters = charactersOf(folder);
      expect(characters).toContain('A');
      const parts = Object.values(has).slice(0, folder === 'en' ? 1 : 2);
      expect(characters.filter((character) => !parts.some((part) => part(character)))).toEqual([]);
    },
  );

  test('English pages and the timeline need one file', () => {
    const pictures = ['stages', 'benefits'].map((file) =>
      readFileSync(join(content, `../pages/home/${file}.svg`), 'utf8'),
    );
    const lines = dubbedLines
      .map(({ text, language }) => text + language)
      .concat(pictures)
      .join('');
    const latin = [...lines.normalize()].filter((letter) => /\p{Script=Latin}/u.test(letter));
    expect(latin.filter((letter) => !has['latin']?.(letter))).toEqual([]);
  });
});

test('each stylesheet of a language is loaded with the words of that language', () => {
  const sheets = readdirSync(join(root, 'client/src/styles/languages'));
  for (const sheet of sheets) {
    const index = readFileSync(join(content, sheet.replace('.css', ''), 'index.ts'), 'utf8');
    expect(index).toContain(`import '../../../styles/languages/${sheet}';`);
  }
});
