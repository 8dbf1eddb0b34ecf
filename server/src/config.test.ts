import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseConfig, posthogTokenOf } from './config.ts';
import { ConfigError } from './environment.ts';

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
    smtp: null,
    mailFrom: null,
    mailHourly: 200,
    unconfirmedRetentionDays: 30,
    webhooks: {
      urls: [],
      secret: null,
      format: 'standard',
      includesPerson: false,
      tellsUnconfirmed: true,
      allowsPrivate: false,
    },
    alertEmail: null,
    digestEmails: [],
    timeZone: 'UTC',
    rateLimits: true,
    logLevel: 'info',
  });
});

test('docs/operations.md has a row for every setting, and no other rows', () => {
  const asked = new Set<string>();
  parseConfig(new Proxy({}, { get: (_, name) => void asked.add(String(name)) }));
  const manual = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const [, settings = ''] = /^## Configure$(.*?)^##/ms.exec(manual) ?? [];
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
  ['DATABASE_URL', 'postgres://u:p@a:1,b/site', { database: 'postgres://u:p@a:1,b/site' }],
  ['DATABASE_URL', 'postgresql:///site?host=/run', { database: 'postgresql:///site?host=/run' }],
  ['SITE_URL', 'https://www.example.com/', { siteUrl: 'https://www.example.com' }],
  ['SITE_URL', 'http://localhost:3000', { siteUrl: 'http://localhost:3000' }],
  ['TRUST_PROXY', 'off', { trustedProxies: 0 }],
  ['TRUST_PROXY', '2', { trustedProxies: 2 }],
  ['RATE_LIMITS', 'off', { rateLimits: false }],
  ['ANALYTICS_TRANSPORT', 'posthog-js', { analyticsTransport: 'posthog-js' }],
  ['EVENT_RETENTION_DAYS', '30', { eventRetentionDays: 30 }],
  [
    'SMTP_URL',
    'smtp://me%40a.example:p%2Fw@mail.example',
    {
      smtp: {
        host: 'mail.example',
        port: 587,
        secure: false,
        login: { user: 'me@a.example', pass: 'p/w' },
      },
    },
  ],
  [
    'SMTP_URL',
    'smtps://[::1]:2465/',
    { smtp: { host: '::1', port: 2465, secure: true, login: null } },
  ],
  [
    'SMTP_URL',
    'smtp://bücher.example',
    { smtp: { host: 'xn--bcher-kva.example', port: 587, secure: false, login: null } },
  ],
  ['MAIL_FROM', 'hello@a.example', { mailFrom: 'hello@a.example' }],
  ['MAIL_FROM', 'hello@例え.テスト', { mailFrom: 'hello@xn--r8jz45g.xn--zckzah' }],
  ['MAIL_HOURLY', '1', { mailHourly: 1 }],
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
  ['DATABASE_URL', 'file:data/site.db\r'],
  ['DATABASE_URL', 'file:data/site.db\u00a0'],
  ['SITE_URL', 'www.example.com'],
  ['SITE_URL', 'ftp://example.com'],
  ['SITE_URL', 'https://example.com/site'],
  ['POSTHOG_HOST', 'eu.i.posthog.com'],
  ['ANALYTICS_TRANSPORT', 'umami'],
  ['TRUST_PROXY', 'yes'],
  ['EVENT_RETENTION_DAYS', '0'],
  ['SIGNUP_RETENTION_DAYS', 'forever'],
  ['UNCONFIRMED_RETENTION_DAYS', '0'],
  ['MAIL_FROM', 'Us <us@a.example>'],
  ['MAIL_FROM', 'hällo@a.example'],
  ['MAIL_HOURLY', '0'],
  ['WEBHOOK_FORMAT', 'discord'],
  ['WEBHOOK_INCLUDE', 'all'],
  ['WEBHOOK_INCLUDE', 'person all'],
  ['WEBHOOK_ALLOW_PRIVATE', 'yes'],
  ['ALERT_EMAIL', 'Us <us@a.example>'],
  ['DIGEST_EMAIL', 'nobody'],
  ['DIGEST_EMAIL', 'team@a.example,,boss@a.example'],
  ['SITE_TIMEZONE', 'Berlin'],
  ['SITE_TIMEZONE', '+02:00'],
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
  'SMTP_URL',
  'WEBHOOK_URL',
  'WEBHOOK_SECRET',
])('the value of %s is never printed', (name) => {
  const message = errorOf({ [name]: 'hush hush' });
  expect(message).toMatch(new RegExp(`^${name} .*expected .*e\\.g\\. ${name}=`));
  expect(message).not.toContain('hush');
});

