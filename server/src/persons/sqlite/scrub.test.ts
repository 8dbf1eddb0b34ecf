import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../../database/sqlite/open-store.ts';
import { newId } from '../../store/testing/store-contract-data.ts';
import { change, countKept, openKeptSite } from '../../testing/sites/kept-site.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { holdsAny, scrubDatabase } from './scrub.ts';

const EMAIL = 'jane@example.org';

test('a trace that is found is removed, and every other row stays', async () => {
  const { database: file, store } = await openKeptSite(openSqliteStore);
  await store.close();
  // SQLite's default way only frees the space of a row.
  change(file, `PRAGMA secure_delete = OFF; DELETE FROM notifyme_signups WHERE email = '${EMAIL}'`);
  expect(readFileSync(file, 'latin1')).toContain(EMAIL);
  expect(scrubDatabase(file, [EMAIL])).toBe('rewritten');
  expect(readFileSync(file, 'latin1')).not.toContain(EMAIL);
  expect(scrubDatabase(file, [EMAIL])).toBe('clean');
  expect(await countKept(file)).toEqual({ signups: 1, consents: 2, events: 6 });
});

test('a log that a connection reads cannot be emptied, and the result says so', async () => {
  const { database: file, store } = await openKeptSite(openSqliteStore);
  const reader = new Sqlite(file, { readonly: true });
  onTestFinished(() => void reader.close());
  reader.exec('BEGIN; SELECT count(*) FROM events');
  await store.eraseSignups(EMAIL, 0);
  expect(scrubDatabase(file, [EMAIL], { lockTimeoutMs: 50 })).toBe('log in use');
  reader.exec('COMMIT');
  expect(scrubDatabase(file, [EMAIL])).toBe('clean');
});

test('traces are found anywhere, adjacent ids included, and similar text is not', () => {
  const file = join(temporaryFolder(), 'bytes');
  const [first, second, other] = [newId(), newId(), newId()];
  const bytes = Buffer.alloc(4_500_000, 0x20);
  bytes.write(`\u0001${first}${second}`, 3_999_990); // across the boundary of two reads
  bytes.write('jänes@example.org', 4_400_000);
  writeFileSync(file, bytes);
  for (const trace of [first, second, 'jänes@']) {
    expect(holdsAny(file, [other, trace])).toBe(true);
  }
  expect(holdsAny(file, [other, 'jane@example.org'])).toBe(false);
  expect(holdsAny(file, [])).toBe(false);
});
