import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/limits';
import { parseConfig } from '../settings/config.ts';
import { EXAMPLE_SITE } from '../site/site-config.ts';
import { LITTLE_SPACE_BYTES } from '../store/store.ts';
import { OWN_SITE } from '../testing/sites/fixture-site.ts';
import { NO_DELETIONS } from '../testing/test-app.ts';
import {
  type Problem,
  problemsOfDelivery,
  problemsOfMail,
  problemsOfRun,
  problemsOfStart,
} from './problems.ts';

const codes = (problems: readonly Problem[]) => problems.map(({ code }) => code);

const config = { ...parseConfig({}), siteUrl: 'https://www.acme.test' };
const noUrl = { ...config, siteUrl: null };
test.each([
  [[], {}],
  [['example_site'], { site: EXAMPLE_SITE }],
  [['no_https'], { config: noUrl }],
  [['no_https'], { config: { ...config, siteUrl: 'http://www.acme.com' } }],
  // Neither a proxy that is trusted nor a local address needs https here.
  [['unnamed_recipient'], { config: { ...noUrl, trustedProxies: 1 } }],
  [[], { config: noUrl, site: { ...OWN_SITE, url: 'http://localhost:3000' } }],
  [['no_rate_limits'], { config: { ...config, rateLimits: false } }],
  [['older_text'], { isOutdated: true }],
])('from the start %j is named', (expected, change) => {
  const facts = { config, site: OWN_SITE, isOutdated: false, ...change };
  expect(codes(problemsOfStart(facts))).toEqual(expected);
});

test('what is still of the example is named by its fields', () => {
  const site = { ...OWN_SITE, email: EXAMPLE_SITE.email, company: EXAMPLE_SITE.company };
  const [problem] = problemsOfStart({ config, site, isOutdated: false });
  const fields = problem?.text.split(': ')[1]?.split(/, |\.$/);
  expect(fields).toEqual(expect.arrayContaining(['email', 'company']));
  expect(fields).not.toContain('url');
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
    { code: 'delivery_late', text: expect.stringContaining('for 2 h.') },
    { code: 'events_set_aside', text: expect.stringContaining('3 of them') },
  ]);
});

/** What is wrong now on a site with this much free space and this mail. */
function findNow(freeBytes: number | null, state?: 'failing' | 'limited') {
  const store = {
    checkWritable: async () => {},
    usage: async () => ({ writesWaiting: 0, fileBytes: 0, walBytes: 0, freeBytes }),
    webhookStates: async () => [],
  };
  const webhooks = { statuses: () => [] };
  const mail = state ? { status: () => ({ state, reason: '535 no' }) } : null;
  return problemsOfRun({ store, relay: null, mail, webhooks, deletions: NO_DELETIONS });
}

test('little space on the disk is named, and mail that fails or waits', async () => {
  expect(await findNow(null)).toEqual([]);
  expect(await findNow(LITTLE_SPACE_BYTES)).toEqual([]);
  expect(codes(await findNow(LITTLE_SPACE_BYTES - 1))).toEqual(['little_space']);
  for (const [state, code] of [
    ['failing', 'mail_fails'],
    ['limited', 'mail_limited'],
  ] as const)
    expect(await findNow(null, state)).toEqual([{ code, text: expect.stringContaining('535 no') }]);
});