test.each([
  'mail.example',
  'http://mail.example',
  'smtp://',
  'smtp://user@mail.example',
  'smtp://mail.example/path',
  'smtp://mail.example?tls=no',
  'smtp://%ZZ:hush@mail.example',
  'smtp://mail.example:0',
  'smtp://%zz.example',
  'smtp://a%20b.example',
])('%s is no mail server', (url) => {
  expect(errorOf({ SMTP_URL: url })).toMatch(/^SMTP_URL holds a value .* e\.g\. SMTP_URL=smtp:/);
});

test('webhooks need a secret, except in the format of Slack, and mail to the team needs a mail server', () => {
  const url = { WEBHOOK_URL: 'https://a.example/x  http://b.example/y https://a.example/x' };
  expect(errorOf(url)).toMatch(
    /^WEBHOOK_URL is set without WEBHOOK_SECRET; expected both, .* or WEBHOOK_FORMAT=slack$/,
  );
  expect(parseConfig({ ...url, WEBHOOK_FORMAT: 'slack' }).webhooks.urls).toEqual([
    'https://a.example/x',
    'http://b.example/y',
  ]);
  const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32).toString('base64')}`;
  expect(parseConfig({ ...url, WEBHOOK_SECRET }).webhooks.secret).toHaveLength(32);
  expect(errorOf({ ALERT_EMAIL: 'us@a.example' })).toMatch(/^ALERT_EMAIL is set without SMTP_URL/);
});

test.each([
  'https://user:hush@a.example/',
  'ftp://a.example/',
  'https://a.example/#hush',
  `https://a.example/${'x'.repeat(2_000)}`,
  Array.from({ length: 6 }, (_, index) => `https://a.example/${index}`).join(' '),
  'https://a.example, https://b.example',
])('%s is not a value of WEBHOOK_URL', (value) => {
  const message = errorOf({ WEBHOOK_URL: value });
  expect(message).toMatch(/^WEBHOOK_URL holds a value that cannot be used; expected one to five/);
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

test.each([
  ['hu@sh', '@', '%40'],
  ['1@sh', '@', '%40'],
  ['hu#sh', '#', '%23'],
  ['1#sh', '#', '%23'],
  ['hu%sh', '%', '%25'],
  ['1/sh', '/', '%2F'],
  ['hu?sh', '?', '%3F'],
  ['?#sh@', '?', '%3F'],
])('a password with %s is not taken for something else', (password, sign, escaped) => {
  for (const [name, url] of [
    ['SMTP_URL', `smtp://jane@a.example:${password}@mail.example`],
    ['SMTP_URL', `smtps://jane:${password}@mail.example:465`],
    ['DATABASE_URL', `postgres://jane:${password}@db.example/site?application_name=a@b`],
  ] as const) {
    const message = errorOf({ [name]: url });
    expect(message).toContain(
      `${name} has ${sign} in its password; expected ${escaped} for it, e.g. `,
    );
    expect(message).not.toContain('sh@');
    expect(() => parseConfig({ [name]: url.replace(password, 'hu%40%23%25%2f:sh') })).not.toThrow();
  }
});

test.each([
  'postgres://jane:hush@db.example:5432/site?application_name=a@b',
  'postgres://db.example:5432/site?application_name=a@b',
  'postgresql:///site?host=/run&user=a@b',
  'postgres://jane:hush@db.example/site?sslmode=require',
])('%s is the address of a database', (url) => {
  expect(parseConfig({ DATABASE_URL: url }).database).toBe(url);
});

test.each([
  'postgres://jane:hush@db.example',
  'postgres://db.example?user=jane&password=hush',
  'postgres://jane:hush@db.example:port/site',
  'postgres://jane:hush@db.example,b:port/site',
  'postgres://db.example/site?user=jane&password=hush#hush',
  'postgres://jane:hush@db.example/site?sslmode=required',
  'postgres://jane:hush@db.example/site?sslmode=verify-ca',
  'mysql://jane:hush@db.example/site',
])('the password of a database is not printed: %s', (url) => {
  const message = errorOf({ DATABASE_URL: url });
  expect(message).toMatch(/^DATABASE_URL is "(postgres|mysql):\/\/…"; expected .*postgres:\/\//);
  expect(message).not.toMatch(/hu\/?sh/);
});
