import { expect, test } from 'vitest';
import type {
  FiguresReport,
  FunnelReport,
  ProblemsReport,
  Summarized,
  TailReport,
} from '#shared/growth';
import { DAY_MS } from '#shared/limits';
import type { Traffic } from '#shared/reports';
import { recordAll } from '../events/testing/store-contract-events.ts';
import { grant } from '../store/testing/store-contract-data.ts';
import { MARCH_14, openConsole, seen, signup } from '../testing/sites/console-site.ts';
import { NOON } from '../testing/test-app.ts';

test('what is wrong since the start, and now, is listed', async () => {
  const state = { state: 'failing' as const, failingSince: NOON, nextAttemptAt: NOON };
  const relay = { wake() {}, status: () => ({ ...state, reason: 'PostHog answered 503' }) };
  const startProblems = [{ code: 'no_rate_limits', text: 'RATE_LIMITS is off.' }];
  const options = { relay, recipient: 'eu.i.posthog.com', startProblems };
  const { store, read, clock } = await openConsole(options);
  await recordAll(store, [seen('jane', 'hero')]);
  clock.now += 61 * 60_000;
  const { problems } = await read<ProblemsReport>('problems');
  const codes = problems.map(({ code }) => code);
  expect(codes).toEqual(['no_rate_limits', 'delivery_fails', 'delivery_late']);
});

test('the tail holds the latest 200 events, with a short form of the visitor id', async () => {
  const { store, read } = await openConsole();
  const person = '0195a000-0000-7000-8000-00000000000a';
  await recordAll(
    store,
    Array.from({ length: 210 }, (_, index) => seen(person, 'hero', NOON + index)),
  );
  const { events } = await read<TailReport>('tail');
  expect(events).toHaveLength(200);
  expect(events[0]).toEqual({
    ...{ seq: 210, name: 'section_view', properties: { section_name: 'hero' }, visitor: '00000a' },
    ...{ occurredAt: '2026-03-14T12:00:00.209Z', path: '/', source: null, referrerHost: null },
    ...{ viewport: null, language: 'en' },
  });
});

// funnel-params.test.ts, time-range.test.ts and time-buckets.test.ts have what else is wrong.
const NOT_UNDERSTOOD: [route: string, path: string][] = [
  ['funnel?frm=2026-03-14', 'frm'],
  [`funnel?${'step=a&'.repeat(21)}`, 'steps'],
  ['figures?to=2026-03-14', 'from'],
  ['figures?from=2026-03-14', 'to'],
  [`traffic?${MARCH_14}&zone=%2B01:00`, 'zone'],
  [`traffic?${MARCH_14}&from=2026-03-13`, 'from'],
  [`traffic?${MARCH_14}&more=1`, 'more'],
  [`traffic?${MARCH_14}&filter=name:jane`, 'filter'],
  ...['', 'page', 'channel,', 'channel,channel', 'channel,path,language', 'channel&by=path'].map(
    (by) => [`traffic?${MARCH_14}&by=${by}`, 'by'] satisfies [string, string],
  ),
  [`forms?${MARCH_14}&more=1`, 'more'],
  [`behaviour?${MARCH_14}&by=path`, 'by'],
  ['signups?page=0', 'page'],
  ['signups?type=gamma', 'type'],
  ['signups?confirmation=none', 'confirmation'],
  [`signups?search=${'x'.repeat(201)}`, 'search'],
  ['signups?search=a%00', 'search'],
  ['signups.csv?search=a%00', 'search'],
  ['signups.csv?page=2', 'page'],
  ['notes?form=2026-03-14', 'form'],
  ['alerts?from=x', 'from'],
];

