import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { loadRecordings } from './load-recordings.ts';
import { EXAMPLE_SITE } from './site-config.ts';

/** Loads recordings from a folder whose files have the given sizes in bytes. */
function load(media: Record<string, string>, files: Record<string, number>) {
  const data = temporaryFolder();
  mkdirSync(join(data, 'media'));
  for (const [name, size] of Object.entries(files))
    writeFileSync(join(data, 'media', name), Buffer.alloc(size));
  return loadRecordings(data, { ...EXAMPLE_SITE, media });
}

test('named recordings are served with their type; other files of the folder are not', () => {
  const files = { 'a.opus': 5, 'b.m4a': 5, 'c.opus': 5 };
  const recordings = load({ de: 'a.opus', ja: 'b.m4a' }, files);
  expect([...recordings].map(([path, { type }]) => [path, type])).toEqual([
    ['/media/a.opus', 'audio/ogg'],
    ['/media/b.m4a', 'audio/mp4'],
  ]);
  expect(loadRecordings('/nowhere', EXAMPLE_SITE).size).toBe(0);
});

test.each<[string, Record<string, number>, RegExp]>([
  [
    'missing',
    {},
    /a\.opus cannot be read: ENOENT.*; expected a recording .*, or no media\.de in data\/site\.json$/,
  ],
  ['empty', { 'a.opus': 0 }, /a\.opus is empty; expected a recording of at most 1 MB/],
  [
    'too large',
    { 'a.opus': 1_000_001 },
    /a\.opus cannot be read: it has more than 1000000 bytes.*at most 1 MB/,
  ],
])('the site does not start if a recording is %s', (_, files, line) => {
  expect(() => load({ de: 'a.opus' }, files)).toThrow(line);
});
