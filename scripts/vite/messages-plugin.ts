import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { catalogNameOf } from '../../shared/src/parse-message.ts';
import { LANGUAGES } from '../../shared/src/site-languages.ts';
import { inlineWords } from './inline-words.ts';

const STRUCTURE = /\/content\/structure\/[\w-]+\.ts$/;
const MADE = /\/content\/structure\/[\w-]+\.ts\?language=([\w-]+)$/;

/** The console has one language yet. Its code is no structure, so its words are put in where they are shown. */
const CONSOLE = /\/client\/src\/(?:console|render)\/[^?]+\.tsx?$/;
const CONSOLE_LANGUAGE = 'en';
const CONSOLE_WORDS = join(import.meta.dirname, '../../client/src/console/words');

/** A language's folder imports its structures. */
const INDEX = /\/content\/([\w-]+)\/index\.ts$/;

/**
 * Makes each structure once for each language, with the words of its catalogs. So a page has its words in one file without
 * their keys, and no visitor loads a parser or another language.
 */
export const messages = (): Plugin => ({
  name: 'messages',
  resolveId: {
    order: 'pre',
    async handler(source, importer) {
      const [, folder] = MADE.exec(importer ?? '') ?? INDEX.exec(importer ?? '') ?? [];
      if (!folder) return undefined;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && STRUCTURE.test(found.id) ? `${found.id}?language=${folder}` : found;
    },
  },
  transform(code, id) {
    const isConsole = CONSOLE.test(id) && code.includes('/words/console-messages.ts');
    const folder = isConsole ? CONSOLE_LANGUAGE : MADE.exec(id)?.[1];
    const language = LANGUAGES.find((each) => each.toLowerCase() === folder);
    if (!folder || !language) return undefined;
    const place = isConsole ? CONSOLE_WORDS : join(dirname(id), '..');
    return inlineWords(code, this.parse(code), {
      language,
      catalogOf: (name) => {
        const file = join(place, folder, `${catalogNameOf(name)}.json`);
        this.addWatchFile(file);
        return JSON.parse(readFileSync(file, 'utf8'));
      },
    });
  },
});
