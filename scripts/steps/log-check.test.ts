import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts';
import { findFaults, NAMES, personalDataIn } from './log-check.ts';

test.each([
  ['an e-mail address', '{"level":"warn","message":"no row for zora@example.org"}'],
  ['an e-mail address', 'zora.q+x@sub.example.org'],
  ['an e-mail address', '{"at":"email is \\"nobody\\"; e.g. support@dubkit.example.com"}'],
  ['a name', '{"level":"error","at":"insert (Jane)"}'],
  ['a name', '{"level":"debug","message":"request","path":"/jane"}'],
  ['a name', 'Grüße von Jörg'],
  ['a user agent', '{"agent":"Mozilla/5.0 (X11)"}'],
  ['an IP address', '{"level":"debug","message":"request","client":"127.0.0.1"}'],
  ['an IP address', '{"level":"info","message":"from 203.0.113.9:4711"}'],
  ['an IP address', '{"level":"info","message":"the site is at http://127.0.0.1:3000"}'],
  ['an IP address', 'Dubkit is at http://203.0.113.9:3000'],
  ['an IP address', '  analytics  beacon, for http://127.0.0.1:3000 asked by 127.0.0.1'],
  ['an IP address', '{"client":"::1"}'],
  ['an IP address', '{"client":"2001:db8::7"}'],
  ['an IP address', '{"client":"::ffff:192.0.2.1"}'],
  ['an IP address', '{"client":"fe80:0:0:0:1:2:3:4"}'],
])('%s is found in %s', (kind, line) => {
  expect(personalDataIn(line)).toBe(kind);
});

test.each([
  '{"level":"debug","time":"2026-03-14T12:00:00.000Z","message":"request","route":"/*","path":"/about"}',
  '{"level":"error","at":"at async file:///srv/node_modules/@hono/node-server/dist/index.mjs:12:34"}',
  '{"level":"warn","requestId":"0195a000-0000-7000-8000-00000000000a","error":"Map::get in every 1.2.3"}',
  'Dubkit is at http://127.0.0.1:3000',
  '  analytics  beacon, for http://127.0.0.1:3000',
  '  growth     http://127.0.0.1:3000/growth',
  '  webhook    127.0.0.1:3000',
  '  database   postgres://127.0.0.1:40115/postgres',
  '/srv/data/site.json: email is "nobody"; Invalid email address, e.g. "support@dubkit.example.com"',
  'PORT 3000 of 127.0.0.1 is taken by another process; stop that one or choose another port, e.g. PORT=3001',
])('nothing is found in %s', (line) => {
  expect(personalDataIn(line)).toBeNull();
});

test('one bad line in one log of the run is a fault, and so is a run without logs', () => {
  const folder = temporaryFolder();
  expect(findFaults(folder)).toEqual([`no log was kept in ${folder}`]);
  writeFileSync(join(folder, '1-2.log'), '{"message":"all is well"}\n');
  expect(findFaults(folder)).toEqual([]);
  const bad = '{"message":"from 192.0.2.1"}';
  writeFileSync(join(folder, '1-3.log'), `{"message":"well"}\n${bad}\n`);
  expect(findFaults(folder)).toEqual([`an IP address in 1-3.log: ${bad}`]);
});

test('the tests use no name that the check does not know', () => {
  const root = join(import.meta.dirname, '../..');
  const files = ['e2e', 'server/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(root, folder, file)),
  );
  const named = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return [
      ...text.matchAll(/name: '([^']+)',\s*email:/g),
      ...text.matchAll(/Name'\)\.fill\('([^']+)'\)/g),
    ].map(([, name = '']) => name);
  });
  expect(named.length).toBeGreaterThan(5);
  const known = NAMES.map((name) => name.toLowerCase());
  for (const name of named.filter((text) => /^\s*\p{L}/u.test(text))) {
    const [first = ''] = name.trim().toLowerCase().split(' ');
    expect(known, name).toContain(first);
  }
});
