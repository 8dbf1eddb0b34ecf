import { expect, test } from 'vitest';
import type {
  DeliveryReport,
  FiguresReport,
  FunnelReport,
  ProblemsReport,
  TailReport,
} from '#shared/growth';
import type { Traffic } from '#shared/reports';
import { recordAll } from '../store/testing/store-contract-events.ts';
import { MARCH_14, newId, openConsole, seen, signup } from '../testing/sites/console-site.ts';
import { NOON, type TestAppOptions } from '../testing/test-app.ts';
import { openTestStore } from '../testing/test-database.ts';

const open = (options?: TestAppOptions) => openConsole(openTestStore, options);

test('no report is answered without a session', async () => {
  const { app } = await open();
  for (const route of [
    'funnel',
    'figures',
    'forms',
    'traffic',
    'delivery',
    'tail',
    'signups',
    'signups/x',
  ]) {
    for (const method of ['GET', 'DELETE']) {
      const answer = await app.request(`/growth/api/${route}`, { method });
      expect([answer.status, await answer.json()], route).toMatchObject([
        401,
        { code: 'signed_out' },
      ]);
    }
  }
});

test('the funnel is a preset, or the one in the address', async () => {
  const { store, read } = await open();
  await recordAll(store, [
    seen('jane', 'hero'),
    seen('jane', 'signup', NOON + 4000),
    { ...seen('john', 'hero'), utmSource: 'news' },
  ]);
  const own = await read<FunnelReport>('funnel?preset=top');
  expect(own).toMatchObject({
    preset: 'top',
    labels: ['Saw the top of the page', 'Saw the signup section', 'Signed up'],
    measured: 2,
    time: { medianSeconds: null },
    overTime: { unit: 'hour', buckets: [{ from: '2026-03-14T12:00:00.000Z', started: 2 }] },
  });
  expect(own.steps.map(({ count }) => count)).toEqual([2, 1, 0]);
  expect(own.steps[1]).toMatchObject({ averageSeconds: 4, medianSeconds: 4 });
  expect(await read('funnel')).toMatchObject({
    preset: 'signup',
    steps: [{ count: 1 }, { count: 0 }],
  });
  const byButton = await read<FunnelReport>('funnel?preset=button');
  expect(byButton.preset).toBe('button');
  // In another order it is no preset, and its steps have their own names.
  expect(await read('funnel?preset=reading&order=ordered')).toMatchObject({
    preset: null,
    labels: [
      'Saw the top of the page',
      'Saw the pipeline section',
      'Saw the benefits section',
      'Saw the signup section',
    ],
  });

  const steps = 'step=section_view:section_name%3Dhero&step=*&step=scroll:percent_scrolled%3D25';
  const asked = await read<FunnelReport>(`funnel?${steps}&breakdown=utm_source&${MARCH_14}`);
  expect(asked.preset).toBeNull();
  expect(asked.labels).toEqual(['Saw the top of the page', 'Did anything', 'Scrolled: 25 %']);
  expect(asked.steps.map(({ count }) => count)).toEqual([2, 1, 0]);
  expect(asked.breakdown.map(({ value, steps }) => [value, steps[0]?.count])).toEqual([
    [null, 1],
    ['news', 1],
  ]);
  const none = await read<FunnelReport>('funnel?preset=top&from=2026-03-15');
  expect(none.steps[0]?.count).toBe(0);
  const slow = await read<FunnelReport>(`funnel?${steps}&window=1&order=unordered`);
  expect(slow.steps.map(({ count }) => count)).toEqual([2, 1, 0]);
  // Without an order, the second count is of those who took any two of the steps.
  expect(slow.labels[1]).toBe('Took at least 2 of 3 steps');
});

