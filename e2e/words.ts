import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Reads a catalog of words. @param folder the language as its folder is called, such as `pt-br` */
export const readCatalog = <Catalog>(folder: string, name: string): Catalog =>
  JSON.parse(
    readFileSync(
      resolve(import.meta.dirname, `../client/src/site/content/${folder}/${name}.json`),
      'utf8',
    ),
  );
