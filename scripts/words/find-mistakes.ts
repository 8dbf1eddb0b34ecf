import {
  type Catalog,
  catalogNameOf,
  messagesOf,
  parseMessage,
} from '../../shared/src/parse-message.ts';
import { type CatalogPlace, fileOf, placeholdersOf } from './catalogs.ts';

/** Returns a line for each mistake in the catalogs of all languages. It names the file, the key and what is expected. */
export function findMistakes({ path, languages, sources }: CatalogPlace): string[] {
  const english = languages['en'] ?? {};
  const names = [...new Set(Object.values(languages).flatMap((catalogs) => Object.keys(catalogs)))];
  return names.flatMap((name) => {
    const original = english[name];
    if (!original)
      return [`${fileOf(path, 'en', name)}: missing, but other languages have this catalog`];
    const unshown = isShownOtherwise(name) ? [] : findUnshown(name, original, sources);
    const others = Object.entries(languages).flatMap(([folder, catalogs]) =>
      findInCatalog(folder, catalogs[name], original).map(
        (mistake) => `${fileOf(path, folder, name)}: ${mistake}`,
      ),
    );
    return [...unshown.map((mistake) => `${fileOf(path, 'en', name)}: ${mistake}`), ...others];
  });
}

/** In client/src/site/content/offer-words.ts, for all languages at once; in client/src/site/pages/home/parts.svg. */
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
      (kind) => !/^=|^other$/.test(kind) && !pluralCategories.some((known) => known === kind),
    );
    if (unknown.length > 0)
      return [`unknown plural form ${unknown.join(', ')}, expected ${pluralCategories.join(', ')}`];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  const expected = keptOf(original);
  return [
    ...findLooseSpaces(folder, text),
    ...expected.filter((each) => !kept.includes(each)).map((each) => `${each} is missing`),
    ...kept
      .filter((each) => !expected.includes(each))
      .map((each) => `${each} is surplus, expected ${expected.join(' ') || 'no placeholder'}`),
  ];
}

const REFERENCE =
  /(?:(?<!\p{L})(?:[Aa]rts?\.|[Aa]rticle|Abs\.|Nr\.|no\.|n\.º|nº|lit\.|par\.|al\.|let\.|point|apdos?\.|letra|§)|अनुच्छेद|धारा|المادة|الفقرة|الفقرتان) (?:\d|[a-z](?![a-z]))/gu;
const COUNTED = /(?:#|\{\w+, number\}) \p{L}|\d %/gu;
/** Besides references of law, by language. */
const LOOSE: Readonly<Record<string, RegExp[]>> = {
  de: [COUNTED, /z\. B\./g],
  es: [/\d %/g],
  fr: [COUNTED, /\S [:;!?»]|« \S/g],
};

/** Finds spaces at which a language does not let a line break. */
const findLooseSpaces = (folder: string, text: string) =>
  [REFERENCE, ...(LOOSE[folder] ?? [])]
    .flatMap((pattern) => text.match(pattern) ?? [])
    .map((found) => `"${found}" needs a no-break space`);

/** Returns what a translation must keep: placeholders, tags and names set as code. */
function keptOf(text: string): string[] {
  const message = parseMessage(text);
  const kept = placeholdersOf(message).map((piece) => {
    if ('value' in piece) return `{${piece.value}}`;
    if ('number' in piece) return `{${piece.number}, number}`;
    if ('element' in piece) return `<${piece.element}/>`;
    return 'code' in piece ? `<code>${piece.code}</code>` : `<${piece.link}>…</${piece.link}>`;
  });
  return [...(message.kind === 'plural' ? ['{count, plural, …}'] : []), ...new Set(kept)];
}

/** Finds English messages that no code shows. */
function findUnshown(name: string, original: Catalog, sources: readonly string[]): string[] {
  const shown = sources.flatMap((source) => {
    const imported = /import \{([^}]+)\} from '[\w./-]+\/\w+-messages\.ts'/.exec(source)?.[1] ?? '';
    return [...imported.matchAll(/(\w+)(?: as (\w+))?/g)].flatMap(([, exported = '', alias]) =>
      catalogNameOf(exported) === name ? keysAfter(alias ?? exported, source) : [],
    );
  });
  return messagesOf(original)
    .filter(([key]) => !shown.some((known) => key === known || key.startsWith(`${known}.`)))
    .map(([key]) => `${key}: surplus, nothing shows it`);
}

/** Returns `a.b` for each `m.a.b` or `m['a'].b` in a source, also where `m.a` has got a name of its own. */
function keysAfter(identifier: string, source: string): string[] {
  const path = `\\b${identifier}((?:\\.\\w+|\\['[\\w-]+'\\])+)`;
  const keysOf = (text = '') => text.replace(/\['([\w-]+)'\]/g, '.$1').slice(1);
  const names = [...source.matchAll(new RegExp(`(?<!export )const (\\w+) = ${path};`, 'g'))];
  const others = names.reduce((rest, [whole]) => rest.replaceAll(whole, ''), source);
  return [
    ...[...others.matchAll(new RegExp(path, 'g'))].map(([, keys]) => keysOf(keys)),
    ...names.flatMap(([, name = '', keys]) => {
      const isShownWhole = new RegExp(`\\b${name}\\b(?!\\s*[.:=]|\\[')`).test(others);
      const below = keysAfter(name, others).map((each) => `${keysOf(keys)}.${each}`);
      return isShownWhole ? [keysOf(keys)] : below;
    }),
  ];
}
