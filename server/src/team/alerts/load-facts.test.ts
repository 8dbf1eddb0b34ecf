import { expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/limits';
import { JANE_SIGNS_UP, postJson, SIGNUPS } from '../../edge/testing/site-requests.ts';
import { EVERYBODY, hand, join, start } from '../../list/testing/store-contract-list.ts';
import {
  batch,
  grant,
  madeAt,
  newId,
  newRequest,
  scroll,
  signup,
} from '../../store/testing/store-contract-data.ts';
import { firstRefusal, grant as granted } from '../../testing/data/consent-requests.ts';
import { openAlertingSite as open, START } from '../../testing/sites/alerting-site.ts';
import { openOutbox } from '../../testing/sites/outbox-site.ts';
import { createTestApp, NOON, type TestApp } from '../../testing/test-app.ts';
import { openTestReports } from '../../testing/test-reports.ts';
import { judgeAlerts } from './alert-rules.ts';
import { createLoadFacts } from './load-facts.ts';

/** The reports' thread starts slowly on a shared machine. */
vi.setConfig({ testTimeout: 90_000 });

const hourOf = (time: number) => new Date(time).toISOString().slice(0, 13).concat(':00');

test('the facts come from the database: signups, and events while visitors come', async () => {
  const { store, load, clock } = await open();
  const first = START - 28 * DAY_MS;
  const count = (at: number, clients: Record<string, number>) =>
    store.addClientCounts(hourOf(at), new Map(Object.entries(clients)));
  const measure = async (at: number) => {
    const consentId = newId();
    await store.recordDecision(grant({ consentId, ...madeAt(at) }));
    const events = [scroll(25, at)];
    await store.recordEvents(batch({ consentId, receivedAt: at, events }));
  };
  const signUp = (createdAt: number) =>
    store.insertSignup(signup({ email: `${newId()}@a.example`, createdAt }));
  const times = Array.from({ length: 42 * 40 }, (_, back) => START - (back + 1) * 36 * 60_000);
  await Promise.all(times.map(signUp));
  for (const at of times) await count(at, { signed_up: 1 });
  for (let visitor = 0; visitor < 60; visitor++) {
    const at = first + visitor * 11 * HOUR_MS;
    await measure(at);
    await count(at, { visited: 2, measured: 1 });
  }
  // Of a minute in which the clock was three years ahead.
  await signUp(START + 1_000 * DAY_MS);
  await measure(START + 1_000 * DAY_MS);
  const lastEventAt = first + 59 * 11 * HOUR_MS;
  expect(await load()).toMatchObject({
    signups: { lastAt: times[0], history: { count: times.length } },
    events: { lastAt: lastEventAt, visitors: 120, measured: 60, visitorsSince: 2 },
  });
  clock.advance(8 * HOUR_MS);
  await count(START + 7 * HOUR_MS, { visited: 40 });
  await signUp(clock.now());
  expect(await load()).toMatchObject({
    signups: { lastAt: clock.now() },
    events: { lastAt: lastEventAt, visitorsSince: 42 },
  });
});

/** Visitors who are asked, see the form and get an error, from one client or from several. */
async function visit(site: TestApp, clients: number) {
  const at = new Date(NOON).toISOString();
  const form = { form_type: 'beta', email_domain: 'a.example' };
  const events = [
    ['section_view', { section_name: 'signup' }],
    ['form_submit', { ...form, event_label: 'error' }],
    ['form_submit', { ...form, event_label: 'success' }],
  ].map(([name, properties]) => ({ name, properties, timestamp: at }));
  for (let visitor = 0; visitor < 25; visitor++) {
    const [consentId, sessionId] = [newId(), newId()];
    const from = { 'X-Forwarded-For': `192.0.2.${visitor % clients}` };
    const send = (path: string, body: object) => postJson(site, path, body, from);
    await site.app.request('/', { headers: { ...from, 'Sec-Fetch-Dest': 'document' } });
    await send('/api/consents', { ...granted, consentId });
    await send('/api/consents', firstRefusal);
    const own = events.map((event) => ({ ...event, id: newId() }));
    await send('/api/events', { consentId, sessionId, sentAt: at, events: own });
    await send(SIGNUPS, { ...JANE_SIGNS_UP, email: `p${visitor}@a.example` });
  }
}

test('what is not deleted names the clock or the counts', async () => {
  const { store, load, clock } = await open();
  const waits = async () => (await load()).deletionWaits;
  await store.judgeClock(START);
  await store.mark({ name: 'retention', value: '21 of 102 signups', at: START });
  expect(await waits()).toMatch(/^Retention would delete 21 of 102 signups, /);
  clock.advance(31 * DAY_MS);
  expect(await waits()).toMatch(/^The clock says .*Z, and one was last believed at .*Z, /);
  await store.mark({ name: 'retention', value: '', at: START });
  await store.judgeClock(clock.now(), true);
  expect(await waits()).toBeNull();
});

test('mail is behind by what half of its seven days does not do for', async () => {
  const { database, store, clock } = await openOutbox(START);
  const reports = openTestReports(database);
  const site = { reports, store, zone: 'UTC', delivers: false, backsUp: false, now: clock.now };
  const load = createLoadFacts({ ...site, mailHourly: 1 });
  const behind = async () => (await load(new AbortController().signal)).mailBehind;
  const ask = async (count: number, dueAt: number) => {
    for (let message = 0; message < count; message++) {
      const person = signup({ email: `${newId()}@a.example` });
      await store.insertSignup(person, newRequest({ at: START, dueAt }));
    }
  };
  await ask(84, START);
  await ask(6, START + HOUR_MS);
  expect(await behind()).toBe(0);
  clock.advance(HOUR_MS);
  expect(await behind()).toBe(6);
});

test('a mailing that the site itself has paused is known, and not one that somebody has', async () => {
  const { store, load, clock } = await open();
  await join(store, 'jane@example.org');
  const { id } = await start(store, 1, EVERYBODY, clock.now());
  const paused = async () => (await load()).mailingPaused;
  await store.changeMailing(id, 'paused', clock.now());
  expect(await paused()).toBeNull();
  await store.changeMailing(id, 'sending', clock.now());
  await store.mark({ name: 'mailings_home' as never, value: 'of another time', at: clock.now() });
  expect(await hand(store, clock.now())).toBeNull();
  expect(await paused()).toMatch(/^this database is a copy/);
});

test.each([
  [1, []],
  [25, ['form_errors']],
])(
  'the visitors of %i clients are as many for the alerts, which are %j',
  async (clients, raised) => {
    const site = await createTestApp({ config: { trustedProxies: 1 } });
    site.clock.now = NOON + 0.8 * HOUR_MS;
    await visit(site, clients);
    await site.flush();
    site.clock.now = NOON + HOUR_MS;
    const load = createLoadFacts({
      reports: site.reports.of('site'),
      store: site.store,
      zone: 'UTC',
      delivers: false,
      mailHourly: null,
      backsUp: false,
      now: () => site.clock.now,
    });
    const facts = await load(new AbortController().signal);
    const rate = { trials: clients, successes: clients };
    expect(facts).toMatchObject({
      signups: { history: { count: clients } },
      events: { visitors: clients, measured: clients },
      conversion: { today: rate },
      consent: { today: { trials: 2 * clients, successes: clients } },
      forms: rate,
    });
    const verdicts = Object.entries(judgeAlerts(facts));
    const wrong = verdicts.filter(([, { state }]) => state === 'wrong').map(([name]) => name);
    expect(wrong).toEqual(raised);
  },
);
