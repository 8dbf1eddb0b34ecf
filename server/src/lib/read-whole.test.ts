import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { readWhole } from './read-whole.ts';

test.each<[string, RegExp, (file: string) => unknown]>([
  ['nothing', /ENOENT/, () => {}],
  ['a folder', /neither a file nor a pipe/, (file) => mkdirSync(file)],
  [
    'a file of 5 GB',
    /it has more than 10000000 bytes/,
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

test('a device is not read', () => {
  expect(() => readWhole('/dev/zero', 'a JSON file')).toThrow('neither a file nor a pipe');
});

test('a whole file is returned, up to the limit, also from a pipe', () => {
  const file = join(temporaryFolder(), 'a.json');
  writeFileSync(file, '{}');
  expect(readWhole(file, 'a JSON file', 2).toString()).toBe('{}');
  expect(() => readWhole(file, 'a JSON file', 1)).toThrow('it has more than 1 bytes;');
  execFileSync('mkfifo', [`${file}-pipe`]);
  spawn('sh', ['-c', `echo "{}" > '${file}-pipe'`], { stdio: 'ignore' });
  expect(readWhole(`${file}-pipe`, 'a JSON file').toString()).toBe('{}\n');
});
