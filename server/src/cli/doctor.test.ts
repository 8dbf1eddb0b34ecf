import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { EXAMPLE_SITE } from '../site-config.ts';
import { openSqliteStore } from '../store/sqlite/store.ts';
import { builtEntry } from '../testing/sites/built-server.ts';
import { temporaryFolder } from '../testing/test-app.ts';

const TIMEOUT = 60_000;

interface Answer {
  code: number;
  stdout: string;
  stderr: string;
}

function createProject(site: object = EXAMPLE_SITE) {
  const root = temporaryFolder();
  mkdirSync(join(root, 'data'));
  writeFileSync(join(root, 'package.json'), '{"engines":{"node":">=20.19"}}');
  writeFileSync(join(root, 'data/site.json'), JSON.stringify(site));
  return root;
}

function run(args: string[], env: Record<string, string> = {}): Promise<Answer> {
  const { PATH = '' } = process.env;
  const command = [builtEntry('doctor'), ...args];
  return promisify(execFile)(process.execPath, command, { env: { PATH, ...env } }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Answer) => ({ code, stdout, stderr }),
  );
}

test(
  'a fresh clone can start: each value that is still the example is named, and no file is created',
  async () => {
    const root = createProject();
    const { code, stdout } = await run([root]);
    expect(code).toBe(0);
    for (const words of ['email: "support@dubkit.example.com"', 'address.street:', 'vatId:']) {
      expect(stdout).toContain(words);
    }
    expect(stdout).toMatch(/^ok +node +20|^ok +node +2\d/m);
    expect(stdout).toMatch(/^ok +database .*data\/site\.db will be created/m);
    expect(stdout).toMatch(/^warning +cookies +not Secure.*SITE_URL=https:\/\/dubkit/m);
    expect(stdout).toMatch(/^ok +analytics +kept here only/m);
    expect(existsSync(join(root, 'data/site.db'))).toBe(false);
  },
  TIMEOUT,
);

test(
  'a finished set-up has no warnings, and secrets are not printed',
  async () => {
    const site = {
      ...EXAMPLE_SITE,
      brand: 'Zeta',
      url: 'https://zeta.test',
      email: 'a@zeta.test',
      phone: '+1',
      address: { street: 'A', postalCode: '1', city: 'B', country: 'C' },
      company: 'Zeta Ltd',
      register: 'R 1',
      vatId: 'V1',
      managingDirector: 'Z',
      jurisdiction: 'C',
      termsDate: 'May 1, 2026',
    };
    const root = createProject(site);
    const file = join(root, 'data/site.db');
    const store = openSqliteStore(file);
    const before = readFileSync(file);
    const env = { SITE_URL: 'https://zeta.test', POSTHOG_KEY: 'phc_secret' };
    const { code, stdout } = await run([root], env);
    expect(readFileSync(file)).toEqual(before); // also while a server has it open
    await store.close();
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/^(warning|error)/m);
    expect(stdout).toMatch(/^ok +cookies +always Secure/m);
    expect(stdout).toMatch(/^ok +space +\d+ MB left/m);
    expect(stdout).toMatch(/^ok +limits +on; a client is the address that connects/m);
    expect(stdout).toMatch(/^ok +analytics +sent to PostHog at https:\/\/eu\.i\.posthog\.com/m);
    expect(stdout).not.toContain('phc_secret');
  },
  TIMEOUT,
);

test(
  'each problem that would stop the start is an error on its own line, and sets the exit code',
  async () => {
    const root = createProject({ ...EXAMPLE_SITE, brand: 7 });
    writeFileSync(join(root, '.env'), 'LOG_LEVEL=loud\n');
    const broken = await run([root]);
    expect(broken.code).toBe(1);
    expect(broken.stdout).toMatch(/^error +settings +LOG_LEVEL is "loud"; expected/m);
    expect(broken.stdout).toMatch(/^error +identity .*brand is 7/m);
    expect(broken.stdout).toContain('2 errors');

    const notes = join(temporaryFolder(), 'notes.txt');
    writeFileSync(notes, 'no database\n'.repeat(999));
    const noDatabase = await run([createProject()], { DATABASE_URL: `file:${notes}` });
    expect(noDatabase.code).toBe(1);
    expect(noDatabase.stdout).toMatch(
      /^error +database .*notes\.txt cannot be opened and written/m,
    );
    expect(readFileSync(notes, 'utf8')).toBe('no database\n'.repeat(999));
  },
  TIMEOUT,
);

test(
  'an address that SITE_URL overrides is reported, and so is what makes cookies Secure',
  async () => {
    const { stdout } = await run([createProject()], {
      SITE_URL: 'http://10.0.0.1:3000',
      TRUST_PROXY: '2',
    });
    expect(stdout).toMatch(/^warning +address +http:\/\/10\.0\.0\.1:3000: SITE_URL overrides/m);
    expect(stdout).toMatch(/^ok +cookies .*first of 2 proxies/m);
  },
  TIMEOUT,
);

test(
  'it has help, and refuses options that it does not know',
  async () => {
    expect(await run(['--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('npm run doctor'),
    });
    expect(await run(['--json'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--json'),
    });
  },
  TIMEOUT,
);

test(
  'a database of an older version is not changed',
  async () => {
    const root = createProject();
    const db = new Sqlite(join(root, 'data/site.db'));
    db.exec('CREATE TABLE old (id TEXT)');
    db.close();
    expect((await run([root])).code).toBe(0);
    const after = new Sqlite(join(root, 'data/site.db'), { readonly: true });
    expect(after.prepare('SELECT name FROM sqlite_master').pluck().all()).toEqual(['old']);
    after.close();
  },
  TIMEOUT,
);

test(
  'disabled limits are reported, and so is whose address counts behind proxies',
  async () => {
    const root = createProject();
    const off = await run([root], { RATE_LIMITS: 'off' });
    expect(off.stdout).toMatch(/^warning +limits +off \(RATE_LIMITS\)/m);
    const proxied = await run([root], { TRUST_PROXY: '2' });
    expect(proxied.stdout).toMatch(/^ok +limits +on; a client is address 2 from the end/m);
  },
  TIMEOUT,
);
