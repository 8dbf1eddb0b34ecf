import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, loadConfig, parseConfig, posthogTokenOf } from './config.ts';
import { temporaryFolder } from './testing/test-app.ts';

function errorOf(env: Record<string, string>): string {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('expected a ConfigError');
}

test('nothing needs to be set', () => {
  expect(parseConfig({})).toEqual({
    host: '127.0.0.1',
    port: 3000,
    database: 'data/site.db',
    siteUrl: null,
    publicKey: 'public-anon-key',
    posthogKey: null,
    posthogHost: 'https://eu.i.posthog.com',
    posthogPersonalApiKey: null,
    posthogProjectId: null,
    analyticsTransport: 'beacon',
    growthToken: null,
    growthViewerToken: null,
    metricsToken: null,
    trustedProxies: 0,
    eventRetentionDays: 395,
    signupRetentionDays: 730,
    rateLimits: true,
    logLevel: 'info',
  });
});

test('docs/operations.md has a row for every setting, and no other rows', () => {
  const asked = new Set<string>();
  parseConfig(new Proxy({}, { get: (_, name) => void asked.add(String(name)) }));
  const manual = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const [, settings = ''] = /^## Configure$(.*?)^## /ms.exec(manual) ?? [];
  const rows = settings.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => (row.split('|')[1] ?? '').match(/\w+/g) ?? []);
  expect(named.sort()).toEqual([...asked].sort());
});

test('an empty variable is an unset one, an unknown one is ignored', () => {
  const empty = { PORT: '', DATABASE_URL: '', SITE_URL: '', POSTHOG_KEY: '', NO_SUCH_SETTING: 'x' };
  expect(parseConfig(empty)).toEqual(parseConfig({}));
});

test.each<[string, string, object]>([
  ['PORT', '0', { port: 0 }],
  ['PORT', '65535', { port: 65_535 }],
  ['DATABASE_URL', 'file:/var/lib/site.db', { database: '/var/lib/site.db' }],
  ['DATABASE_URL', 'file:///var/lib/site.db', { database: '/var/lib/site.db' }],
  ['DATABASE_URL', 'postgres://u:p@db:5433/site', { database: 'postgres://u:p@db:5433/site' }],
  ['DATABASE_URL', 'postgresql:///site?host=/run', { database: 'postgresql:///site?host=/run' }],
  ['SITE_URL', 'https://www.example.com/', { siteUrl: 'https://www.example.com' }],
  ['SITE_URL', 'http://localhost:3000', { siteUrl: 'http://localhost:3000' }],
  ['TRUST_PROXY', 'off', { trustedProxies: 0 }],
  ['TRUST_PROXY', '2', { trustedProxies: 2 }],
  ['RATE_LIMITS', 'off', { rateLimits: false }],
  ['ANALYTICS_TRANSPORT', 'posthog-js', { analyticsTransport: 'posthog-js' }],
  ['EVENT_RETENTION_DAYS', '30', { eventRetentionDays: 30 }],
])('%s=%s is taken', (name, value, expected) => {
  expect(parseConfig({ [name]: value })).toMatchObject(expected);
});

test('posthog-js gets the project key, or any key without a project, and the beacon gets none', () => {
  const tokenFor = (env: Record<string, string>) => posthogTokenOf(parseConfig(env));
  const transport = { ANALYTICS_TRANSPORT: 'posthog-js' };
  expect(tokenFor({ ...transport, POSTHOG_KEY: 'phc_a' })).toBe('phc_a');
  expect(tokenFor(transport)).toMatch(/^phc_/);
  expect(tokenFor({ POSTHOG_KEY: 'phc_a' })).toBeNull();
});

test.each([
  ['PORT', 'abc'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PORT', '1e3'],
  ['HOST', 'a b'],
  ['DATABASE_URL', 'site.db'],
  ['DATABASE_URL', 'file:'],
  ['SITE_URL', 'www.example.com'],
  ['SITE_URL', 'ftp://example.com'],
  ['SITE_URL', 'https://example.com/site'],
  ['POSTHOG_HOST', 'eu.i.posthog.com'],
  ['ANALYTICS_TRANSPORT', 'umami'],
  ['TRUST_PROXY', 'yes'],
  ['EVENT_RETENTION_DAYS', '0'],
  ['SIGNUP_RETENTION_DAYS', 'forever'],
  ['RATE_LIMITS', 'no'],
  ['LOG_LEVEL', 'loud\nline'],
])('%s=%s: one line names it, its value, what is expected and an example', (name, value) => {
  const message = errorOf({ [name]: value });
  expect(message).toContain(`${name} is ${JSON.stringify(value)}; expected `);
  expect(message).toContain(`, e.g. ${name}=`);
  expect(message).not.toContain('\n');
});

test.each([
  'PUBLIC_KEY',
  'POSTHOG_KEY',
  'POSTHOG_PERSONAL_API_KEY',
  'GROWTH_TOKEN',
  'GROWTH_VIEWER_TOKEN',
  'METRICS_TOKEN',
])('the value of %s is never printed', (name) => {
  const message = errorOf({ [name]: 'hush hush' });
  expect(message).toMatch(new RegExp(`^${name} .*expected .*e\\.g\\. ${name}=`));
  expect(message).not.toContain('hush');
});

test('the two tokens of the console must differ, and neither is printed', () => {
  const same = { GROWTH_TOKEN: 'hush-hush-hush-hush', GROWTH_VIEWER_TOKEN: 'hush-hush-hush-hush' };
  const message = errorOf(same);
  expect(message).toMatch(
    /^GROWTH_VIEWER_TOKEN holds the value of GROWTH_TOKEN; expected another one, e\.g\. \S+=/,
  );
  expect(message).not.toContain('hush');
});

test('a personal key of PostHog is refused as a project key, which is public', () => {
  for (const key of ['phx_personal', 'p'.repeat(65)]) {
    expect(errorOf({ POSTHOG_KEY: key })).toContain(
      'POSTHOG_KEY holds a value that cannot be used',
    );
  }
});

test('a .env that cannot be read is named in one line', () => {
  const root = temporaryFolder();
  mkdirSync(join(root, '.env'));
  expect(() => loadConfig(root)).toThrow(ConfigError);
  expect(() => loadConfig(root)).toThrow(/^\S+\/\.env cannot be read: EISDIR[^\n]+$/);
});

test.each([
  'postgres://jane:hush@db.example',
  'postgres://jane:hu/sh@db.example/',
  'postgres://db.example?user=jane&password=hush',
  'postgres://jane:hush@db.example:port/site',
  'mysql://jane:hush@db.example/site',
])('the password of a database is not printed: %s', (url) => {
  const message = errorOf({ DATABASE_URL: url });
  expect(message).toMatch(/^DATABASE_URL is "(postgres|mysql):\/\/…"; expected .*postgres:\/\//);
  expect(message).not.toMatch(/hu\/?sh/);
});
