import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openSqliteStore } from '../database/sqlite/open-store.ts';
import { EXAMPLE_SITE } from '../site/site-config.ts';
import { createOldFile } from '../testing/sites/old-site.ts';
import { runBuilt } from '../testing/sites/server-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

function createProject(site: object = EXAMPLE_SITE) {
  const root = temporaryFolder();
  mkdirSync(join(root, 'data'));
  writeFileSync(join(root, 'package.json'), '{"engines":{"node":">=20.19"}}');
  writeFileSync(join(root, 'data/site.json'), JSON.stringify(site));
  return root;
}

const run = (args: string[], env = {}) => runBuilt('doctor', args, env);

const DATABASE = 'data/site.db';

test('a fresh clone can start: each value that is still the example is named, and no file is created', async () => {
  const root = createProject();
  const { code, stdout } = await run([root]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/email: "support@dubkit\.example\.com"[\s\S]*vatId:/);
  expect(stdout).toMatch(/^ok +node +2\d/m);
  expect(stdout).toMatch(/^ok +database .*data\/site\.db will be created/m);
  expect(stdout).toMatch(/^warning +cookies +not Secure.*SITE_URL=https:\/\/dubkit/m);
  expect(stdout).toMatch(/^ok +analytics +kept here only/m);
  expect(stdout).toMatch(/^ok +languages +en, de, es, fr, pt-BR, ja, hi, ar$/m);
  expect(stdout).toMatch(/^ok +team +nobody is told/m);
  expect(existsSync(join(root, DATABASE))).toBe(false);
});

test('a finished set-up has no warnings, secrets are not printed, and no database is changed, not even one of an older version', async () => {
  const [address, name] = [{ street: 'A', postalCode: '1', city: 'B', country: 'C' }, 'Zeta Ltd'];
  const site = {
    ...EXAMPLE_SITE,
    ...{ brand: 'Zeta', url: 'https://zeta.test', email: 'a@zeta.test', phone: '+1' },
    ...{ company: name, register: 'R 1', vatId: 'V1', managingDirector: 'Z', jurisdiction: 'C' },
    address: { ...address, countryCode: 'DE' },
    dataProtectionOfficer: null,
    supervisoryAuthority: 'The authority of C',
    recipients: { posthog: { country: 'DE', retentionDays: 365 }, hosting: null },
    termsDate: 'May 1, 2026',
    languages: ['en', 'de'],
    translations: { de: { country: 'C', jurisdiction: 'C' } },
  };
  const root = createProject(site);
  const file = join(root, DATABASE);
  const store = openSqliteStore(file);
  const before = readFileSync(file);
  const env = { SITE_URL: 'https://zeta.test', POSTHOG_KEY: 'phc_secret' };
  const { code, stdout } = await run([root], env);
  expect(readFileSync(file)).toEqual(before); // also while a server has it open
  await store.close();
  copyFileSync(createOldFile(), file);
  const older = readFileSync(file);
  expect((await run([root], env)).code).toBe(0);
  expect(readFileSync(file)).toEqual(older);
  expect(code).toBe(0);
  expect(stdout).not.toMatch(/^(warning|error)/m);
  expect(stdout).toMatch(/^ok +cookies +always Secure/m);
  expect(stdout).toMatch(/^ok +clock +plausible/m);
  expect(stdout).toMatch(/^ok +space +\d+ MB left/m);
  expect(stdout).toMatch(/^ok +limits +on; a client is the address that connects/m);
  expect(stdout).toMatch(/^ok +analytics +sent to PostHog at https:\/\/eu\.i\.posthog\.com/m);
  expect(stdout).toMatch(/^ok +mail +none is sent: .*SMTP_URL is not set/m);
  expect(stdout).not.toContain('phc_secret');
});

const de = { country: 'Deutschland', jurisdiction: 'Deutschland' };
const someTexts = {
  languages: ['en', 'de', 'fr', 'ja'],
  translations: { de, fr: { country: 'F' } },
};
const { phone: _, ...withoutPhone } = EXAMPLE_SITE;
const addressIn = (country: string) => ({ ...EXAMPLE_SITE.address, country });
const soleTrader = {
  ...{ ...withoutPhone, vatId: null, register: null, managingDirector: null },
  address: addressIn('France'),
};
const POSTHOG = { POSTHOG_KEY: 'phc_key' };
const SECRETS = { SMTP_URL: 'smtp://user:hush@mail.example', GROWTH_TOKEN: 'hush-hush-hush-hush' };

const RESEMBLING = {
  ...{ SMPT_URL: 'SMTP_URL', GROWTH_TOCKEN: 'GROWTH_TOKEN' },
  ...{ posthog_api_key: 'POSTHOG_KEY', TRUSTED_PROXY: 'TRUST_PROXY' },
};

interface Setup {
  site?: object;
  dotenv?: string;
  env?: Record<string, string>;
}

