import { execFileSync } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { readWhole } from './read-whole.ts';

test.each<[string, RegExp, (file: string) => unknown]>([
  ['nothing', /ENOENT/, () => {}],
  ['a folder', /it is not a file/, (file) => mkdirSync(file)],
  ['a pipe that nobody writes to', /it is not a file/, (file) => execFileSync('mkfifo', [file])],
  [
    'a file of 5 GB',
    /it has 5000000000 bytes, more than 10000000/,
    (file) => {
      writeFileSync(file, '');
      truncateSync(file, 5e9);
    },
  ],
])('of %s, the error is one sentence', (_, why, create) => {
  const file = join(temporaryFolder(), 'a\nb.json');
  create(file);
  expect(() => readWhole(file, 'a JSON file')).toThrow(
    new RegExp(`^\\S+a\\\\u000ab\\.json cannot be read: .*${why.source}.*; expected a JSON file$`),
  );
});

test.each(['/dev/zero', '/dev/urandom'])('%s is not read', (device) => {
  expect(() => readWhole(device, 'a JSON file')).toThrow(/it is not a file/);
});

test('a whole file is returned, up to the limit', () => {
  const file = join(temporaryFolder(), 'a.json');
  writeFileSync(file, '{}');
  expect(readWhole(file, 'a JSON file', 2).toString()).toBe('{}');
  expect(() => readWhole(file, 'a JSON file', 1)).toThrow('it has 2 bytes, more than 1;');
});
