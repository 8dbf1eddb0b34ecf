import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { EXAMPLE_SITE } from '../site-config.ts';
import { openSqliteStore } from '../store/sqlite/open-store.ts';
import { runBuilt } from '../testing/sites/built-server.ts';
import { temporaryFolder } from '../testing/test-app.ts';

vi.setConfig({ testTimeout: 60_000 });

function createProject(site: object = EXAMPLE_SITE) {
  const root = temporaryFolder();
  mkdirSync(join(root, 'data'));
  writeFileSync(join(root, 'package.json'), '{"engines":{"node":">=20.19"}}');
  writeFileSync(join(root, 'data/site.json'), JSON.stringify(site));
  return root;
}

const run = (args: string[], env = {}) => runBuilt('doctor', args, env);

test('a fresh clone can start: each value that is still the example is named, and no file is created', async () => {
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
});

test('a finished set-up has no warnings, and secrets are not printed', async () => {
  const site = {
    ...EXAMPLE_SITE,
    brand: 'Zeta',
    url: 'https://zeta.test',
    email: 'a@zeta.test',
    phone: '+1',
    address: { street: 'A', postalCode: '1', city: 'B', country: 'C', countryCode: 'DE' },
    dataProtectionOfficer: null,
    supervisoryAuthority: 'The authority of C',
    recipients: { posthog: { country: 'DE', retentionDays: 365 }, hosting: null },
    company: 'Zeta Ltd',
    register: 'R 1',
    vatId: 'V1',
    managingDirector: 'Z',
    jurisdiction: 'C',
    termsDate: 'May 1, 2026',
    languages: ['en', 'de'],
    translations: { de: { country: 'C', jurisdiction: 'C' } },
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
  expect(stdout).toMatch(/^ok +clock +plausible/m);
  expect(stdout).toMatch(/^ok +space +\d+ MB left/m);
  expect(stdout).toMatch(/^ok +limits +on; a client is the address that connects/m);
  expect(stdout).toMatch(/^ok +analytics +sent to PostHog at https:\/\/eu\.i\.posthog\.com/m);
  expect(stdout).not.toContain('phc_secret');
  expect(stdout).toMatch(/^ok +mail +none is sent: .*SMTP_URL is not set/m);
});

test('each language is named with the texts that it lacks, and none that the site does not offer', async () => {
  const languages = ['en', 'de', 'fr', 'ja'];
  const translations = {
    de: { country: 'Deutschland', jurisdiction: 'Deutschland' },
    fr: { country: 'Allemagne' },
  };
  const { code, stdout } = await run([createProject({ ...EXAMPLE_SITE, languages, translations })]);
  expect(code).toBe(0);
  const [, report = ''] = /^warning +languages +(.*(?:\n {2,}.*)*)/m.exec(stdout) ?? [];
  const lines = report.split('\n').map((line) => line.trim());
  expect(lines).toEqual([
    'these pages show English values of data/site.json; add `translations`',
    'fr: jurisdiction',
    'ja: country, jurisdiction',
  ]);
  const { stdout: whole } = await run([createProject()]);
  expect(whole).toMatch(/^ok +languages +en, de, es, fr, pt-BR, ja, hi, ar$/m);
});

test('whose law the pages follow is told, and what that law wants which is neither given nor denied', async () => {
  const { phone: _, ...soleTrader } = EXAMPLE_SITE;
  const address = { ...EXAMPLE_SITE.address, country: 'France' };
  const site = { ...soleTrader, address, vatId: null, register: null, managingDirector: null };
  const { code, stdout } = await run([createProject(site)], { POSTHOG_KEY: 'phc_key' });
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^ok +law +the texts name the European Union's .* address\.country is FR$/m,
  );
  const [, report = ''] = /^warning +law +(.*(?:\n {2,}.*)*)/m.exec(stdout) ?? [];
  expect(report.match(/^ +[\w.]+(?=:)/gm)?.map((field) => field.trim())).toEqual([
    'dataProtectionOfficer',
    'supervisoryAuthority',
    'recipients.hosting',
    'recipients.posthog',
    'recipients.posthog.retentionDays',
  ]);
  const inUs = { POSTHOG_KEY: 'phc_key', POSTHOG_HOST: 'https://us.i.posthog.com' };
  const abroad = await run([createProject(site)], inUs);
  expect(abroad.code).toBe(1);
  expect(abroad.stdout).toMatch(/^fault +law .*\n +recipients\.posthog\.ground: .*United States/m);
  const unnamed = await run([createProject(site)], { SMTP_URL: 'smtp://mail.example' });
  expect(unnamed.code).toBe(1);
  expect(unnamed.stdout).toMatch(/^fault +law .*\n +mailProvider: whom SMTP_URL leads to/m);
  expect(unnamed.stdout).toMatch(/The site can start: 0 errors, 1 fault, /);
  const nowhere = { ...EXAMPLE_SITE, address: { ...address, country: 'Ruritania' } };
  expect((await run([createProject(nowhere)])).stdout).toMatch(
    /^warning +law +.* no country’s law by name: "Ruritania" is no country that we know/m,
  );
});

test('each problem that would stop the start is an error on its own line, and sets the exit code', async () => {
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
    /^error +database .*notes\.txt is not an intact SQLite database: /m,
  );
  expect(readFileSync(notes, 'utf8')).toBe('no database\n'.repeat(999));

  const noFolder = await run([createProject()], { DATABASE_URL: 'file:date/site.db' });
  expect(noFolder.stdout).toMatch(
    /^error +database +the folder of .*date\/site\.db does not exist/m,
  );
});

