import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { untoldOf } from '#shared/page';
import type { Site } from '#shared/site';
import { parseConfig } from '../settings/config.ts';
import { recipientOf } from '../settings/webhook-settings.ts';
import { pastRecipientsOf, recipientsOf, unnamedRecipients, untoldHosts } from './recipients.ts';
import { EXAMPLE_SITE } from './site-config.ts';

const MAIL = { SMTP_URL: 'smtp://mail.acme.test' };
const HOOK = { WEBHOOK_URL: 'https://hooks.acme.test/1', WEBHOOK_FORMAT: 'slack' };
const PERSON = { ...HOOK, WEBHOOK_INCLUDE: 'person' };
const PROXY = { TRUST_PROXY: '1' };
const database = (host: string) => ({ DATABASE_URL: `postgres://me@${host}/site` });

test.each<[string[], Record<string, string>]>([
  [[], {}],
  [['mail'], MAIL],
  [[], { SMTP_URL: 'smtp://127.0.0.1:25' }],
  [['webhook'], HOOK],
  [[], { ...HOOK, WEBHOOK_URL: 'http://localhost:9000/hook' }],
  [['team'], PERSON],
  [['database'], database('db.acme.test')],
  [['database'], database('localhost,db.acme.test')],
  [[], database('localhost')],
  [[], { DATABASE_URL: 'postgres://me@localhost/site?host=/run/postgresql' }],
  [['proxy'], PROXY],
  [
    ['mail', 'team', 'database', 'proxy'],
    { ...MAIL, ...PERSON, ...database('db.acme.test'), ...PROXY },
  ],
])('%j receive data with %j, and data/site.json must name them', (expected, env) => {
  const config = parseConfig(env);
  expect(recipientsOf(config, EXAMPLE_SITE)).toEqual(expected);
  expect(unnamedRecipients(config, EXAMPLE_SITE)).toHaveLength(expected.length);
});

test('who is named is a recipient whose name is known, and what the company runs itself is none', () => {
  const config = parseConfig({ ...MAIL, ...PERSON, ...database('db.acme.test'), ...PROXY });
  const name = { name: 'Postbote AG' };
  const named: Site = {
    ...EXAMPLE_SITE,
    mailProvider: name.name,
    recipients: {
      ...{ team: name, database: name, proxy: name },
      ...{ hosting: name, mailbox: name, backups: name, shop: name },
    },
  };
  expect(unnamedRecipients(config, named)).toEqual([]);
  expect(recipientsOf(config, named)).toEqual([
    ...['mail', 'team', 'database', 'proxy'],
    ...['hosting', 'mailbox', 'backups', 'shop'],
  ]);
  expect(untoldOf({ site: named })).toEqual([]);
  // Without backups nobody keeps any.
  const { backups: _, ...others } = named.recipients ?? {};
  expect(untoldOf({ site: { recipients: others } })).toEqual(['backups']);
  expect(untoldOf({ site: { recipients: others, backupDays: 0 } })).toEqual([]);
  expect(recipientsOf(config, { ...named, backupDays: 0 })).not.toContain('backups');
  // A proxy that only passes connections on needs no TRUST_PROXY.
  expect(recipientsOf(parseConfig({}), { ...EXAMPLE_SITE, recipients: { proxy: name } })).toEqual([
    'proxy',
  ]);
  const own = { mail: null, team: null, database: null, proxy: null, hosting: null };
  expect(recipientsOf(config, { ...EXAMPLE_SITE, recipients: own })).toEqual([]);
});

test('an address of this machine does not tell who is behind mail and PostgreSQL: only data/site.json does', () => {
  const config = parseConfig({ SMTP_URL: 'smtp://127.0.0.1:25', ...database('localhost') });
  const told = (change: Partial<Site>) => {
    const site = { ...EXAMPLE_SITE, ...change };
    return [untoldHosts(config, site), recipientsOf(config, site)];
  };
  expect(told({})).toEqual([['mail', 'database'], []]);
  const place = { name: 'Postbote AG' };
  expect(told({ mailProvider: 'Postbote AG' })).toEqual([['database'], ['mail']]);
  expect(told({ recipients: { mail: {}, database: place } })).toEqual([[], ['mail', 'database']]);
  expect(told({ recipients: { mail: null, database: null } })).toEqual([[], []]);
  expect(untoldHosts(parseConfig({ ...MAIL, ...database('db.acme.test') }), EXAMPLE_SITE)).toEqual(
    [],
  );
  expect(untoldHosts(parseConfig({}), EXAMPLE_SITE)).toEqual([]);
});