test('a funnel that ends with a signup says how many signups of its range and path are confirmed', async () => {
  const { store, read } = await open();
  const later = NOON + 3 * 86_400_000;
  const beta = { signupType: 'beta' as const, useCase: 'Films' };
  await store.insertSignup(signup('a@a.test', { confirmedAt: later }));
  await store.insertSignup(signup('b@a.test'));
  await store.insertSignup(signup('c@a.test', { ...beta, confirmedAt: later }));
  await store.insertSignup(signup('d@a.test', { createdAt: later, confirmedAt: later }));
  const ask = async (query: string) =>
    (await read<FunnelReport>(`funnel?${query}&${MARCH_14}`)).confirmed;
  expect(await ask('preset=signup')).toEqual({ signups: 3, confirmed: 2 });
  expect(await ask('step=*&step=form_submit:form_type%3Dnotifyme')).toEqual({
    signups: 2,
    confirmed: 1,
  });
  expect(await ask('step=*&step=form_submit:event_label%3Derror')).toBeNull();
  expect(await ask('preset=reading')).toBeNull();
  expect((await read<FunnelReport>('funnel')).confirmed).toEqual({ signups: 4, confirmed: 3 });
});

test('each day of the range has its signups, pages and answers, even a day without any', async () => {
  const { store, read } = await open();
  const day = 86_400_000;
  await store.insertSignup(signup('a@a.test'));
  const confirmed = { confirmedAt: NOON + 5 * day };
  await store.insertSignup(signup('b@a.test', { signupType: 'beta', ...confirmed }));
  await store.insertSignup(signup('c@a.test', { createdAt: NOON + 2 * day }));
  const pages = { '/': 5, '/about': 2 };
  await store.addPageCounts('2026-03-14T23:45', new Map(Object.entries(pages)));
  await store.addPageCounts('2026-03-16', new Map([['/about', 4]])); // of an earlier version
  await store.addPageCounts('2026-03-17T00:00', new Map([['/', 100]]));
  await recordAll(store, [seen('jane', 'hero'), seen('john', 'hero')]); // each of them granted, at noon
  const nothing = { grants: 0, refusals: 0, withdrawals: 0 };
  const nobody = { notifyme: 0, beta: 0 };
  expect(await read<FiguresReport>('figures?from=2026-03-14&to=2026-03-16&unit=day')).toEqual({
    unit: 'day',
    buckets: [
      {
        from: '2026-03-14T00:00:00.000Z',
        signups: { notifyme: 1, beta: 1 },
        confirmed: { notifyme: 0, beta: 1 },
        pages: 7,
        ...nothing,
        grants: 2,
      },
      {
        from: '2026-03-15T00:00:00.000Z',
        signups: nobody,
        confirmed: nobody,
        pages: 0,
        ...nothing,
      },
      {
        from: '2026-03-16T00:00:00.000Z',
        signups: { notifyme: 1, beta: 0 },
        confirmed: nobody,
        pages: 4,
        ...nothing,
      },
    ],
    unfinished: null,
    pages: [
      { path: '/about', count: 6 },
      { path: '/', count: 5 },
    ],
  });
});

test('own steps mean what those of a preset mean, and are told in words', async () => {
  const { store, read } = await open();
  const sent = (person: string, event_label: string) => ({
    person,
    event: 'form_submit',
    at: NOON + 1000,
    properties: { event_label, form_type: 'beta' },
  });
  await recordAll(store, [
    seen('jane', 'hero'),
    sent('jane', 'success'),
    seen('john', 'hero'),
    sent('john', 'error'),
    seen('jack', 'pipeline'),
  ]);
  const counts = async (query: string) => {
    const { labels, steps } = await read<FunnelReport>(`funnel?${query}&${MARCH_14}`);
    return steps.map(({ count }, step) => [labels[step], count]);
  };
  // One event says that the form was sent and how that ended.
  const hero = 'step=section_view:section_name%3Dhero';
  expect(
    await counts(
      `${hero}&step=form_submit:form_type%3Dbeta&step=~form_submit:event_label%3Dsuccess`,
    ),
  ).toEqual([
    ['Saw the top of the page', 2],
    ['Sent the form: beta', 2],
    ['Signed up', 1],
  ]);
  // Jack saw another section, but not the first.
  const sections = `${hero}&step=section_view:section_name%3Dpipeline&order=unordered`;
  expect((await counts(sections))[0]?.[1]).toBe(3);
  expect((await counts(`${sections}&among=first`))[0]?.[1]).toBe(2);
});

