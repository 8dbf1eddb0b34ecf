import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../steps/run.mjs';
import type { Catalog } from '../vite/parse-message.ts';

export const content = join(root, 'client/src/site/content');
/** How a person finds a catalog. */
export const fileOf = (folder: string, name: string) =>
  relative(root, join(content, folder, `${name}.json`));

/** The catalogs of one language by name. */
export type Catalogs = Readonly<Record<string, Catalog>>;

/** Reads the catalogs of all languages, by folder; English is `en`. */
export const readCatalogs = (): Record<string, Catalogs> =>
  Object.fromEntries(
    readdirSync(content)
      .filter((folder) => existsSync(join(content, folder, 'index.ts')))
      .map((folder) => [folder, catalogsIn(folder)]),
  );

const catalogsIn = (folder: string): Catalogs =>
  Object.fromEntries(
    readdirSync(join(content, folder))
      .filter((file) => file.endsWith('.json'))
      .sort()
      .map((file) => [file.replace('.json', ''), read(join(content, folder, file))]),
  );

function read(file: string): Catalog {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${relative(root, file)}: ${error}`);
  }
}

/** Reads what the structures say: the messages that they show. */
export const readStructures = (): string[] =>
  readdirSync(join(content, 'structure')).map((file) =>
    readFileSync(join(content, 'structure', file), 'utf8'),
  );