test('a question that is not understood is refused, and why is said', async () => {
  const { ask } = await openConsole();
  for (const [route, path] of NOT_UNDERSTOOD) {
    const answer = await ask(route);
    expect([answer.status, await answer.json()], route).toMatchObject([
      400,
      { code: 'invalid_request', issues: [{ path, message: expect.stringMatching(/\w/) }] },
    ]);
  }
  const unknown = { message: 'is unknown; expected one of from, to' };
  expect(await (await ask('notes?frm=2026-03-14&more=1')).json()).toMatchObject({
    issues: expect.arrayContaining(['frm', 'more'].map((path) => ({ path, ...unknown }))),
  });
  expect(await (await ask('funnels?x=1')).json()).toMatchObject({
    issues: [{ path: 'x', message: 'is unknown; expected none' }],
  });
});

test('a report with a period before has both, and says what they say together', async () => {
  const { store, read } = await openConsole();
  // With fewer than thirty before, nothing would be compared.
  for (let at = 0; at <= 30; at++)
    await store.insertSignup(signup(`${at}@a.test`, { createdAt: at > 0 ? NOON - DAY_MS : NOON }));
  const { summary, before } = await read<Summarized<FiguresReport>>(
    `figures?${MARCH_14}&beforeFrom=2026-03-13&beforeTo=2026-03-13`,
  );
  expect(summary).toMatch(/before/);
  const alone = await read<Summarized<FiguresReport>>('figures?from=2026-03-13&to=2026-03-13');
  expect({ summary: alone.summary, ...before }).toEqual(alone);
});

test('no report is compared with a period that was not counted from its beginning on, and none about events with one whose events are deleted', async () => {
  const { store, read, clock } = await openConsole();
  await store.addPageCounts('2026-03-12T20:00', new Map([['/', 1]]));
  const ofEvents = ['funnel?preset=signup', 'traffic?by=channel', 'behaviour?', 'forms?'];
  const answer = (report: string, beforeFrom: string) =>
    read<object>(
      `${report}&from=2026-03-14&to=2026-03-14&beforeFrom=${beforeFrom}&beforeTo=2026-03-13`,
    );
  for (const report of ['figures?', ...ofEvents]) {
    expect(await answer(report, '2026-03-13'), report).toHaveProperty('before');
    expect(await answer(report, '2026-03-12'), report).not.toHaveProperty('before');
  }
  expect(await answer('figures?', '2026-03-12')).toMatchObject({
    summary: expect.stringContaining('nothing was counted before 12 Mar 2026.'),
  });
  clock.now += 395 * DAY_MS;
  expect(await answer('figures?', '2026-03-13')).toHaveProperty('before');
  for (const report of ofEvents)
    expect(await answer(report, '2026-03-13'), report).not.toHaveProperty('before');
});