test('a range that ends within a quarter of an hour says what was counted in that quarter', async () => {
  const { store, read } = await open();
  for (const [quarter, served] of Object.entries({ '12:00': 5, '12:15': 3, '12:30': 2 }))
    await store.addPageCounts(`2026-03-14T${quarter}`, new Map([['/', served]]));
  const ask = (to: string) =>
    read<FiguresReport>(`figures?from=2026-03-14T12:00:00Z&to=2026-03-14T${to}Z&unit=hour`);
  const { buckets, unfinished } = await ask('12:16:00');
  expect(buckets).toMatchObject([{ pages: 8 }]);
  const nothing = { grants: 0, refusals: 0, withdrawals: 0 };
  expect(unfinished).toEqual({
    from: '2026-03-14T12:15:00.000Z',
    pages: 3,
    ...nothing,
    paths: [{ path: '/', count: 3 }],
  });
  expect((await ask('12:29:59.999')).unfinished).toBeNull();
  expect((await ask('12:30:00')).unfinished).toMatchObject({ pages: 2 });
});

test('figures by the hour are those of the local hours, and of the range only', async () => {
  const { store, read } = await open();
  // Noon in UTC is 17:45 in Kathmandu.
  for (const minutes of [-46, -45, 14, 15, 74, 75])
    await store.insertSignup(signup(`p${minutes}@a.test`, { createdAt: NOON + minutes * 60_000 }));
  for (const quarter of ['11:00', '11:15', '12:00', '12:15', '13:00', '13:15'])
    await store.addPageCounts(`2026-03-14T${quarter}`, new Map([['/', 1]]));
  const range = 'from=2026-03-14T11:15:00Z&to=2026-03-14T13:14:59.999Z&zone=Asia/Kathmandu';
  const { unit, buckets, pages } = await read<FiguresReport>(`figures?${range}`);
  const rows = buckets.map(({ from, signups, pages }) => [from, signups.notifyme, pages]);
  expect([unit, ...rows]).toEqual([
    'hour',
    ['2026-03-14T11:15:00.000Z', 2, 2],
    ['2026-03-14T12:15:00.000Z', 2, 2],
  ]);
  expect(pages).toEqual([{ path: '/', count: 4 }]);
});

test('a local day with 25 hours has 25 of them, and the figures of each', async () => {
  const { store, read } = await open();
  for (const hour of [22, 23, 24, 46, 47]) {
    const createdAt = Date.parse('2026-10-24T00:00Z') + hour * 3_600_000;
    await store.insertSignup(signup(`p${hour}@a.test`, { createdAt }));
  }
  const asked = 'figures?from=2026-10-25&to=2026-10-25&zone=Europe/Berlin';
  const { buckets } = await read<FiguresReport>(asked);
  expect(buckets).toHaveLength(25);
  expect(buckets[0]?.from).toBe('2026-10-24T22:00:00.000Z');
  expect(buckets.map(({ signups }) => signups.notifyme).join('')).toBe(`111${'0'.repeat(21)}1`);
  const whole = await read<FiguresReport>(`${asked}&unit=day`);
  expect(whole.buckets.map(({ signups }) => signups.notifyme)).toEqual([4]);
});

