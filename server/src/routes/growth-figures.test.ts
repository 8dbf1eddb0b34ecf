import { expect, test } from 'vitest';
import type { FiguresReport } from '#shared/growth';
import { recordAll } from '../store/testing/store-contract-events.ts';
import { MARCH_14, newId, openConsole, seen, signup } from '../testing/sites/console-site.ts';
import { NOON } from '../testing/test-app.ts';

test('each day of the range has its signups, pages and answers, even a day without any', async () => {
  const { store, read } = await openConsole();
  const day = 86_400_000;
  await store.insertSignup(signup('a@a.test'));
  const confirmed = { confirmedAt: NOON + 5 * day };
  await store.insertSignup(signup('b@a.test', { signupType: 'beta', ...confirmed }));
  await store.insertSignup(signup('c@a.test', { createdAt: NOON + 2 * day }));
  await store.addPageCounts('2026-03-16T00:15', new Map([['/about', 4]]));
  await store.forgetQuarters(NOON + 3 * day); // leaves the count of the day, which is all that earlier versions had
  const pages = { '/': 5, '/about': 2 };
  await store.addPageCounts('2026-03-14T23:45', new Map(Object.entries(pages)));
  await store.addPageCounts('2026-03-17T00:00', new Map([['/', 100]]));
  await recordAll(store, [seen('jane', 'hero'), seen('john', 'hero')]); // each of them granted, at noon
  const nothing = { grants: 0, refusals: 0, withdrawals: 0 };
  const nobody = { notifyme: 0, beta: 0 };
  expect(await read<FiguresReport>('figures?from=2026-03-14&to=2026-03-16&unit=day')).toEqual({
    summary: '3 people signed up in 3 days.',
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

test('a range that ends within a quarter of an hour says what was counted in that quarter', async () => {
  const { store, read } = await openConsole();
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
  const { store, read } = await openConsole();
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
  const { store, read } = await openConsole();
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
  const { app, read } = await openConsole();
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

test('the first possible year and the last have empty days', async () => {
  const { read } = await openConsole();
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
