import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/limits';
import { parseConfig } from '../config.ts';
import { EXAMPLE_SITE } from '../site-config.ts';
import { LITTLE_SPACE_BYTES } from '../store/store.ts';
import { NO_DELETIONS } from '../testing/test-app.ts';
import {
  type Problem,
  problemsOfDelivery,
  problemsOfMail,
  problemsOfRun,
  problemsOfStart,
} from './problems.ts';

const codes = (problems: readonly Problem[]) => problems.map(({ code }) => code);

const config = {
  ...parseConfig({}),
  siteUrl: 'https://www.acme.test' as string | null,
};
const ownSite = {
  ...EXAMPLE_SITE,
  url: 'https://www.acme.com',
  email: 'support@acme.com',
  phone: '+49 30 1',
  address: { ...EXAMPLE_SITE.address, street: 'Hauptstraße 1' },
  company: 'Acme GmbH',
  register: 'Amtsgericht Berlin, HRB 1',
  vatId: 'DE123456789',
  managingDirector: 'Jane Doe',
};

test('a site that was set up has no problem from its start', () => {
  expect(problemsOfStart({ config, site: ownSite, isOutdated: false })).toEqual([]);
});

test.each([
  ['example_site', { site: EXAMPLE_SITE }],
  ['no_https', { config: { ...config, siteUrl: null } }],
  ['no_https', { config: { ...config, siteUrl: 'http://www.acme.com' } }],
  ['no_rate_limits', { config: { ...config, rateLimits: false } }],
  ['older_text', { isOutdated: true }],
  ['unnamed_recipient', { config: { ...config, trustedProxies: 1 } }],
])('%s is named', (code, change) => {
  const facts = { config, site: ownSite, isOutdated: false, ...change };
  expect(codes(problemsOfStart(facts))).toContain(code);
});

test('neither a proxy that is trusted nor a local address needs https here', () => {
  const local = { ...ownSite, url: 'http://localhost:3000' };
  const noUrl = { ...config, siteUrl: null };
  for (const facts of [
    { config: { ...noUrl, trustedProxies: 1 }, site: ownSite },
    { config: noUrl, site: local },
  ])
    expect(codes(problemsOfStart({ ...facts, isOutdated: false }))).not.toContain('no_https');
});

test('a mail server that refuses all is named', () => {
  const codesOf = (refused: number, sent: number) => codes(problemsOfMail({ refused, sent }));
  expect([codesOf(5, 0), codesOf(4, 0), codesOf(5, 1)]).toEqual([['mail_refused'], [], []]);
});

test('late events and refused ones are named', () => {
  const now = Date.UTC(2026, 2, 14, 12);
  const none = { waitingSince: null, setAside: 0 };
  expect(problemsOfDelivery(none, now)).toEqual([]);
  expect(problemsOfDelivery({ ...none, waitingSince: now - HOUR_MS }, now)).toEqual([]);
  expect(problemsOfDelivery({ waitingSince: now - 2 * HOUR_MS, setAside: 3 }, now)).toEqual([
    { code: 'delivery_late', text: 'The oldest event has waited for PostHog for 2 h.' },
    {
      code: 'events_set_aside',
      text: 'PostHog refused events, and 3 of them are set aside; npm run relay says why.',
    },
  ]);
});

test('little space on the disk is named', async () => {
  const usage = { writesWaiting: 0, fileBytes: 0, walBytes: 0 };
  const store = (freeBytes: number | null) => ({
    checkWritable: async () => {},
    usage: async () => ({ ...usage, freeBytes }),
    webhookStates: async () => [],
  });
  const webhooks = { statuses: () => [] };
  const found = async (freeBytes: number | null) =>
    codes(
      await problemsOfRun({
        store: store(freeBytes),
        relay: null,
        mail: null,
        webhooks,
        deletions: NO_DELETIONS,
      }),
    );
  expect(await found(null)).toEqual([]);
  expect(await found(LITTLE_SPACE_BYTES)).toEqual([]);
  expect(await found(LITTLE_SPACE_BYTES - 1)).toEqual(['little_space']);
});

test.each([
  ['failing', 'mail_fails', 'the mail server cannot be used: 535 no.'],
  ['limited', 'mail_limited', 'Mail waits: 535 no (MAIL_HOURLY).'],
] as const)('mail that is %s is named', async (state, code, text) => {
  const store = {
    checkWritable: async () => {},
    usage: async () => ({ writesWaiting: 0, fileBytes: 0, walBytes: 0, freeBytes: null }),
    webhookStates: async () => [],
  };
  const webhooks = { statuses: () => [] };
  const mail = { status: () => ({ state, reason: '535 no' }) };
  expect(
    await problemsOfRun({ store, relay: null, mail, webhooks, deletions: NO_DELETIONS }),
  ).toEqual([{ code, text: expect.stringContaining(text) }]);
});
