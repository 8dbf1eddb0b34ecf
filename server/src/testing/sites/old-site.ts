import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { temporaryFile } from '../temporary-folder.ts';
import { change } from './kept-site.ts';

const BACKUP = new URL('../data/backup-of-cfeb04fb.db.gz', import.meta.url);

/**
 * Writes a database of the last version before the baseline, changed by this SQL: a backup that commit cfeb04fb made of made-up
 * visitors, of people on the list and of a mailing, without most of its events.
 */
export function createOldFile(sql = ''): string {
  const file = temporaryFile('old.db');
  writeFileSync(file, gunzipSync(readFileSync(BACKUP)));
  change(file, sql);
  return file;
}
