import { expect, test } from 'vitest';
import type { DeliveryReport, FunnelReport, ProblemsReport, TailReport } from '#shared/growth';
import type { AlertsReport } from '#shared/notes';
import type { Traffic } from '#shared/reports';
import { type PersonEvent, recordAll } from '../store/testing/store-contract-events.ts';
import { newId, seen, signup } from '../testing/sites/console-site.ts';
import { createTestApp, NOON, type TestAppOptions } from '../testing/test-app.ts';
import { openTestStore } from '../testing/test-database.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PEOPLE = 'a-token-for-people-and-figures';
const FIGURES = 'a-token-for-figures-only';

async function open(options: TestAppOptions = {}) {
  const config = { growthToken: PEOPLE, growthViewerToken: FIGURES };
  const site = await createTestApp(openTestStore, { config, ...options });
  const read = async <Report>(route: string, token = FIGURES) => {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await site.app.request(`/growth/api/${route}`, { headers });
    expect(answer.status, route).toBe(200);
    return (await answer.json()) as Report;
  };
  return { ...site, read };
}

/** An event that arrives at once. */
const arrived = (event: PersonEvent, at: number): PersonEvent => ({ ...event, at, receivedAt: at });

test('of the latest events a viewer sees nothing that those of one visit have in common', async () => {
  const { store, clock, read } = await open();
  const jane = { path: '/de', language: 'de', viewport: 'small', referrerHost: 'intranet.test' };
  const submit = {
    event: 'form_submit',
    properties: { form_type: 'beta', event_label: 'success', email_domain: 'rare.test' },
  };
  await recordAll(store, [
    arrived({ ...seen('jane', 'signup'), ...jane }, NOON + 12_345),
    arrived({ ...seen('john', 'hero'), utmSource: 'news' }, NOON + 60_000),
    arrived({ ...submit, person: 'jane', at: 0, ...jane }, NOON + 14 * MINUTE),
    // Her clock is wrong.
    { ...seen('jane', 'hero', NOON - 5 * HOUR), ...jane, receivedAt: NOON + 14 * MINUTE },
    arrived({ ...seen('jane', 'benefits'), ...jane }, NOON + 16 * MINUTE),
  ]);
  clock.now = NOON + 31 * MINUTE;
  const [first, second] = ['2026-03-14T12:00:00.000Z', '2026-03-14T12:15:00.000Z'];
  const section = (section_name: string, arrivedAt: string | undefined) => ({
    name: 'section_view',
    properties: { section_name },
    arrivedAt,
  });
  expect(await read<TailReport>('tail')).toEqual({
    events: [
      section('benefits', second),
      {
        name: 'form_submit',
        properties: { form_type: 'beta', event_label: 'success' },
        arrivedAt: first,
      },
      section('hero', first),
      section('hero', first),
      section('signup', first),
    ],
  });
});

const DAY = 'from=2026-03-14&to=2026-03-14';
const ROUTES = [
  'tail',
  'funnel',
  `funnel?${DAY}&preset=top&breakdown=language`,
  'funnel?from=2026-03-14T12:07&step=*',
  `figures?${DAY}`,
  'figures?from=2026-03-14T12:16&to=2026-03-14T12:16',
  `forms?${DAY}`,
  `traffic?${DAY}&by=viewport`,
  'delivery',
  'problems',
  'alerts',
  'alerts?from=2026-03-14T12:00',
];

