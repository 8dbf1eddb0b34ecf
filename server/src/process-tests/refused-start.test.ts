import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createBuiltSite } from '../testing/sites/built-site.ts';
import { createProject, query, start, startListening } from '../testing/sites/server-process.ts';

const TIMEOUT = 90_000;

/** Starts a server that cannot run. Returns the one line that it prints on stderr before it fails. */
async function refusedStart(root: string, env?: Record<string, string>) {
  const { exited, output } = start(root, env);
  expect(await exited).toBe(1);
  expect(output.stdout).toBe('');
  expect(output.stderr).toMatch(/^[^\n]+\n$/);
  return output.stderr;
}

const badSettings: [name: string, value: string, expected: RegExp][] = [
  ['PORT', 'eighty', /PORT is "eighty"; expected .* 0 to 65535, e\.g\. PORT=3000/],
  ['SITE_URL', 'example.com', /SITE_URL is "example\.com"; expected .*, e\.g\. SITE_URL=https:/],
  [
    'DATABASE_URL',
    'mysql://me:pw@db/x',
    /DATABASE_URL is .*; expected .*, e\.g\. DATABASE_URL=file:/,
  ],
  [
    'EVENT_RETENTION_DAYS',
    '-1',
    /EVENT_RETENTION_DAYS is "-1"; expected .*, e\.g\. EVENT_RETENTION_DAYS=395/,
  ],
  [
    'LOG_LEVEL',
    'loud',
    /LOG_LEVEL is "loud"; expected debug, info, warn or error, e\.g\. LOG_LEVEL=info/,
  ],
];
test.each(badSettings)(
  '%s=%s stops the start with one line that says what is expected',
  async (name, value, expected) => {
    const line = await refusedStart(createBuiltSite(), { [name]: value });
    expect(line).toMatch(expected);
    expect(line).not.toContain('pw');
  },
  TIMEOUT,
);

test(
  'a .env file is read, and a bad value in it stops the start too',
  async () => {
    const root = createBuiltSite();
    writeFileSync(join(root, '.env'), 'LOG_LEVEL=loud\n');
    expect(await refusedStart(root)).toContain('LOG_LEVEL is "loud"');
  },
  TIMEOUT,
);

test(
  'a bad data/site.json stops the start with the field that is wrong',
  async () => {
    const root = createBuiltSite();
    const file = join(root, 'data/site.json');
    const site = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...site, email: 'nobody' }));
    expect(await refusedStart(root)).toContain('email');
  },
  TIMEOUT,
);

test(
  'a taken port stops the start with a line that names it and another',
  async () => {
    const other = createServer();
    onTestFinished(() => void other.close());
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const line = await refusedStart(createBuiltSite(), { PORT: String(port) });
    expect(line).toContain(`PORT ${port}`);
    expect(line).toContain('e.g. PORT=');
  },
  TIMEOUT,
);

test(
  'an unwritable database stops the start with its path and what to check',
  async () => {
    const line = await refusedStart(createBuiltSite(), {
      DATABASE_URL: 'file:data/site.json/site.db',
    });
    expect(line).toContain('data/site.json/site.db');
    expect(line).toContain('e.g. DATABASE_URL=file:');
  },
  TIMEOUT,
);

test(
  'a file that is no database stops the start and stays unchanged',
  async () => {
    const root = createBuiltSite();
    const content = 'These are my notes.\n'.repeat(300);
    const file = join(root, 'data/site.db');
    writeFileSync(file, content);
    expect(await refusedStart(root)).toContain(file);
    expect(readFileSync(file, 'utf8')).toBe(content);
  },
  TIMEOUT,
);

test(
  'what it cannot start with ends it with one line',
  async () => {
    const root = createProject();
    expect(await refusedStart(root, { PORT: 'abc' })).toBe(
      'PORT is "abc"; expected a whole number from 0 to 65535, e.g. PORT=3000\n',
    );
    mkdirSync(join(root, 'folder.db'));
    const unwritable = await refusedStart(root, { DATABASE_URL: 'file:folder.db' });
    expect(unwritable).toContain(join(root, 'folder.db'));
    writeFileSync(
      join(root, 'no.db'),
      'this is no database at all, though long enough to be one\n'.repeat(99),
    );
    const noDatabase = await refusedStart(root, { DATABASE_URL: 'file:no.db' });
    const noFolder = await refusedStart(root, { DATABASE_URL: 'file:nope/dir/site.db' });
    expect(noFolder).toMatch(
      /^the folder of the database \S+nope\/dir\/site\.db does not exist; create/,
    );
    expect(existsSync(join(root, 'nope'))).toBe(false);
    writeFileSync(join(root, 'data/site.json'), '{"brand": 7}');
    const badSite = await refusedStart(root);
    for (const line of [unwritable, noDatabase, badSite]) expect(line).toMatch(/^[^\n]+\n$/);
    expect(badSite).toContain('site.json: brand is 7');
  },
  TIMEOUT,
);

test(
  'a start that fails on a port in use makes nobody answer again',
  async () => {
    const root = createProject();
    const { url, stop } = await startListening(root);
    const { port } = new URL(url);
    await refusedStart(root, { PORT: port, POSTHOG_KEY: 'phc_x' });
    await stop();
    expect(query(root, 'SELECT revision FROM consent_texts')).toHaveLength(1);
  },
  TIMEOUT,
);

test(
  'without a build, or on a port in use, one line says what to do',
  async () => {
    const root = createProject();
    const { url } = await startListening(root);
    const { port } = new URL(url);
    expect(await refusedStart(root, { PORT: port })).toMatch(
      new RegExp(`^PORT ${port} [^\\n]+\\n$`),
    );
    rmSync(join(root, 'dist/ssr'), { recursive: true });
    expect(await refusedStart(root)).toMatch(/^[^\n]+npm run build[^\n]+\n$/);
  },
  TIMEOUT,
);
