import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StartError } from '../lib/start-error.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { readOwnFile } from './parse-file.ts';

const EXPECTED = 'a JSON file';

test('the example is read where there is no file of one’s own, and null where there is none', () => {
  const file = join(temporaryFolder(), 'site.json');
  expect(readOwnFile(file, EXPECTED)).toBeNull();
  writeFileSync(file.replace('.json', '.example.json'), 'example');
  expect(readOwnFile(file, EXPECTED)).toBe('example');
  writeFileSync(file, 'own');
  expect(readOwnFile(file, EXPECTED)).toBe('own');
});

test.each<[string, (file: string) => void]>([
  ['a link in a circle', (file) => symlinkSync(file, file)],
  ['a link to nothing', (file) => symlinkSync('nothing', file)],
  ['a folder', (file) => mkdirSync(file)],
])('%s is no reason to read the example', (_, make) => {
  const file = join(temporaryFolder(), 'site.json');
  writeFileSync(file.replace('.json', '.example.json'), 'example');
  make(file);
  expect(() => readOwnFile(file, EXPECTED)).toThrow(StartError);
});
