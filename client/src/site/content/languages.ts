import { LANGUAGES, type Language } from '#shared/site-languages';
import { findPage } from './page-list.ts';
import type { words } from './structure/structure-words.ts';

/** How to load the words of each page and feature. */
type Loaders = (typeof words)['load'];
/** Names the words of a page or a feature. */
export type WordsName = keyof Loaders;
/** Those of pages. */
export type PageWordsName = Exclude<WordsName, 'signup' | 'consent' | 'heads' | 'info' | 'offers'>;
/** What a structure exports. */
export type Words = { [Name in WordsName]: Awaited<ReturnType<Loaders[Name]>> };
/** The words of every page. */
export type Frame = (typeof words)['frame'];

/** What a language's `index.ts` exports. */
interface LanguageIndex {
  frame: Frame;
  load: { [Name in WordsName]: () => Promise<Words[Name]> };
}

/** One language, with those of its words that are loaded. */
export interface Wording {
  language: Language;
  frame: Frame;
  load<Name extends WordsName>(name: Name): Promise<Words[Name]>;
  /** Returns undefined for words that are not loaded yet. */
  loaded<Name extends WordsName>(name: Name): Words[Name] | undefined;
}

/** Returns the files with the words of the page at this path, which may have no page. */
export function wordsNamesOf(path: string): WordsName[] {
  if (!findPage(path)) return ['not-found'];
  return path === '/' ? ['home'] : [path.slice(1) as PageWordsName, 'info'];
}

const indexes = import.meta.glob<LanguageIndex>('./*/index.ts', { import: 'index' });

/** Returns the folder of a language's words, beside this file. */
const folderOf = (language: Language) => `./${language.toLowerCase()}`;

/** The languages that have words, English first. */
export const writtenLanguages = /* @__PURE__ */ LANGUAGES.filter(
  (language) => `${folderOf(language)}/index.ts` in indexes,
);

/** Returns the source files of a language's frame and of the named words, as the build manifest names them. */
export const wordsModules = (language: Language, ...names: readonly WordsName[]) => [
  `client/src/site/content${folderOf(language).slice(1)}/index.ts`,
  ...names.map(
    (name) => `client/src/site/content/structure/${name}.ts?language=${language.toLowerCase()}`,
  ),
];

const wordings = new Map<Language, Promise<Wording>>();

/** Loads the frame of a language. Returns the same object at each call. */
export function loadWording(language: Language): Promise<Wording> {
  const load = indexes[`${folderOf(language)}/index.ts`];
  if (!load) throw new Error(`no words in ${language}`);
  const known = wordings.get(language);
  const loading = known ?? load().then((index) => createWording(language, index));
  wordings.set(language, loading);
  loading.catch(() => wordings.delete(language)); // so that a later try may succeed
  return loading;
}

function createWording(language: Language, index: LanguageIndex): Wording {
  const loading = new Map<WordsName, Promise<unknown>>();
  const loaded = new Map<WordsName, unknown>();
  async function start<Name extends WordsName>(name: Name) {
    const words = await index.load[name]();
    loaded.set(name, words);
    return words;
  }
  return {
    language,
    frame: index.frame,
    load<Name extends WordsName>(name: Name) {
      const started = (loading.get(name) as Promise<Words[Name]> | undefined) ?? start(name);
      loading.set(name, started);
      started.catch(() => loading.delete(name)); // so that a later try may succeed
      return started;
    },
    loaded: <Name extends WordsName>(name: Name) => loaded.get(name) as Words[Name] | undefined,
  };
}
