import { expect, test } from 'vitest';
import { FUNNEL_BREAKDOWNS, FUNNEL_ORDERS } from '#shared/funnel';
import type {
  DeliveryReport,
  FiguresReport,
  FunnelReport,
  ProblemsReport,
  TailReport,
} from '#shared/growth';
import { DAY_MS } from '#shared/limits';
import type { AlertsReport } from '#shared/notes';
import type { Traffic } from '#shared/reports';
import { TRAFFIC_FIELDS } from '#shared/traffic-fields';
import { type PersonEvent, recordAll } from '../events/testing/store-contract-events.ts';
import {
  FIGURES,
  MARCH_14,
  newId,
  openConsole,
  PEOPLE,
  seen,
  signup,
} from '../testing/sites/console-site.ts';
import { NOON, type TestAppOptions } from '../testing/test-app.ts';

const DONE = { form_type: 'notifyme', event_label: 'success', email_domain: 'rare.test' };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** What a viewer reads, unless the test says otherwise. */
async function open(options?: TestAppOptions) {
  const site = await openConsole(options);
  return {
    ...site,
    read: <Report>(route: string, token = FIGURES) => site.read<Report>(route, token),
  };
}

/** An event that arrives at once. */
const arrived = (event: PersonEvent, at: number): PersonEvent => ({ ...event, at, receivedAt: at });

/** The same event of several people. */
const crowd = (count: number, event: Partial<PersonEvent>, at: number, name = 'crowd') =>
  Array.from({ length: count }, (_, index) =>
    arrived({ ...seen(`${name}-${index}`, 'hero'), ...event }, at),
  );

test('of the latest events a viewer sees what five people did in a quarter of an hour', async () => {
  const { store, clock, read } = await open();
  await recordAll(store, [
    ...crowd(6, { event: 'form_submit', properties: DONE }, NOON + 12_345),
    ...crowd(4, { properties: { section_name: 'signup' } }, NOON + MINUTE),
    ...[1, 2, 3, 4, 5].map((minute) => arrived(seen('jane', 'benefits'), NOON + minute * MINUTE)),
    ...crowd(5, {}, NOON + 16 * MINUTE),
  ]);
  clock.now = NOON + 31 * MINUTE;
  const { email_domain: _, ...properties } = DONE;
  const { summary, events } = await read<TailReport>('tail');
  expect(summary).toMatch(/^At least 5 visitors /);
  expect(events).toEqual([
    {
      ...{ name: 'section_view', properties: { section_name: 'hero' } },
      ...{ arrivedAt: '2026-03-14T12:15:00.000Z', people: 5 },
    },
    { name: 'form_submit', properties, arrivedAt: '2026-03-14T12:00:00.000Z', people: 5 },
  ]);
});

const ALL_ROUTES = [
  ...['tail', 'delivery', 'problems', 'alerts', 'notes', 'funnels', 'session'],
  ...['signup', 'top', 'button', 'reading', 'form'].map((preset) => `funnel?preset=${preset}`),
  ...FUNNEL_BREAKDOWNS.map((by) => `funnel?step=*&step=form_submit&breakdown=${by}`),
  ...FUNNEL_ORDERS.map((order) => `funnel?step=section_view&step=form_submit&order=${order}`),
  'funnel?step=form_submit:event_label=success',
  'funnel?step=rare_event', // nobody's takes a warning
  ...[
    MARCH_14,
    'from=2026-03-14T12:15&to=2026-03-14T12:15',
    'from=2026-03-14T12:00&to=2026-03-14T12:14',
  ].flatMap((range) => [
    ...TRAFFIC_FIELDS.map((by) => `traffic?${range}&by=${by}`),
    `figures?${range}&unit=hour`,
    `funnel?${range}&unit=hour&step=*&step=form_submit`,
    `forms?${range}`,
  ]),
];

