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

// docs/operations.md has the other defaults.
test('nothing needs to be set, and then nobody else is reached, nothing personal is told and limits hold', () => {
  expect(parseConfig({})).toMatchObject({
    ...{ host: '127.0.0.1', port: 3000, database: 'data/site.db', trustedProxies: 0 },
    ...{ growthToken: null, growthViewerToken: null, metricsToken: null, rateLimits: true },
    ...{ posthogKey: null, smtp: null, analyticsTransport: 'beacon', logLevel: 'info' },
    ...{ eventRetentionDays: 395, signupRetentionDays: 730, unconfirmedRetentionDays: 30 },
    // Without mail nobody can confirm, so all signups are told.
    webhooks: { urls: [], includesPerson: false, allowsPrivate: false, tellsUnconfirmed: true },
  });
});

const SETTINGS: string[] = [];
parseConfig({}, SETTINGS);

test('docs/operations.md has a row for every setting, and no other rows', () => {
  const manual = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const [, settings = ''] = /^## Configure$(.*?)^##/ms.exec(manual) ?? [];
  const rows = settings.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => (row.split('|')[1] ?? '').match(/\w+/g) ?? []);
  expect(named.sort()).toEqual(SETTINGS.toSorted());
});

test('an empty variable is an unset one, an unknown one is ignored', () => {
  const empty = { PORT: '', DATABASE_URL: '', SITE_URL: '', POSTHOG_KEY: '', NO_SUCH_SETTING: 'x' };
  expect(parseConfig(empty)).toEqual(parseConfig({}));
});

const submission = { host: 'xn--bcher-kva.example', port: 587, secure: false };
const withTls = { secure: true, login: null };

test.each<[string, string, object]>([
  ['PORT', '0', { port: 0 }],
  ['DATABASE_URL', 'file:/var/lib/site.db', { database: '/var/lib/site.db' }],
  ['DATABASE_URL', 'postgres://u:p@db:5433/site', { database: 'postgres://u:p@db:5433/site' }],
  ['DATABASE_URL', 'postgres://u:p@a:1,b/site', { database: 'postgres://u:p@a:1,b/site' }],
  ...[
    'postgresql:///site?host=/run&user=a@b',
    'postgres://jane:hush@db.example:5432/site?application_name=a@b',
    'postgres://jane:hush@db.example/site?sslmode=require',
  ].map((url): [string, string, object] => ['DATABASE_URL', url, { database: url }]),
  ['SITE_URL', 'https://www.example.com/', { siteUrl: 'https://www.example.com' }],
  ['TRUST_PROXY', 'off', { trustedProxies: 0 }],
  ['TRUST_PROXY', '2', { trustedProxies: 2 }],
  ['RATE_LIMITS', 'off', { rateLimits: false }],
  ['ANALYTICS_TRANSPORT', 'posthog-js', { analyticsTransport: 'posthog-js' }],
  ['EVENT_RETENTION_DAYS', '30', { eventRetentionDays: 30 }],
  [
    'SMTP_URL',
    'smtp://me%40a.example:p%2Fw@bücher.example',
    { smtp: { ...submission, login: { user: 'me@a.example', pass: 'p/w' } } },
  ],
  ['SMTP_URL', 'smtps://[::1]:2465/', { smtp: { ...{ host: '::1', port: 2465 }, ...withTls } }],
  ['MAIL_FROM', 'hello@例え.テスト', { mailFrom: 'hello@xn--r8jz45g.xn--zckzah' }],
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

test('a value that no setting takes is refused in one line, which says what is expected, with an example', () => {
  for (const name of SETTINGS) {
    const line = errorOf({ [name]: 'hush hush\n' });
    expect(line).toMatch(
      new RegExp(`^${name} (is "|holds a value).*; expected .*, e\\.g\\. ${name}=`),
    );
    expect(line).not.toContain('\n');
  }
});

test.each([
  ['PORT', 'abc', '65536', '80.5'],
  ['DATABASE_URL', 'site.db', 'file:data/site.db\r'],
  ['SITE_URL', 'www.example.com', 'https://example.com/site'],
  ['POSTHOG_HOST', 'eu.i.posthog.com'],
  ['EVENT_RETENTION_DAYS', '0', 'forever'],
  ['MAIL_FROM', 'Us <us@a.example>'],
  ['MAIL_HOURLY', '0'],
  ['WEBHOOK_INCLUDE', 'all'],
  ['ALERT_EMAIL', 'Us <us@a.example>'],
  ['DIGEST_EMAIL', 'team@a.example,,boss@a.example'],
  ['SITE_TIMEZONE', 'Berlin'],
  ['RATE_LIMITS', 'no'],
  ['LOG_LEVEL', 'loud\nline'],
])('%s=%j is refused, and shown', (name, ...values) => {
  for (const value of values)
    expect(errorOf({ [name]: value })).toContain(`${name} is ${JSON.stringify(value)}; expected `);
});

const HUSH = 'hush hush';
const SIX = Array.from({ length: 6 }, (_, index) => `https://a.example/${index}`).join(' ');
const DATABASES = [
  ...['postgres://jane:hush@db.example', 'postgres://db.example?user=jane&password=hush'],
  ...['postgres://jane:hush@db.example:port/site', 'mysql://jane:hush@db.example/site'],
  'postgres://jane:hush@db.example,b:port/site',
  'postgres://db.example/site?user=jane&password=hush#hush',
  'postgres://jane:hush@db.example/site?sslmode=required',
];
const MAIL_SERVERS = [
  ...['mail.example', 'smtp://', 'smtp://user@mail.example', 'smtp://a%20b.example'],
  ...['smtp://%ZZ:hush@mail.example', 'smtp://mail.example:0', 'smtp://mail.example/path'],
];
const RECEIVERS = [
  ...['https://user:hush@a.example/', 'ftp://a.example/', 'https://a.example/#hush', SIX],
  ...[`https://a.example/${'x'.repeat(2_000)}`, 'https://a.example, https://b.example'],
];

test.each([
  ['PUBLIC_KEY', HUSH],
  ['GROWTH_TOKEN', HUSH],
  ['GROWTH_VIEWER_TOKEN', HUSH],
  ['METRICS_TOKEN', HUSH],
  // A personal key as the project key, which is public.
  ['POSTHOG_KEY', HUSH, 'phx_hush', 'p'.repeat(65)],
  ['POSTHOG_PERSONAL_API_KEY', HUSH],
  ['WEBHOOK_SECRET', HUSH],
  ['SMTP_URL', HUSH, ...MAIL_SERVERS],
  ['WEBHOOK_URL', HUSH, ...RECEIVERS],
  ['DATABASE_URL', ...DATABASES],
])('a wrong value of %s is never printed: %s', (name = '', ...values) => {
  for (const value of values) {
    const message = errorOf({ [name]: value });
    expect(message).toMatch(/^\S+ (holds a value that cannot be used|is "\w+:\/\/…"); expected /);
    expect(message).not.toContain('hush');
  }
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

test('the two tokens of the console must differ, and neither is printed', () => {
  const token = 'hush-hush-hush-hush';
  const message = errorOf({ GROWTH_TOKEN: token, GROWTH_VIEWER_TOKEN: token });
  expect(message).toMatch(/^GROWTH_VIEWER_TOKEN holds the value of GROWTH_TOKEN; .* e\.g\. \S+=/);
  expect(message).not.toContain('hush');
});

test.each([
  ['hu@sh', '@', '%40'],
  ['hu#sh', '#', '%23'],
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
