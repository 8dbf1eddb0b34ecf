import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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

describe.each(['archivo', 'instrument-sans', 'jetbrains-mono'])('%s', (name) => {
  const font = openFont(join(root, `client/src/styles/fonts/${name}-latin.woff2`));
  const has = (character: string) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);

  test.each(['en', 'de', 'es', 'fr', 'pt-br'])(
    'has every character of the words in %s',
    (folder) => {
      const characters = charactersOf(folder);
      expect(characters).toContain('A');
      expect(characters.filter((character) => !has(character))).toEqual([]);
    },
  );

  test('has no character of another script', () => {
    expect(has('言')).toBe(false);
  });
});

test('each stylesheet of a language is loaded with the words of that language', () => {
  const sheets = readdirSync(join(root, 'client/src/styles/languages'));
  for (const sheet of sheets) {
    const index = readFileSync(join(content, sheet.replace('.css', ''), 'index.ts'), 'utf8');
    expect(index).toContain(`import '../../../styles/languages/${sheet}';`);
  }
});