test.each([0, 10])(
  'one visitor more than %i changes nothing that a viewer can see',
  async (people) => {
    const answersOf = async (hasJane: boolean) => {
      const { store, clock, read } = await open({ recipient: 'eu.i.posthog.com' });
      await recordAll(store, [
        ...crowd(people, { utmSource: 'news' }, NOON + MINUTE),
        ...crowd(people, { event: 'form_submit', properties: DONE }, NOON + 2 * MINUTE),
      ]);
      for (let index = 0; index < people; index++) {
        await store.insertSignup(signup(`${index}@crowd.test`, { createdAt: NOON + MINUTE }));
      }
      if (hasJane) {
        const at = NOON + 16 * MINUTE;
        const own = {
          ...{ utmSource: 'unique-1', utmMedium: 'unique-2', utmCampaign: 'unique-3' },
          ...{ utmContent: 'unique-4', referrerHost: 'unique-5.test', viewport: 'small' },
        };
        await recordAll(store, [
          { ...arrived(seen('jane', 'hero'), at), ...own, language: 'ja' },
          { ...arrived(seen('jane', 'signup'), at + 1), ...own, utmSource: 'another' },
          arrived({ person: 'jane', event: 'form_submit', at, properties: DONE }, at + 5_000),
          arrived({ person: 'jane', event: 'rare_event', at }, at),
        ]);
        await store.insertSignup(signup('jane@a.test', { createdAt: at + 5_000 }));
        await store.addPageCounts('2026-03-14T12:15', new Map([['/ja', 1]]));
      }
      clock.now = NOON + 31 * MINUTE;
      const answers = new Map<string, unknown>();
      for (const route of ALL_ROUTES) answers.set(route, await read(route));
      return answers;
    };
    const [without, withJane] = [await answersOf(false), await answersOf(true)];
    for (const route of ALL_ROUTES) expect(withJane.get(route), route).toEqual(without.get(route));
    expect(JSON.stringify([...withJane.values()])).not.toMatch(/unique|another/);
  },
);

test('a viewer sees an event once the quarter of an hour in which it arrived is over, and of single seconds the quarter around them', async () => {
  const { store, clock, read } = await open();
  const start = NOON - 2 * HOUR;
  await recordAll(
    store,
    crowd(5, {}, NOON + 2 * MINUTE).map((event, nth) => ({ ...event, at: start + nth * MINUTE })),
  );
  const at = { createdAt: start, confirmedAt: NOON + 2 * MINUTE };
  for (const name of 'abcde') await store.insertSignup(signup(`${name}@a.test`, at));
  const ask = async () => [
    (await read<FunnelReport>('funnel?preset=top')).measured,
    (await read<Traffic>(`traffic?${MARCH_14}`)).events.length,
    (await read<FiguresReport>(`figures?${MARCH_14}`)).whole?.confirmed.notifyme,
  ];
  clock.now = NOON + 15.9 * MINUTE;
  expect(await ask()).toEqual([0, 0, 0]);
  clock.now = NOON + 16 * MINUTE;
  expect(await ask()).toEqual([5, 1, 5]);
  const [from, to] = [0, 1_000].map((ms) => new Date(start + MINUTE + ms).toISOString());
  for (const [token, people] of [
    [PEOPLE, 1],
    [FIGURES, 5],
  ] as const) {
    const traffic = await read<Traffic>(`traffic?from=${from}&to=${to}`, token);
    expect(traffic.events).toMatchObject([{ name: 'section_view', people }]);
    const funnel = await read<FunnelReport>(`funnel?from=${from}&to=${to}&preset=top`, token);
    expect(funnel.steps[0]).toMatchObject({ count: people });
  }
  // The quarters around a range do not make it longer than an owner's may be.
  const longest = 'figures?from=2026-01-23T12:07Z&to=2026-03-14T11:37Z&unit=hour';
  expect((await read<FiguresReport>(longest)).buckets).toHaveLength(1_200);
});

const ROUTES = [
  ...['tail', 'funnel', 'delivery', 'problems', 'alerts', 'alerts?from=2026-03-14T12:00'],
  ...[`figures?${MARCH_14}`, `forms?${MARCH_14}`, `traffic?${MARCH_14}&by=viewport`],
  `funnel?${MARCH_14}&preset=top&breakdown=language`,
  'funnel?from=2026-03-14T12:07&step=*',
  'figures?from=2026-03-14T12:16&to=2026-03-14T12:16',
];

