import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSqliteStore } from '../database/sqlite/open-store.ts';
import { EXAMPLE_SITE } from '../site/site-config.ts';
import {
  batch,
  grant,
  newRequest,
  scroll,
  signup,
  text,
} from '../store/testing/store-contract-data.ts';
import { openMailServer } from '../testing/programs/mail-server.ts';
import { openWebhookReceiver, WEBHOOK_SECRET } from '../testing/programs/webhook-receiver.ts';
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

const TODAY = new Date().toISOString().slice(0, 10);
const NOBODY = { hosting: null, mailbox: null, backups: null, shop: null };
const DATABASE = 'data/site.db';
const NOON = Date.UTC(2026, 2, 14, 12);
const EVENT = '0195a000-0000-7000-8000-000000000001';

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
    address: { ...address, countryCode: 'FR' },
    dataProtectionOfficer: null,
    supervisoryAuthority: 'The authority of C',
    furtherDetails: 'Hosted by Zeta Ltd',
    recipients: { posthog: { country: 'DE', ground: 'scc', retentionDays: 365 }, ...NOBODY },
    ...{ termsDate: TODAY, privacyDate: TODAY },
    codesUntil: { notifyme: '2099-12-31', beta: null },
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

test('once somebody has a passkey, it advises to keep tokens out of browsers', async () => {
  const root = createProject();
  const store = openSqliteStore(join(root, DATABASE));
  const by = { personId: null, doneBy: 'command', at: NOON };
  const link = { linkHash: 'link', linkEndsAt: NOON + 1 };
  await store.addPerson({ id: 'ada', name: 'Ada', role: 'owner', createdAt: NOON, ...link }, by);
  const env = { SITE_URL: 'https://zeta.test', GROWTH_TOKEN: 'hush-hush-hush-hush' };
  const advice = /^warning +people .*set GROWTH_TOKEN_SIGN_IN=off/m;
  expect((await run([root], env)).stdout).not.toMatch(advice);
  await store.addPasskey(
    {
      ...{ id: 'key', name: 'Laptop', publicKey: 'x', counter: 0 },
      challenge: { hash: 'challenge', endsAt: NOON + 1 },
    },
    'link',
    { session: { hash: 'session', endsAt: NOON + 1 }, replaces: [], at: NOON },
  );
  await store.close();
  expect((await run([root], env)).stdout).toMatch(advice);
  const off = { ...env, GROWTH_TOKEN_SIGN_IN: 'off' };
  expect((await run([root], off)).stdout).not.toMatch(advice);
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

const OFFERS = {
  ...{ notifyme: ['A cake'], beta: ['Cakes'], welcome: 'Hello' },
  short: { notifyme: 'A cake', beta: 'Cakes' },
};

interface Setup {
  site?: object;
  dotenv?: string;
  env?: Record<string, string>;
}

test.each<[string, Setup, number, ...RegExp[]]>([
  [
    'texts that offered languages lack, whose law the pages follow, and what it wants that is neither given nor denied',
    {
      site: { ...soleTrader, ...someTexts, recipients: { posthog: { retentionDays: 365 } } },
      env: POSTHOG,
    },
    0,
    /^warning +languages +.*\n +fr: jurisdiction\n +ja: country, jurisdiction\n\S/m,
    /^ok +law +the texts name the European Union's .* FR$/m,
    /^warning +law .*\n +dataProtectionOfficer:.*\n +supervisoryAuthority:.*\n +furtherDetails: .*director of publication.*\n +recipients\.hosting:.*\n +recipients\.mailbox:.*\n +recipients\.backups:.*\n +recipients\.shop:.*\n +recipients\.posthog:.*\n +recipients\.posthog\.ground: .*PostHog, Inc\..*\n +codesUntil: .*draft.*\n\S/m,
  ],
  [
    'on what ground others abroad get data, for how long PostHog keeps it, and a mail provider that the pages do not name',
    {
      site: {
        ...soleTrader,
        recipients: {
          backups: { name: 'Lager AG', country: 'US' },
          hosting: { name: 'Rechner AG', country: 'DE' },
        },
      },
      env: {
        ...{ ...POSTHOG, POSTHOG_HOST: 'https://us.i.posthog.com' },
        SMTP_URL: 'smtp://mail.example',
      },
    },
    1,
    /^fault +law .*(\n .*)*\n +recipients\.posthog\.ground: .*United States.*\n +recipients\.backups\.ground: US .*\n +recipients\.posthog\.retentionDays: /m,
    /^fault +law .*(\n .*)*\n +mailProvider: whom SMTP_URL leads to/m,
    /The site can start: 0 errors, 1 fault, /,
  ],
  [
    'what German law wants of discounts, arbitration and proof, and which texts are old',
    { site: { ...EXAMPLE_SITE, offers: OFFERS, termsDate: TODAY, privacyDate: '2020-01-02' } },
    0,
    /^warning +law .*(\n .*)*\n +arbitrationBoard: .*VSBG/m,
    /^warning +law .*(\n .*)*\n +offers\.conditions: if you promise a discount, who gets it.*\n/m,
    /^warning +law +these texts are older than a year.*\n +privacyDate: 2020-01-02\n\S/m,
    /^warning +law +without SMTP_URL nobody confirms an address/m,
  ],
  [
    'discounts whose end is past, and one for life that has an end',
    {
      site: {
        ...EXAMPLE_SITE,
        brand: 'Zeta',
        codesUntil: { notifyme: '2026-01-31', beta: '2099-01-01' },
      },
    },
    0,
    /^warning +law .*not agree\n +codesUntil\.notifyme: 2026-01-31 is past.*\n +codesUntil\.beta: .*for life.*\n\S/m,
    /^(?!.*codesUntil: )/s,
    /^ok +claims +99\.9% .* for Zeta$/m,
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

test('it says what waits for PostHog and to be sent by mail, what was refused, and why', async () => {
  const root = createProject();
  const store = openSqliteStore(join(root, DATABASE));
  const at = '2026-03-14T12:00:01.000Z';
  const reason = 'PostHog answered 400: bad event';
  await store.publishConsentTexts([text()]);
  await store.recordDecision(grant());
  const events = [EVENT, 'b', 'c', 'd'].map((id) => scroll(25, NOON, id));
  await store.recordEvents(batch({ receivedAt: NOON, events }));
  const settled = { through: 2, delivered: 1, skipped: { withdrawn: 7 }, at: NOON + 1000 };
  await store.settleDeliveries({ ...settled, setAside: { seq: 1, reason } });
  await store.noteDeliveryFailure('PostHog answered 503', NOON + 2000);
  for (const email of ['a@a.example', 'b@a.example', 'c@a.example'])
    await store.insertSignup(signup({ email }), newRequest());
  const { message } = await store.nextMessage({ recipient: 'mail', now: NOON, hourly: 200 });
  const refused = { outcome: 'refused', at: NOON, reason: '550 \u001b[31mno' } as const;
  await store.settleMessage(message?.id ?? '', refused);
  await store.close();
  const { stdout } = await run([root], { ...POSTHOG, SMTP_URL: 'smtps://mail.example' });
  const [, found = ''] = /\n(warning +delivery [\s\S]*)\n\nThe site/.exec(stdout) ?? [];
  expect(found.split(/\n */)).toEqual([
    `warning  delivery   2 events waiting, the first since 2026-03-14T12:00:00.000Z; 1 delivered, the last at ${at}`,
    '7 passed over: consent withdrawn',
    '1 refused and set aside',
    `${EVENT} at ${at}: ${reason}`,
    'last failure: PostHog answered 503, at 2026-03-14T12:00:02.000Z',
    'warning  outbox     2 messages waiting, the first since 2026-03-14T12:00:00.000Z; 0 sent in the last day, 1 refused, 0 given up',
    'one should have left at 2026-03-14T12:00:00.000Z',
    '1 refused: 550 \\u001b[31mno',
  ]);
});

test('a message that was queued within the last minute is not overdue: the server looks every half a minute', async () => {
  const root = createProject();
  const store = openSqliteStore(join(root, DATABASE));
  const env = { SMTP_URL: 'smtps://mail.example' };
  await store.insertSignup(
    signup({ email: 'a@a.example' }),
    newRequest({ at: Date.now() - 9_000 }),
  );
  expect((await run([root], env)).stdout).toMatch(/^ok +outbox +1 message waiting, the first/m);
  await store.insertSignup(
    signup({ email: 'b@a.example' }),
    newRequest({ at: Date.now() - 90_000 }),
  );
  expect((await run([root], env)).stdout).toMatch(/^warning +outbox +2 messages .*\n +one should/m);
  await store.close();
});

test('on demand it sends a message, and prints the answer of the server', async () => {
  const server = await openMailServer();
  onTestFinished(() => server.close());
  const root = createProject();
  const env = { SMTP_URL: server.url, MAIL_FROM: 'hello@own.example' };
  const mail = (address: string, own = env) => run([root, '--mail', address], own);
  const line = /^\w+ +test mail .*$/m;
  const sent = await mail('Me@Own.example');
  expect(sent.stdout).toMatch(/^ok +test mail +sent through 127\.0\.0\.1:\d+: 250 /m);
  expect(server.mailbox).toMatchObject([{ to: 'me@own.example', isEncrypted: true, user: 'site' }]);
  expect(server.mailbox[0]?.raw).toContain('From: Dubkit <hello@own.example>');
  server.rules.answers.login = '535 5.7.8 Wrong password';
  const refused = await mail('<me@own。example>');
  expect(refused.code).toBe(1);
  expect(line.exec(refused.stdout)?.[0]).toContain(
    '535 5.7.8 Wrong password; check the host, the port, the user',
  );
  expect((await mail('me@own')).stdout).toMatch(
    /^fault +test mail +"me@own" is no e-mail address$/m,
  );
  const without = await mail('me@own.example', { ...env, SMTP_URL: '' });
  expect(line.exec(without.stdout)?.[0]).toContain('SMTP_URL is not set');
});

test('on demand it sends each webhook a test message, signed, and says what a receiver answers', async () => {
  const [good, bad] = [await openWebhookReceiver(), await openWebhookReceiver()];
  bad.rules.behaviour = { kind: 'answers', status: 404 };
  const WEBHOOK_URL = `${good.url} ${bad.url}`;
  const env = { WEBHOOK_URL, WEBHOOK_SECRET, WEBHOOK_ALLOW_PRIVATE: 'on' };
  const { stdout, code } = await run([createProject(), '--webhooks'], env);
  expect(code).toBe(1);
  expect(stdout).toContain(`fault    test       ${new URL(bad.url).host}: 404`);
  expect(good.requests[0]?.message).toMatchObject({ type: 'alert.raised', data: { name: 'test' } });
});

test('files for others, kept copies, a clock in doubt and a large deletion are warnings', async () => {
  const root = createProject();
  const file = join(root, DATABASE);
  const store = openSqliteStore(file);
  const at = Date.now();
  await store.judgeClock(at + 10 * 86_400_000);
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
  expect(stdout).toMatch(/^warning +clock +The clock says .*\n +Put the clock right/m);
  expect(stdout).toMatch(/^warning +retention +waits: .* deletes 21 of 102 signups$/m);
});
