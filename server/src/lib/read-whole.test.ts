import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { readWhole } from './read-whole.ts';

const TOO_LONG = /it has more than 10000000 bytes/;

test.each<[string, RegExp, (file: string) => unknown]>([
  ['nothing', /ENOENT/, () => {}],
  ['a folder', /EISDIR/, (file) => mkdirSync(file)],
  ['a pipe without a writer', /nobody writes/, (file) => execFileSync('mkfifo', [file])],
  [
    'a file of 5 GB',
    TOO_LONG,
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

test.each(['/dev/zero', '/dev/urandom'])('of %s no more than the limit is read', (device) => {
  expect(() => readWhole(device, 'a JSON file')).toThrow(TOO_LONG);
});

test('a whole file is returned, up to the limit, also one that is still being written to a pipe', () => {
  const file = join(temporaryFolder(), 'a.json');
  writeFileSync(file, '{}');
  expect(readWhole(file, 'a JSON file', 2).toString()).toBe('{}');
  expect(() => readWhole(file, 'a JSON file', 1)).toThrow('it has more than 1 bytes;');
  const pipe = `${file}-pipe`;
  execFileSync('mkfifo', [pipe]);
  const writer = openSync(pipe, 'r+');
  writeSync(writer, '{');
  spawn('sh', ['-c', 'sleep 0.1; echo "}"'], { stdio: ['ignore', writer, 'ignore'] });
  closeSync(writer);
  expect(readWhole(pipe, 'a JSON file').toString()).toBe('{}\n');
});
