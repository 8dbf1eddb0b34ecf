import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { loadConfig } from './config.ts';

test('a .env is read with a byte order mark and any ends of lines, and is never in UTF-16', () => {
  const root = temporaryFolder();
  const write = (text: string, encoding?: BufferEncoding) =>
    writeFileSync(join(root, '.env'), text, encoding);
  write('\ufeffPORT=4000\r\nPUBLIC_KEY=abc\r\n');
  expect(loadConfig(root)).toMatchObject({ port: 4000, publicKey: 'abc' });
  write('PUBLIC_KEY=abc\r\nSMTP_URL=smtp://jane:hu#sh@mail.example\r\n');
  expect(() => loadConfig(root)).toThrow(/^line 2 of \S+ is not a setting; .*%23/);
  for (const value of [
    'horse-battery#staple',
    'horse battery#1',
    '"horse-battery',
    "'horse' battery",
  ]) {
    write(`PORT=4000\nGROWTH_TOKEN=${value}\n`);
    expect(() => loadConfig(root)).toThrow(/^line 2 of \S+ is not a setting/);
  }
  write('PUBLIC_KEY="a#b" # c\nGROWTH_TOKEN=\'0123456789#abcdef\'');
  expect(loadConfig(root)).toMatchObject({ publicKey: 'a#b', growthToken: '0123456789#abcdef' });
  write('PORT=4000\rGROWTH_TOKEN=0123456789abcdef\r');
  expect(loadConfig(root)).toMatchObject({ port: 4000, growthToken: '0123456789abcdef' });
  write('# "a\nexport PORT = 4000 # b\nPUBLIC_KEY="a\nb"\n\nGROWTH_TOKEN: 0123456789abcdef');
  expect(() => loadConfig(root)).toThrow(/^line 6 of \S+ is not a setting; expected NAME=value/);
  for (const mark of ['\ufeff', '']) {
    write(`${mark}PORT=4000`, 'utf16le');
    expect(() => loadConfig(root)).toThrow(/^\S+\.env is not in UTF-8, .*; save it as UTF-8$/);
  }
});

test('a .env that cannot be read is named in one line', () => {
  const root = temporaryFolder();
  mkdirSync(join(root, '.env'));
  expect(() => loadConfig(root)).toThrow(
    /^\S+\/\.env cannot be read: it is neither[^\n]+; [^\n]+$/,
  );
});