test('traffic is listed by what is asked for, in the requested days, and else by channel; filters leave only the events with their values', async () => {
  const { store, read } = await openConsole();
  const news = { utmSource: 'newsletter', language: 'de' };
  await recordAll(store, [
    { ...seen('jane', 'signup'), ...news },
    { ...seen('jane', 'hero'), utmSource: 'other', path: '/de/about' },
    { ...seen('john', 'signup'), utmSource: 'newsletter' },
    { ...seen('jill', 'signup'), referrerHost: 'www.google.com' },
    seen('jack', 'signup', NOON - DAY_MS),
  ]);
  const rowsOf = async (query: string) => {
    const { rows } = await read<Traffic>(`traffic?${MARCH_14}${query}`);
    return Object.fromEntries(rows.map(({ value, events }) => [String(value), events]));
  };
  expect(await rowsOf('&by=utm_source')).toEqual({ newsletter: 2, other: 1, null: 1 });
  expect(await rowsOf('')).toEqual({ 'e-mail': 2, campaign: 1, search: 1 });
  expect(await rowsOf('&by=path')).toEqual({ '/': 3, '/de/about': 1 });
  const pairs = await read<Traffic>(
    `traffic?${MARCH_14}&by=utm_source,path&beforeFrom=2026-03-13&beforeTo=2026-03-13`,
  );
  const one = { events: 1, people: 1, signups: 0 };
  expect(pairs).toMatchObject({
    ...{ by: 'utm_source', secondBy: 'path' },
    rows: [
      { value: 'newsletter', secondValue: '/', events: 2, people: 2, signups: 0 },
      { value: 'other', secondValue: '/de/about', ...one },
      { value: null, secondValue: '/', ...one },
    ],
    before: { secondBy: 'path', rows: [{ value: null, secondValue: '/', ...one }] },
  });
  const people = async (query: string) => {
    const { events, summary } = await read<Summarized<Traffic>>(`traffic?${MARCH_14}&${query}`);
    const funnel = await read<Summarized<FunnelReport>>(
      `funnel?${MARCH_14}&step=section_view&${query}`,
    );
    // What is done elsewhere, such as to sign up, is no event of the page.
    for (const said of [summary, funnel.summary])
      expect(said?.endsWith(' on that page counts.'), query).toBe(query.includes('path:'));
    expect(funnel.measured, query).toBe(events[0]?.people ?? 0);
    expect(funnel.steps[0]?.count, query).toBe(events[0]?.people ?? 0);
    return [events[0]?.count ?? 0, events[0]?.people ?? 0];
  };
  expect(await people('filter=utm_source:newsletter')).toEqual([2, 2]);
  expect(await people('filter=channel:e-mail')).toEqual([2, 2]);
  expect(await people('filter=utm_source:newsletter&filter=language:de')).toEqual([1, 1]);
  expect(await people('filter=utm_source')).toEqual([1, 1]);
  expect(await people('filter=path:/de/about')).toEqual([1, 1]);
});

const NO_ANSWERS = { grants: 0, refusals: 0, withdrawals: 0 };

test('each day of the range has its signups, pages and answers, even a day without any', async () => {
  const { store, read } = await openConsole();
  await store.insertSignup(signup('a@a.test'));
  const confirmed = { confirmedAt: NOON + 5 * DAY_MS };
  await store.insertSignup(signup('b@a.test', { signupType: 'beta', ...confirmed }));
  await store.insertSignup(signup('c@a.test', { createdAt: NOON + 2 * DAY_MS }));
  const pages = { '/': 5, '/about': 2 };
  await store.addPageCounts('2026-03-14T23:45', new Map(Object.entries(pages)));
  await store.addPageCounts('2026-03-16T00:15', new Map([['/about', 4]]));
  await store.addPageCounts('2026-03-17T00:00', new Map([['/', 100]]));
  await recordAll(store, [seen('jane', 'hero'), seen('john', 'hero')]); // each of them granted, at noon
  const refusal = grant({ analytics: false, decidedAt: NOON + 1, recordedAt: NOON + 1 });
  for (const consentId of ['jane', null]) await store.recordDecision({ ...refusal, consentId });
  const dayOf = (day: number, change = {}) => {
    const nobody = { notifyme: 0, beta: 0 };
    const from = `2026-03-${day}T00:00:00.000Z`;
    return { from, signups: nobody, confirmed: nobody, pages: 0, ...NO_ANSWERS, ...change };
  };
  const both = { signups: { notifyme: 1, beta: 1 }, confirmed: { notifyme: 0, beta: 1 } };
  expect(await read<FiguresReport>('figures?from=2026-03-14&to=2026-03-16&unit=day')).toEqual({
    summary: '3 people signed up in 3 days.',
    unit: 'day',
    buckets: [
      dayOf(14, { ...both, pages: 7, grants: 2, refusals: 1, withdrawals: 1 }),
      dayOf(15),
      dayOf(16, { signups: { notifyme: 1, beta: 0 }, pages: 4 }),
    ],
    unfinished: null,
    pages: [
      { path: '/about', count: 6 },
      { path: '/', count: 5 },
    ],
  });
});

