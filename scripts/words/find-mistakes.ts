import { type Catalog, catalogNameOf, messagesOf, parseMessage } from '../vite/parse-message.ts';
import { type Catalogs, fileOf } from './catalogs.ts';

/**
 * Returns a line for each mistake in the catalogs of all languages. It names the file, the key and what is expected.
 *
 * @param languages the catalogs by the language's folder
 * @param structures the sources of the structures
 */
export function findMistakes(
  languages: Readonly<Record<string, Catalogs>>,
  structures: readonly string[],
): string[] {
  const english = languages['en'] ?? {};
  const names = [...new Set(Object.values(languages).flatMap((catalogs) => Object.keys(catalogs)))];
  return names.flatMap((name) => {
    const original = english[name];
    if (!original) return [`${fileOf('en', name)}: missing, but other languages have this catalog`];
    const unshown = isShownOtherwise(name) ? [] : findUnshown(name, original, structures);
    const others = Object.entries(languages).flatMap(([folder, catalogs]) =>
      findInCatalog(folder, catalogs[name], original).map(
        (mistake) => `${fileOf(folder, name)}: ${mistake}`,
      ),
    );
    return [...unshown.map((mistake) => `${fileOf('en', name)}: ${mistake}`), ...others];
  });
}

/** In client/src/site/content/offer-words.ts, for all languages at once; in scripts/images/pipeline-drawings.ts. */
const isShownOtherwise = (name: string) => name === 'offer' || name === 'drawings';

function findInCatalog(folder: string, catalog: Catalog | undefined, original: Catalog): string[] {
  if (!catalog) return ['missing, expected the messages of the English catalog of this name'];
  const originals = new Map(messagesOf(original));
  const messages = new Map(messagesOf(catalog));
  const missing = [...originals].filter(([key]) => !messages.has(key));
  return [
    ...missing.map(([key, text]) => `${key}: missing, expected a translation of "${text}"`),
    ...[...messages].flatMap(([key, text]) => {
      const words = originals.get(key);
      if (words !== undefined)
        return findInMessage(folder, text, words).map((it) => `${key}: ${it}`);
      const [parent] = /^.*\./.exec(key) ?? [''];
      const near = missing.find(([other]) => other.startsWith(parent))?.[0];
      return [`${key}: surplus, expected ${near ? `"${near}"` : 'no such key'} as in English`];
    }),
  ];
}

function findInMessage(folder: string, text: string, original: string): string[] {
  let kept: string[];
  try {
    kept = keptOf(text);
    const message = parseMessage(text);
    const { pluralCategories } = new Intl.PluralRules(folder).resolvedOptions();
    const kinds = Object.keys(message.kind === 'plural' ? message.forms : {});
    const unknown = kinds.filter(
      (kind) => !/^=|^other$/.test(kind) && !isIn(kind, pluralCategories),
    );
    if (unknown.length > 0)
      return [`unknown plural form ${unknown.join(', ')}, expected ${pluralCategories.join(', ')}`];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  const expected = keptOf(original);
  return [
    ...expected.filter((each) => !kept.includes(each)).map((each) => `${each} is missing`),
    ...kept
      .filter((each) => !expected.includes(each))
      .map((each) => `${each} is surplus, expected ${expected.join(' ') || 'no placeholder'}`),
  ];
}

const isIn = (kind: string, all: readonly string[]) => all.includes(kind);

/** Returns what a translation must keep: placeholders, tags and names set as code. */
function keptOf(text: string): string[] {
  const message = parseMessage(text);
  if (message.kind === 'plural') return ['{count, plural, …}'];
  const kept = message.pieces.flatMap((piece) => {
    if (typeof piece === 'string') return [];
    if ('value' in piece) return [`{${piece.value}}`];
    if ('number' in piece) return [`{${piece.number}, number}`];
    if ('element' in piece) return [`<${piece.element}/>`];
    return 'code' in piece ? [`<code>${piece.code}</code>`] : [`<${piece.link}>…</${piece.link}>`];
  });
  return [...new Set(kept)];
}

/** Finds English messages that no structure shows. */
function findUnshown(name: string, original: Catalog, structures: readonly string[]): string[] {
  const shown = structures.flatMap((source) => {
    const imported = /import \{([^}]+)\} from '\.\.\/messages\.ts'/.exec(source)?.[1] ?? '';
    return [...imported.matchAll(/(\w+)(?: as (\w+))?/g)].flatMap(([, exported = '', alias]) =>
      catalogNameOf(exported) === name ? keysAfter(alias ?? exported, source) : [],
    );
  });
  return messagesOf(original)
    .filter(([key]) => !shown.some((known) => key === known || key.startsWith(`${known}.`)))
    .map(([key]) => `${key}: surplus, no structure shows it`);
}

/** Returns `a.b` for each `m.a.b` or `m['a'].b` in a source. */
function keysAfter(identifier: string, source: string): string[] {
  const uses = source.matchAll(new RegExp(`\\b${identifier}((?:\\.\\w+|\\['[\\w-]+'\\])+)`, 'g'));
  return [...uses].map(([, keys = '']) => keys.replace(/\['([\w-]+)'\]/g, '.$1').slice(1));
}