test('whoever asks again and again with the token for figures learns nothing before a quarter of an hour is over', async () => {
  const { store, clock, read } = await open({ recipient: 'eu.i.posthog.com' });
  const answers = async () => {
    const all = await Promise.all(ROUTES.map(async (route) => [route, await read(route)] as const));
    return Object.fromEntries(all);
  };
  const silence = { id: newId(), name: 'no_signups', text: 'Nobody.', since: NOON - 5 * HOUR };
  await store.raiseAlert({ ...silence, raisedAt: NOON - HOUR });
  await recordAll(store, crowd(5, {}, NOON - 10 * MINUTE, 'john'));
  clock.now = NOON + MINUTE;
  const before = await answers();
  const at = NOON + 2 * MINUTE;
  await recordAll(store, [
    ...crowd(5, {}, at),
    ...crowd(5, { properties: { section_name: 'signup' } }, at + 1),
    ...crowd(5, { event: 'form_submit', properties: { event_label: 'error' } }, at),
  ]);
  for (const name of 'abcde') await store.insertSignup(signup(`${name}@a.test`, { createdAt: at }));
  await store.addPageCounts('2026-03-14T12:00', new Map([['/about', 5]]));
  await store.clearAlert('no_signups', at);
  await store.raiseAlert({ ...silence, id: newId(), name: 'form_errors', raisedAt: at });
  const [event] = (await read<TailReport>('tail', PEOPLE)).events;
  const through = event && 'seq' in event ? event.seq : 0;
  await store.settleDeliveries({ through, delivered: 20, skipped: {}, setAside: null, at });
  for (const minutes of [2, 10, 15, 15.9]) {
    clock.now = NOON + minutes * MINUTE;
    expect(await answers(), `${minutes} minutes`).toEqual(before);
  }
  clock.now = NOON + 16 * MINUTE;
  const after = await answers();
  // Each is read once, so that it says nothing about an erasure.
  await store.erasePerson({ id: newId(), consentId: 'crowd-0', gpc: false, at: clock.now });
  expect(await answers()).toEqual(after);
  for (const route of ROUTES) {
    if (route === 'problems' || route.includes('12:16')) continue; // nothing happened there
    expect(after[route], route).not.toEqual(before[route]);
  }
});

test('the delivery and the alerts tell a viewer no time more exactly than its quarter of an hour', async () => {
  const { store, clock, read } = await open({ recipient: 'eu.i.posthog.com' });
  await recordAll(store, crowd(5, {}, NOON - 2 * HOUR - 1_234));
  await store.noteDeliveryFailure('PostHog answered 503', NOON - 7 * MINUTE - 1);
  const id = newId();
  const text = 'Nobody has signed up for 9 hours; about 14 signups were expected.';
  const raised = { text, since: NOON - 9 * HOUR + MINUTE, raisedAt: NOON - 20 * MINUTE };
  await store.raiseAlert({ ...raised, id, name: 'no_signups' });
  await store.clearAlert('no_signups', NOON - 16 * MINUTE);
  clock.now = NOON + 3 * MINUTE;
  expect(await read<DeliveryReport>('delivery')).toMatchObject({
    waiting: 5,
    oldestSeconds: 2.25 * 3_600,
    failure: { at: '2026-03-14T11:45:00.000Z' },
  });
  expect(await read<DeliveryReport>('delivery', PEOPLE)).toMatchObject({
    oldestSeconds: 2 * 3_600 + 3 * 60 + 1.234,
    failure: { at: '2026-03-14T11:52:59.999Z' },
  });
  expect((await read<ProblemsReport>('problems')).problems).toMatchObject([
    { code: 'delivery_late', text: 'The oldest event has waited for PostHog for 2 h.' },
  ]);
  const [alert] = (await read<AlertsReport>('alerts')).alerts;
  const time = '2026-03-14T11:30:00.000Z';
  expect(alert).toMatchObject({ since: time, raisedAt: time, clearedAt: time });
  expect(JSON.stringify(alert)).not.toContain('14 signups');
  expect(alert?.id).toMatch(/^[0-9a-f]{12}$/); // the first part of an id is its time
  const [exact] = (await read<AlertsReport>('alerts', PEOPLE)).alerts;
  const [since, raisedAt] = [raised.since, raised.raisedAt].map((at) => new Date(at).toISOString());
  expect(exact).toMatchObject({ id, text, since, raisedAt });
});

test('viewers who ask too many different questions are told for how long nothing new is answered', async () => {
  const { clock, ask } = await open();
  clock.now = NOON + 2 * MINUTE;
  const askAbout = async (day: number) => {
    const from = new Date(NOON - day * DAY_MS).toISOString().slice(0, 10);
    return ask(`forms?from=${from}&to=${from}`, 'GET', { token: FIGURES });
  };
  for (let day = 1; day <= 100; day++) expect((await askAbout(day)).status).toBe(200);
  const refused = await askAbout(101);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, String(14 * 60)]);
  expect(await refused.json()).toMatchObject({ code: 'too_many_questions' });
  expect((await askAbout(1)).status).toBe(200);
});