test('whoever asks again and again with the token for figures learns nothing before a quarter of an hour is over', async () => {
  const { store, clock, read, app } = await open({ recipient: 'eu.i.posthog.com' });
  const answers = async () => {
    const all = await Promise.all(ROUTES.map(async (route) => [route, await read(route)] as const));
    return Object.fromEntries(all);
  };
  const silence = { id: newId(), name: 'no_signups', text: 'Nobody.', since: NOON - 5 * HOUR };
  await store.raiseAlert({ ...silence, raisedAt: NOON - HOUR });
  await recordAll(store, [arrived(seen('john', 'hero'), NOON - 10 * MINUTE)]);
  clock.now = NOON + MINUTE;
  const before = await answers();
  const at = NOON + 2 * MINUTE;
  await recordAll(store, [
    arrived(seen('jane', 'hero'), at),
    arrived(seen('jane', 'signup'), at + 1),
    arrived({ person: 'jane', event: 'form_submit', at, properties: { event_label: 'error' } }, at),
  ]);
  await store.insertSignup(signup('jane@a.test', { createdAt: at }));
  await store.addPageCounts('2026-03-14T12:00', new Map([['/about', 2]]));
  await store.clearAlert('no_signups', at);
  await store.raiseAlert({ ...silence, id: newId(), name: 'form_errors', raisedAt: at });
  const [event] = await app
    .request('/growth/api/tail', { headers: { Authorization: `Bearer ${PEOPLE}` } })
    .then((answer) => answer.json() as Promise<TailReport>)
    .then(({ events }) => events);
  await store.settleDeliveries({
    through: event && 'seq' in event ? event.seq : 0,
    delivered: 4,
    skipped: {},
    setAside: null,
    at,
  });
  for (const minutes of [2, 10, 15, 15.9]) {
    clock.now = NOON + minutes * MINUTE;
    expect(await answers(), `${minutes} minutes`).toEqual(before);
  }
  clock.now = NOON + 16 * MINUTE;
  const after = await answers();
  // The list is read once: it passes over all events that have arrived since.
  await store.erasePerson({ id: newId(), consentId: 'jane', gpc: false, at: clock.now });
  expect(await read('tail')).toEqual(after['tail']);
  for (const route of ROUTES) {
    if (route === 'problems' || route.includes('12:16')) continue; // nothing happened there
    expect(after[route], route).not.toEqual(before[route]);
  }
});

test('a viewer who asks about single seconds gets the figures of the quarter of an hour around them', async () => {
  const { store, clock, read } = await open();
  const at = NOON + 400_000;
  await recordAll(store, [
    seen('ada', 'hero', at - MINUTE),
    seen('jane', 'hero', at),
    seen('john', 'hero', at + MINUTE),
  ]);
  clock.now = NOON + 16 * MINUTE;
  const [from, to] = [at, at + 1_000].map((time) => new Date(time).toISOString());
  for (const [token, people] of [
    [PEOPLE, 1],
    [FIGURES, 3],
  ] as const) {
    await read(`figures?from=${from}&to=${to}`, token);
    const traffic = await read<Traffic>(`traffic?from=${from}&to=${to}&by=channel`, token);
    expect(traffic.events).toMatchObject([{ name: 'section_view', people }]);
    const funnel = await read<FunnelReport>(`funnel?from=${from}&to=${to}&preset=top`, token);
    expect(funnel.steps[0]).toMatchObject({ count: people });
  }
});

test('the delivery and the alerts tell a viewer no time more exactly than its quarter of an hour', async () => {
  const { store, clock, read } = await open({ recipient: 'eu.i.posthog.com' });
  const waits = arrived(seen('jane', 'hero'), NOON - 2 * HOUR - 1_234);
  await recordAll(store, [waits]);
  await store.noteDeliveryFailure('PostHog answered 503', NOON - 7 * MINUTE - 1);
  const id = newId();
  const text = 'Nobody has signed up for 9 hours; about 14 signups were expected.';
  const raised = { id, text, since: NOON - 9 * HOUR + MINUTE, raisedAt: NOON - 20 * MINUTE };
  await store.raiseAlert({ ...raised, name: 'no_signups' });
  await store.raiseAlert({ ...raised, id: newId(), name: 'form_errors' });
  await store.clearAlert('form_errors', NOON - 16 * MINUTE);
  clock.now = NOON + 3 * MINUTE;
  expect(await read<DeliveryReport>('delivery')).toMatchObject({
    waiting: 1,
    oldestSeconds: 2.25 * 3_600,
    failure: { at: '2026-03-14T11:45:00.000Z' },
  });
  expect((await read<ProblemsReport>('problems')).problems).toMatchObject([
    { code: 'delivery_late', text: 'The oldest event has waited for PostHog for 2 h.' },
  ]);
  const { alerts } = await read<AlertsReport>('alerts');
  const times = { since: '2026-03-14T03:00:00.000Z', raisedAt: '2026-03-14T11:30:00.000Z' };
  expect(alerts.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toMatchObject([
    { name: 'form_errors', ...times, clearedAt: '2026-03-14T11:30:00.000Z' },
    { name: 'no_signups', ...times, clearedAt: null },
  ]);
  // The first part of an id is its time.
  for (const alert of alerts) expect(alert.id).toMatch(/^[0-9a-f]{12}$/);
  const exact = await read<AlertsReport>('alerts', PEOPLE);
  expect(exact.alerts.find(({ name }) => name === 'no_signups')).toMatchObject({
    id,
    since: new Date(raised.since).toISOString(),
    raisedAt: new Date(raised.raisedAt).toISOString(),
  });
});
