import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Catalog, Message, Piece } from '../../shared/src/parse-message.ts';
import { root } from '../steps/run.mjs';

/** The catalogs of one language by name. */
export type Catalogs = Readonly<Record<string, Catalog>>;

/** Where catalogs are. */
export interface CatalogPlace {
  /** Whose they are, as `{name}-messages.ts` beside them is called. */
  name: string;
  /** The folder of the languages' folders. */
  path: string;
  /** By the language's folder; English is `en`. */
  languages: Readonly<Record<string, Catalogs>>;
  /** The code that shows the messages. */
  sources: readonly string[];
}

/** For visitors, for the console, and for messages to the team, with the folders of the code that shows them. */
const PLACES = [
  ['site', 'client/src/site/content', ['client/src/site/content/structure']],
  ['console', 'client/src/console/words', ['client/src/console', 'client/src/render']],
  ['server', 'server/src/words', ['server/src']],
] as const;

export const readPlaces = (): CatalogPlace[] =>
  PLACES.map(([name, path, shownIn]) => ({
    name,
    path,
    languages: Object.fromEntries(
      readdirSync(join(root, path), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => [name, catalogsIn(join(root, path, name))] as const)
        .filter(([, catalogs]) => Object.keys(catalogs).length > 0),
    ),
    sources: shownIn.flatMap(sourcesIn),
  }));

/** How a person finds a catalog. */
export const fileOf = (path: string, folder: string, name: string) =>
  `${path}/${folder}/${name}.json`;

/** Returns what a message has besides words, in all of its forms, but for the count of a plural. */
export function placeholdersOf(message: Message): Exclude<Piece, string>[] {
  const pieces = message.kind === 'plural' ? Object.values(message.forms).flat() : message.pieces;
  return pieces
    .filter((piece) => typeof piece !== 'string')
    .filter((piece) => !('value' in piece && piece.value === '#'));
}

const catalogsIn = (folder: string): Catalogs =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .sort()
      .map((file) => [file.replace('.json', ''), read(join(folder, file))]),
  );

const sourcesIn = (path: string): string[] =>
  readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, path, file), 'utf8'));

function read(file: string): Catalog {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${relative(root, file)}: ${error}`);
  }
}