test('a range that ends within a quarter of an hour says what was counted in that quarter', async () => {
  const { store, read } = await openConsole();
  for (const [quarter, served] of Object.entries({ '12:00': 5, '12:15': 3, '12:30': 2 }))
    await store.addPageCounts(`2026-03-14T${quarter}`, new Map([['/', served]]));
  const ask = (to: string) =>
    read<FiguresReport>(`figures?from=2026-03-14T12:00:00Z&to=2026-03-14T${to}Z&unit=hour`);
  const { buckets, unfinished } = await ask('12:16:00');
  expect(buckets).toMatchObject([{ pages: 8 }]);
  const paths = [{ path: '/', count: 3 }];
  expect(unfinished).toEqual({ from: '2026-03-14T12:15:00.000Z', pages: 3, ...NO_ANSWERS, paths });
  expect((await ask('12:29:59.999')).unfinished).toBeNull();
  expect((await ask('12:30:00')).unfinished).toMatchObject({ pages: 2 });
});

test('figures by the hour are those of the local hours, and of the range only', async () => {
  const { store, read } = await openConsole();
  // Noon in UTC is 17:45 in Kathmandu.
  for (const minutes of [-46, -45, 14, 15, 74, 75])
    await store.insertSignup(signup(`p${minutes}@a.test`, { createdAt: NOON + minutes * 60_000 }));
  for (const quarter of ['11:00', '11:15', '12:00', '12:15', '13:00', '13:15'])
    await store.addPageCounts(`2026-03-14T${quarter}`, new Map([['/', 1]]));
  const range = 'from=2026-03-14T11:15:00Z&to=2026-03-14T13:14:59.999Z&zone=Asia/Kathmandu';
  expect(await read<FiguresReport>(`figures?${range}`)).toMatchObject({
    unit: 'hour',
    buckets: ['11', '12'].map((hour) => ({
      ...{ from: `2026-03-14T${hour}:15:00.000Z`, signups: { notifyme: 2 }, pages: 2 },
    })),
    pages: [{ path: '/', count: 4 }],
  });
});

test('the first possible year and the last have empty days', async () => {
  const { read } = await openConsole();
  for (const zone of ['UTC', 'Pacific/Kiritimati', 'America/New_York'])
    for (const day of ['0000-01-01', '9999-12-31']) {
      const asked = `figures?from=${day}&to=${day}&zone=${zone}&unit=day`;
      expect((await read<FiguresReport>(asked)).buckets).toHaveLength(1);
    }
  await read('traffic?from=0000-01-01&to=0000-01-02');
  await read('funnel?from=0000-01-01');
});

// cli/same-figures.test.ts has the presets and steps of a funnel, and funnel-params.test.ts what a question may say.
test('a funnel that ends with a signup says how many signups of its range and path are confirmed', async () => {
  const { store, read } = await openConsole();
  const later = NOON + 3 * 86_400_000;
  const beta = { signupType: 'beta' as const, useCase: 'Films' };
  await store.insertSignup(signup('a@a.test', { confirmedAt: later }));
  await store.insertSignup(signup('b@a.test'));
  await store.insertSignup(signup('c@a.test', { ...beta, confirmedAt: later }));
  await store.insertSignup(signup('d@a.test', { createdAt: later, confirmedAt: later }));
  const ask = async (query: string) =>
    (await read<FunnelReport>(`funnel?${query}&${MARCH_14}`)).confirmed;
  expect(await ask('preset=signup')).toEqual({ signups: 3, confirmed: 2 });
  const notify = 'step=*&step=form_submit:event_label%3Dsuccess,form_type%3Dnotifyme';
  expect(await ask(notify)).toEqual({ signups: 2, confirmed: 1 });
  // Not a signup, not only one, or of a property that the signups table does not know.
  for (const end of [':event_label%3Derror', ':form_type%3Dnotifyme', ''])
    expect(await ask(`step=*&step=form_submit${end}`)).toBeNull();
  expect(await ask(`${notify},email_domain%3Da.test`)).toBeNull();
  expect(await ask('preset=reading')).toBeNull();
  expect((await read<FunnelReport>('funnel')).confirmed).toEqual({ signups: 4, confirmed: 3 });
});