test('an anonymous refusal is in the denominator of the consent rate', async () => {
  const { app, read } = await open();
  const decision = { revision: 1, source: 'banner', language: 'en', textHash: 'a'.repeat(64) };
  const id = newId();
  const refusal = { consentId: null, analytics: false };
  const [grant, withdrawal] = [true, false].map((analytics) => ({ consentId: id, analytics }));
  for (const answer of [refusal, refusal, grant, withdrawal])
    await app.request('/api/consents', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...decision, ...answer }),
    });
  const { buckets } = await read<FiguresReport>(`figures?${MARCH_14}&unit=day`);
  expect(buckets[0]).toMatchObject({ grants: 1, refusals: 2, withdrawals: 1 });
});

test('events are counted by name and by utm source, in the requested days', async () => {
  const { store, read } = await open();
  await recordAll(store, [
    { ...seen('jane', 'hero'), utmSource: 'news' },
    seen('john', 'hero'),
    seen('john', 'hero', NOON - 86_400_000),
  ]);
  expect(await read<Traffic>(`traffic?${MARCH_14}&by=utm_source`)).toEqual({
    events: [{ name: 'section_view', count: 2, people: 2 }],
    by: 'utm_source',
    rows: [
      { value: null, events: 1, people: 1, signups: 0 },
      { value: 'news', events: 1, people: 1, signups: 0 },
    ],
  });
});

test('without by, traffic is listed by channel', async () => {
  const { store, read } = await open();
  await recordAll(store, [
    { ...seen('jane', 'hero'), utmSource: 'newsletter' },
    { ...seen('john', 'hero'), referrerHost: 'www.google.com' },
    { ...seen('jack', 'hero'), referrerHost: 'blog.example.org' },
    seen('jill', 'hero'),
  ]);
  const { by, rows } = await read<Traffic>(`traffic?${MARCH_14}`);
  expect(by).toBe('channel');
  expect(rows.map(({ value }) => value)).toEqual(['e-mail', 'other-site', 'search', 'unknown']);
});

test('delivery says how many events wait, since when, and what failed', async () => {
  const { store, read, clock } = await open();
  await recordAll(store, [seen('jane', 'hero')]); // received a second after noon
  clock.now += 60_000;
  await store.noteDeliveryFailure('PostHog answered 503', NOON);
  expect(await read<DeliveryReport>('delivery')).toMatchObject({
    recipient: null,
    waiting: 1,
    oldestSeconds: 59,
    delivered: 0,
    deliveredAt: null,
    setAside: 0,
    deadLetters: [],
    failure: { reason: 'PostHog answered 503', at: '2026-03-14T12:00:00.000Z' },
  });
});

test('what is wrong since the start, and now, is listed', async () => {
  const relay = {
    wake: () => {},
    status: () => ({
      state: 'failing' as const,
      reason: 'PostHog answered 503',
      failingSince: NOON,
      nextAttemptAt: NOON,
    }),
  };
  const startProblems = [{ code: 'no_rate_limits', text: 'RATE_LIMITS is off.' }];
  const options = { relay, recipient: 'eu.i.posthog.com', startProblems };
  const { store, read, clock } = await open(options);
  const codes = async () =>
    (await read<ProblemsReport>('problems')).problems.map(({ code }) => code);
  expect(await codes()).toEqual(['no_rate_limits', 'delivery_fails']);
  await recordAll(store, [seen('jane', 'hero')]);
  clock.now += 61 * 60_000;
  expect(await codes()).toEqual(['no_rate_limits', 'delivery_fails', 'delivery_late']);
});

test('the tail holds the latest fifty events, with a short form of the visitor id', async () => {
  const { store, read } = await open();
  const person = '0195a000-0000-7000-8000-00000000000a';
  await recordAll(
    store,
    Array.from({ length: 60 }, (_, index) => seen(person, 'hero', NOON + index)),
  );
  const { events } = await read<TailReport>('tail');
  expect(events).toHaveLength(50);
  expect(events[0]).toEqual({
    seq: 60,
    name: 'section_view',
    properties: { section_name: 'hero' },
    occurredAt: '2026-03-14T12:00:00.059Z',
    path: '/',
    source: null,
    referrerHost: null,
    viewport: null,
    language: 'en',
    visitor: '00000a',
  });
});

