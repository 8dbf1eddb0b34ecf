import { expect, test } from 'vitest';
import type {
  DeliveryReport,
  FiguresReport,
  FunnelReport,
  ProblemsReport,
  Summarized,
  TailReport,
} from '#shared/growth';
import type { Traffic } from '#shared/reports';
import { recordAll } from '../store/testing/store-contract-events.ts';
import { MARCH_14, openConsole, seen, signup } from '../testing/sites/console-site.ts';
import { NOON } from '../testing/test-app.ts';

test('events are counted by name and by utm source, in the requested days', async () => {
  const { store, read } = await openConsole();
  await recordAll(store, [
    { ...seen('jane', 'hero'), utmSource: 'news' },
    seen('john', 'hero'),
    seen('john', 'hero', NOON - 86_400_000),
  ]);
  expect(await read<Traffic>(`traffic?${MARCH_14}&by=utm_source`)).toEqual({
    summary: '0 of 2 visitors signed up in one day: too few to compare sources.',
    events: [{ name: 'section_view', count: 2, people: 2 }],
    by: 'utm_source',
    rows: [
      { value: null, events: 1, people: 1, signups: 0 },
      { value: 'news', events: 1, people: 1, signups: 0 },
    ],
  });
});

test('without by, traffic is listed by channel', async () => {
  const { store, read } = await openConsole();
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
  const { store, read, clock } = await openConsole();
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
  const { store, read, clock } = await openConsole(options);
  const codes = async () =>
    (await read<ProblemsReport>('problems')).problems.map(({ code }) => code);
  expect(await codes()).toEqual(['no_rate_limits', 'delivery_fails']);
  await recordAll(store, [seen('jane', 'hero')]);
  clock.now += 61 * 60_000;
  expect(await codes()).toEqual(['no_rate_limits', 'delivery_fails', 'delivery_late']);
});

test('the tail holds the latest fifty events, with a short form of the visitor id', async () => {
  const { store, read } = await openConsole();
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

const NOT_UNDERSTOOD = [
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
  ['figures?from=2026-03-14T25:00&to=2026-03-15', 'from'],
  ['figures?from=2026-02-30&to=2026-03-15', 'from'],
  ['figures?from=2026-03-14&to=2026-03-13', 'from'],
  ['figures?from=2000-01-01&to=2026-03-13&unit=day', 'from'],
  ['figures?from=0000-01-01&to=9999-12-31', 'from'],
  ['figures?from=2026-03-14&to=2026-03-14&unit=minute', 'unit'],
  ['figures?from=2026-03-14&to=2026-03-14&zone=Berlin', 'zone'],
  [`figures?from=2026-03-14&to=2026-03-14&zone=${'x'.repeat(65)}`, 'zone'],
  ['traffic?from=2026-03-14&to=2026-03-14&zone=%2B01:00', 'zone'],
  ['traffic?from=2026-03-14&from=2026-03-13&to=2026-03-15', 'from'],
  ['traffic?from=2026-03-14&to=2026-03-15&more=1', 'more'],
  ['signups?page=0', 'page'],
  ['signups?page=1e3', 'page'],
  ['signups?type=gamma', 'type'],
  [`signups?search=${'x'.repeat(201)}`, 'search'],
  ['signups?search=a%00', 'search'],
  ['signups.csv?search=a%00', 'search'],
  ['signups.csv?type=gamma', 'type'],
  ['signups.csv?page=2', 'page'],
  ['notes?form=2026-03-14', 'form'],
] as const;

test('a question that is not understood is refused, and why is said', async () => {
  const { ask } = await openConsole();
  for (const [route, path] of NOT_UNDERSTOOD) {
    const answer = await ask(route);
    expect([answer.status, await answer.json()], route).toMatchObject([
      400,
      { code: 'invalid_request', issues: [{ path, message: expect.stringMatching(/\w/) }] },
    ]);
  }
});

test.each([
  [
    'funnel',
    'preset, name, step, among, window, filter, order, breakdown, from, to, zone, unit, beforeFrom, beforeTo',
  ],
  ['figures', 'from, to, beforeFrom, beforeTo, zone, unit'],
  ['forms', 'from, to, beforeFrom, beforeTo, zone, unit, filter'],
  ['traffic', 'from, to, beforeFrom, beforeTo, zone, unit, filter, by'],
  ['signups', 'search, type, confirmation, state, page'],
  ['signups.csv', 'search, type, confirmation, state'],
  ['notes', 'from, to'],
  ['alerts', 'from, to'],
])('each unknown parameter of %s is named, beside the known ones', async (route, known) => {
  const { ask } = await openConsole();
  const unknown = { message: `is unknown; expected one of ${known}` };
  expect(await (await ask(`${route}?frm=2026-03-14&more=1`)).json()).toEqual({
    code: 'invalid_request',
    message: 'The query is invalid; issues says where.',
    issues: expect.arrayContaining(['frm', 'more'].map((path) => ({ path, ...unknown }))),
  });
});

test('a report with a period before has both, and says what they say together', async () => {
  const { store, ask, read } = await openConsole();
  for (let day = 0; day < 60; day++) {
    const count = day < 30 ? 4 : 2;
    for (let one = 0; one < count; one++) {
      const createdAt = NOON - day * 86_400_000;
      await store.insertSignup(signup(`${day}-${one}@a.test`, { createdAt }));
    }
  }
  const range = 'from=2026-02-13&to=2026-03-14';
  const report = await read<Summarized<FiguresReport>>(
    `figures?${range}&beforeFrom=2026-01-14&beforeTo=2026-02-12`,
  );
  expect(report.summary).toBe(
    '120 people signed up in 30 days, 2.0 times as many as before: not chance.',
  );
  const { summary: _, ...before } = await read<Summarized<FiguresReport>>(
    'figures?from=2026-01-14&to=2026-02-12',
  );
  expect(report.before).toEqual(before);
  for (const wrong of ['beforeFrom=2026-01-14', 'beforeFrom=2026-02-12&beforeTo=2026-01-14'])
    expect((await ask(`figures?${range}&${wrong}`)).status, wrong).toBe(400);
});

test('filters leave only the events with their values', async () => {
  const { store, ask, read } = await openConsole();
  const news = { utmSource: 'newsletter', language: 'de' };
  await recordAll(store, [
    { ...seen('jane', 'signup'), ...news },
    { ...seen('jane', 'hero'), utmSource: 'other' },
    { ...seen('john', 'signup'), utmSource: 'newsletter' },
    seen('jill', 'signup'),
  ]);
  const people = async (query: string) => {
    const { events } = await read<Traffic>(`traffic?${MARCH_14}&${query}`);
    const funnel = await read<FunnelReport>(`funnel?${MARCH_14}&step=section_view&${query}`);
    expect(funnel.measured, query).toBe(events[0]?.people ?? 0);
    expect(funnel.steps[0]?.count, query).toBe(events[0]?.people ?? 0);
    return [events[0]?.count ?? 0, events[0]?.people ?? 0];
  };
  expect(await people('')).toEqual([4, 3]);
  expect(await people('filter=utm_source:newsletter')).toEqual([2, 2]);
  expect(await people('filter=channel:e-mail')).toEqual([2, 2]);
  expect(await people('filter=utm_source:newsletter&filter=language:de')).toEqual([1, 1]);
  expect(await people('filter=utm_source')).toEqual([1, 1]);
  expect(await people('filter=utm_source:nobody')).toEqual([0, 0]);
  expect((await ask(`traffic?${MARCH_14}&filter=name:jane`)).status).toBe(400);
});

test('another method is answered with the allowed ones', async () => {
  const { ask } = await openConsole();
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