test('an address that SITE_URL overrides is reported, and so is what makes cookies Secure', async () => {
  const { stdout } = await run([createProject()], {
    SITE_URL: 'http://10.0.0.1:3000',
    TRUST_PROXY: '2',
  });
  expect(stdout).toMatch(/^warning +address +http:\/\/10\.0\.0\.1:3000: SITE_URL overrides/m);
  expect(stdout).toMatch(/^ok +cookies .*first of 2 proxies/m);
  const smtp = { SMTP_URL: 'smtp://user:hush@mail.example' };
  const mail = await run([createProject()], { SITE_URL: 'http://10.0.0.1:3000', ...smtp });
  expect(mail.stdout).toMatch(/^warning +mail +through mail\.example:587, .*https address/m);
  const secure = await run([createProject()], { SITE_URL: 'https://a.example', ...smtp });
  expect(secure.stdout).toMatch(/^ok +mail +through mail\.example:587, from .*at most 200/m);
  expect(mail.stdout + secure.stdout).not.toContain('hush');
});

test('it has help, and refuses options that it does not know', async () => {
  expect(await run(['--help'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('npm run doctor'),
  });
  expect(await run(['--json'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--json'),
  });
});

test('files for others, kept copies, a clock in doubt and a large deletion are warnings', async () => {
  const root = createProject();
  const file = join(root, 'data/site.db');
  const store = openSqliteStore(file);
  await store.seeTime(Date.now() + 10 * 86_400_000);
  const at = Date.now();
  await store.mark({ name: 'retention', value: '21 of 102 signups', at });
  await store.close();
  expect((await run([root])).stdout).toMatch(/^ok +privacy +\S+\/data \(755\) can be entered/m);
  chmodSync(file, 0o644);
  writeFileSync(`${file}-replaced-2026-03-14T12-01-00.000Z`, '', { mode: 0o600 });
  writeFileSync(`${file}-restored`, '', { mode: 0o640 });
  const { stdout, code } = await run([root]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^warning +privacy +\S+site\.db \(644\) is for others too/m);
  expect(stdout).toMatch(/^ +\S+site\.db-restored \(640\) is for others too/m);
  expect(stdout).toMatch(/^warning +kept copy +\S+-replaced-2026\S+ holds .* within 14 days$/m);
  expect(stdout).toMatch(/^warning +clock +The clock says .*\n +put the clock right/m);
  expect(stdout).toMatch(/^warning +retention +waits: .* deletes 21 of 102 signups$/m);
});

test('a database of an older version is not changed', async () => {
  const root = createProject();
  const file = join(root, 'data/site.db');
  await openSqliteStore(file).close();
  const db = new Sqlite(file);
  db.exec('DELETE FROM __drizzle_migrations WHERE created_at > 1780000000000');
  db.close();
  const before = readFileSync(file);
  expect((await run([root])).code).toBe(0);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('variables that resemble a setting are named, without their values, and so is where the console is', async () => {
  const token = 'a-token-for-this-test';
  const root = createProject();
  writeFileSync(join(root, '.env'), `SMPT_URL=${token}\n`);
  const misnamed = { GROWTH_TOCKEN: token, posthog_api_key: token, TRUSTED_PROXY: '1' };
  const others = { HOSTNAME: 'box', NODE_ENV: 'production', GITHUB_TOKEN: token, RATE_LIMIT: '' };
  const off = await run([root], { ...misnamed, ...others });
  expect(off.code).toBe(0);
  expect(off.stdout.match(/^warning +settings .*$/gm)).toEqual([
    expect.stringMatching(/SMPT_URL is set, .*did you mean SMTP_URL\?$/),
    expect.stringMatching(/GROWTH_TOCKEN is set, .*did you mean GROWTH_TOKEN\?$/),
    expect.stringMatching(/posthog_api_key is set, .*did you mean POSTHOG_KEY\?$/),
    expect.stringMatching(/TRUSTED_PROXY is set, .*did you mean TRUST_PROXY\?$/),
  ]);
  expect(off.stdout).toMatch(/^ok +console +off \(neither GROWTH_TOKEN/m);
  const on = await run([root], { GROWTH_TOKEN: token, SITE_URL: 'https://a.example' });
  expect(on.stdout).toMatch(
    /^ok +console +https:\/\/a\.example\/growth, here at http:\/\/127\.0\.0\.1:3000\/growth: everything/m,
  );
  expect(off.stdout + on.stdout).not.toContain(token);
});

test('disabled limits are reported, and so is whose address counts behind proxies', async () => {
  const root = createProject();
  const off = await run([root], { RATE_LIMITS: 'off' });
  expect(off.stdout).toMatch(/^warning +limits +off \(RATE_LIMITS\)/m);
  const proxied = await run([root], { TRUST_PROXY: '2' });
  expect(proxied.stdout).toMatch(/^ok +limits +on; a client is address 2 from the end/m);
});

test('who is told is listed, with the host of each webhook, and a private address is named', async () => {
  const { stdout } = await run([createProject()], {
    WEBHOOK_URL: 'http://127.0.0.1:9/secret-path http://[::1]:9/',
    WEBHOOK_FORMAT: 'slack',
    WEBHOOK_INCLUDE: 'person',
    SITE_TIMEZONE: 'Europe/Berlin',
  });
  expect(stdout).toMatch(
    /^warning {2}webhook +127\.0\.0\.1:9, as slack, with names and addresses; the URL leads to a private address/m,
  );
  expect(stdout).toMatch(/^warning {2}webhook +\[::1\]:9, .*private address/m);
  expect(stdout).toMatch(
    /^ok +team +signups, alerts and the digest to webhooks \(days of Europe\/Berlin\)/m,
  );
  expect(stdout).not.toContain('secret-path');
  const none = await run([createProject()]);
  expect(none.stdout).toMatch(/^ok +team +nobody is told/m);
});