test('a host that an older data/site.json gives only a country is a recipient, and must be named', () => {
  const site: Site = { ...EXAMPLE_SITE, recipients: { hosting: { country: 'US', ground: 'scc' } } };
  const config = parseConfig({});
  expect(recipientsOf(config, site)).toEqual(['hosting']);
  expect(unnamedRecipients(config, site)).toEqual([
    'recipients.hosting.name: who runs your server; or recipients.hosting: null if you run it yourself',
  ]);
});

test('who received data earlier is known by its URL, and named until it is gone there, for ever where nobody said when', () => {
  const NOON = Date.UTC(2026, 2, 14, 12);
  const ago = (days: number) => NOON - days * DAY_MS;
  const CHAT = 'https://chat.example/secret';
  const chat = { recipient: recipientOf(CHAT), name: 'Chat AG', retentionDays: null };
  const received = {
    posthog: [
      { host: 'us.example', until: null },
      { host: 'eu.example', until: ago(10) },
    ],
    team: [
      { ...chat, at: ago(0) },
      {
        ...chat,
        recipient: recipientOf('https://chat.example/before'),
        retentionDays: 90,
        at: ago(20),
      },
      { ...chat, recipient: 'older', name: '', at: ago(400) },
    ],
  };
  const at = (change: object = {}, recipients: Site['recipients'] = {}) =>
    pastRecipientsOf(received, {
      ...{ posthogHost: 'us.example', recipients: ['team'] as const, now: NOON },
      askedHost: 'us.example',
      urls: [CHAT],
      site: { ...EXAMPLE_SITE, recipients: { team: { name: 'Chat AG' }, ...recipients } },
      ...change,
    });
  const eu = { who: 'posthog', name: 'eu.example', until: '2026-03-04' };
  const old = { who: 'team', name: 'Chat AG', until: '2026-02-22' };
  const unnamed = { who: 'team', name: null, until: '2025-02-07' };
  expect(at()).toEqual([eu, old, unnamed]);
  expect(at({ posthogHost: 'eu.example' })).toEqual([old, unnamed]);
  const askedStill = [{ ...eu, isAsked: true }, old, unnamed];
  expect(at({ posthogHost: null, askedHost: 'eu.example' })).toEqual(askedStill);
  const today = { who: 'team', name: 'Chat AG', until: '2026-03-14' };
  expect(at({ recipients: ['webhook'] })).toEqual([eu, today, old, unnamed]);
  // A period in data/site.json is that of who receives now, or of who did last.
  const brief = { posthog: { retentionDays: 10 }, team: { name: 'Chat AG', retentionDays: 10 } };
  expect(at({}, brief)).toEqual([eu, old, unnamed]);
  expect(at({ posthogHost: null }, brief)).toEqual([old, unnamed]);
  expect(at({ posthogHost: null }, { posthog: { retentionDays: 11 } })).toEqual([eu, old, unnamed]);
  const formerRecipients = [
    { name: 'Postbote AG', until: '2026-03-01', retentionDays: 13 },
    { name: 'Rechner AG', until: '2026-03-01', country: 'US' },
  ];
  const former = { site: { ...EXAMPLE_SITE, formerRecipients } };
  const place = { country: 'US' };
  const rechner = { who: 'provider', name: 'Rechner AG', until: '2026-03-01', place };
  expect(at(former)).toEqual([eu, old, unnamed, rechner]);
  expect(at({ now: NOON + 71 * DAY_MS }).map(({ name }) => name)).toEqual(['eu.example', null]);
});