test.each<[string, Setup, number, ...RegExp[]]>([
  [
    'texts that offered languages lack, whose law the pages follow, and what it wants that is neither given nor denied',
    { site: { ...soleTrader, ...someTexts }, env: POSTHOG },
    0,
    /^warning +languages +.*\n +fr: jurisdiction\n +ja: country, jurisdiction\n\S/m,
    /^ok +law +the texts name the European Union's .* FR$/m,
    /^warning +law .*\n +dataProtectionOfficer:.*\n +supervisoryAuthority:.*\n +recipients\.hosting:.*\n +recipients\.posthog:.*\n +recipients\.posthog\.retentionDays:.*\n\S/m,
  ],
  [
    'on what ground PostHog abroad gets data, and a mail provider that the pages do not name',
    {
      site: soleTrader,
      env: {
        ...{ ...POSTHOG, POSTHOG_HOST: 'https://us.i.posthog.com' },
        SMTP_URL: 'smtp://mail.example',
      },
    },
    1,
    /^fault +law .*(\n .*)*\n +recipients\.posthog\.ground: .*United States/m,
    /^fault +law .*(\n .*)*\n +mailProvider: whom SMTP_URL leads to/m,
    /The site can start: 0 errors, 1 fault, /,
  ],
  [
    'each problem that would stop the start',
    { site: { ...EXAMPLE_SITE, brand: 7 }, dotenv: 'LOG_LEVEL=loud\n' },
    1,
    /^error +settings +LOG_LEVEL is "loud"; expected/m,
    /^error +identity .*brand is 7/m,
    /: 2 errors/,
  ],
  [
    'a folder that does not exist, and an unknown country',
    {
      site: { ...EXAMPLE_SITE, address: addressIn('Ruritania') },
      env: { DATABASE_URL: 'file:date/site.db' },
    },
    1,
    /^error +database +the folder of .*date\/site\.db does not exist/m,
    /^warning +law +.* no country’s law by name: "Ruritania" is no country that we know/m,
  ],
  [
    'variables that resemble a setting, and no others',
    {
      dotenv: 'SMPT_URL=hush\n',
      env: {
        ...{ GROWTH_TOCKEN: 'hush', posthog_api_key: 'hush', TRUSTED_PROXY: '1' },
        ...{ HOSTNAME: 'box', NODE_ENV: 'production', GITHUB_TOKEN: 'hush', RATE_LIMIT: '' },
      },
    },
    0,
    ...Object.entries(RESEMBLING).map(
      ([given, meant]) =>
        new RegExp(`^warning +settings +${given} is set, .*did you mean ${meant}\\?$`, 'm'),
    ),
    /(^warning +settings .*\n){4}(?!warning +settings)/m,
    /^ok +console +off \(neither GROWTH_TOKEN/m,
  ],
  [
    'proxies, and links without https',
    { env: { ...SECRETS, SITE_URL: 'http://10.0.0.1:3000', TRUST_PROXY: '2' } },
    1,
    /^warning +address +http:\/\/10\.0\.0\.1:3000: SITE_URL overrides/m,
    /^ok +cookies .*first of 2 proxies/m,
    /^ok +limits +on; a client is address 2 from the end/m,
    /^warning +mail +through mail\.example:587, .*https address/m,
  ],
  [
    'https, and webhooks to private addresses',
    {
      env: {
        ...{ ...SECRETS, SITE_URL: 'https://a.example', RATE_LIMITS: 'off' },
        ...{ WEBHOOK_URL: 'http://127.0.0.1:9/hush http://[::1]:9/', WEBHOOK_FORMAT: 'slack' },
        ...{ WEBHOOK_INCLUDE: 'person', SITE_TIMEZONE: 'Europe/Berlin' },
      },
    },
    1,
    /^ok +mail +through mail\.example:587, from .*at most 200/m,
    /^ok +console +https:\/\/a\.example\/growth, here at http:\/\/127\.0\.0\.1:3000\/growth: every/m,
    /^warning +limits +off \(RATE_LIMITS\)/m,
    /^warning {2}webhook +127\.0\.0\.1:9, as slack, with names and addresses; .* private address/m,
    /^warning {2}webhook +\[::1\]:9, .*private address/m,
    /^ok +team +signups, alerts and the digest to webhooks \(days of Europe\/Berlin\)/m,
  ],
])('it tells %s, without secrets', async (_, { site, dotenv = '', env }, exit, ...expected) => {
  const root = createProject(site);
  writeFileSync(join(root, '.env'), dotenv);
  const { code, stdout } = await run([root], env);
  for (const line of expected) expect(stdout).toMatch(line);
  expect(code).toBe(exit);
  expect(stdout).not.toContain('hush');
});

test('files for others, kept copies, a clock in doubt and a large deletion are warnings', async () => {
  const root = createProject();
  const file = join(root, DATABASE);
  const store = openSqliteStore(file);
  const at = Date.now();
  await store.seeTime(at + 10 * 86_400_000);
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