test.each([
  ['funnel?preset=all', 'preset'],
  ['funnel?preset=top&preset=form', 'preset'],
  ['funnel?preset=top&step=a', 'step'],
  ['funnel?breakdown=mood', 'breakdown'],
  ['funnel?order=sideways', 'order'],
  ['funnel?step=', 'step.0'],
  ['funnel?step=a&step=b%3A%3A', 'step.1'],
  ['funnel?window=0', 'window'],
  ['funnel?window=1&window=2', 'window'],
  ['funnel?frm=2026-03-14', 'frm'],
  ['funnel?from=yesterday', 'from'],
  ['funnel?from=2026-03-14&to=2026-03-13', 'from'],
  [`funnel?${'step=a&'.repeat(21)}`, 'steps'],
  ['funnel?among=first', 'among'],
  ['funnel?step=*&among=second', 'among'],
  ['figures?to=2026-03-14', 'from'],
  ['figures?from=2026-03-14', 'to'],
  ['figures?from=2026-03-14T10:00:00&to=2026-03-15', 'from'],
  ['figures?from=2026-02-30&to=2026-03-15', 'from'],
  ['figures?from=2026-03-14&to=2026-03-13', 'from'],
  ['figures?from=2000-01-01&to=2026-03-13&unit=day', 'from'],
  ['figures?from=0000-01-01&to=9999-12-31', 'from'],
  ['figures?from=2026-03-14&to=2026-03-14&unit=minute', 'unit'],
  ['figures?from=2026-03-14&to=2026-03-14&zone=Berlin', 'zone'],
  [`figures?from=2026-03-14&to=2026-03-14&zone=${'x'.repeat(65)}`, 'zone'],
  ['traffic?from=2026-03-14&to=2026-03-14&zone=%2B01:00', 'zone'],
  ['traffic?from=2026-03-14&from=2026-03-13&to=2026-03-15', 'from'],
  ['traffic?from=2026-03-14&to=2026-03-15&more=1', ''],
  ['signups?page=0', 'page'],
  ['signups?page=1e3', 'page'],
  ['signups?type=gamma', 'type'],
  [`signups?search=${'x'.repeat(201)}`, 'search'],
  ['signups?search=a%00', 'search'],
  ['signups.csv?search=a%00', 'search'],
  ['signups.csv?type=gamma', 'type'],
  ['signups.csv?page=2', ''],
])('%s is refused, and why is said', async (route, path) => {
  const { ask } = await open();
  const answer = await ask(route);
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { code: 'invalid_request', issues: [{ path, message: expect.stringMatching(/\w/) }] },
  ]);
});

test('the first possible year and the last have empty days', async () => {
  const { read } = await open();
  const daysOf = async (query: string) =>
    (await read<FiguresReport>(`figures?unit=day&${query}`)).buckets.map(({ from }) => from);
  expect(await daysOf('from=0000-01-01&to=0000-01-02')).toEqual([
    '0000-01-01T00:00:00.000Z',
    '0000-01-02T00:00:00.000Z',
  ]);
  for (const zone of ['Pacific/Kiritimati', 'America/New_York'])
    for (const day of ['0000-01-01', '9999-12-31'])
      expect(await daysOf(`from=${day}&to=${day}&zone=${zone}`)).toHaveLength(1);
  await read('traffic?from=0000-01-01&to=0000-01-02');
  await read('funnel?from=0000-01-01');
});

test('another method is answered with the allowed ones', async () => {
  const { ask } = await open();
  for (const [route, method, allow] of [
    ['funnel', 'POST', 'GET, HEAD'],
    ['signups', 'DELETE', 'GET, HEAD'],
    ['signups/x', 'GET', 'DELETE'],
  ] as const) {
    const answer = await ask(route, method);
    expect([answer.status, answer.headers.get('Allow')], route).toEqual([405, allow]);
  }
  expect((await ask('nothing')).status).toBe(404);
});
