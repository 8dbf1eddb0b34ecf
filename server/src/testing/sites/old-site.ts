import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { ask, openEmptyPostgresDatabase } from '../programs/postgres.ts';
import { temporaryFile } from '../temporary-folder.ts';
import { change } from './kept-site.ts';

const unpack = (name: string) =>
  gunzipSync(readFileSync(new URL(`../data/${name}.gz`, import.meta.url)));

/**
 * Writes a database of an earlier version, changed by this SQL: a backup of made-up visitors, of people on the list and of a
 * mailing. Commit cfeb04fb is the last version before the baseline.
 */
export function createOldFile(sql = '', version = 'cfeb04fb'): string {
  const file = temporaryFile('old.db');
  writeFileSync(file, unpack(`backup-of-${version}.db`));
  change(file, sql);
  return file;
}

/** Makes a PostgreSQL database from a dump of a released version, with the same rows as its backup. Returns its URL. */
export async function openOldPostgres(version: string): Promise<string> {
  const url = await openEmptyPostgresDatabase();
  await ask(url, String(unpack(`dump-of-${version}.sql`)));
  return url;
}
