import { expect, test } from 'vitest';
import type { FiguresReport } from '#shared/growth';
import { DAY_MS } from '#shared/limits';
import { grant } from '../store/testing/store-contract-data.ts';
import { recordAll } from '../store/testing/store-contract-events.ts';
import { openConsole, seen, signup } from '../testing/sites/console-site.ts';
import { NOON } from '../testing/test-app.ts';

const NO_ANSWERS = { grants: 0, refusals: 0, withdrawals: 0 };

test('each day of the range has its signups, pages and answers, even a day without any', async () => {
  const { store, read } = await openConsole();
  await store.insertSignup(signup('a@a.test'));
  const confirmed = { confirmedAt: NOON + 5 * DAY_MS };
  await store.insertSignup(signup('b@a.test', { signupType: 'beta', ...confirmed }));
  await store.insertSignup(signup('c@a.test', { createdAt: NOON + 2 * DAY_MS }));
  await store.addPageCounts('2026-03-16T00:15', new Map([['/about', 4]]));
  await store.forgetQuarters(NOON + 3 * DAY_MS); // leaves the count of the day, which is all that earlier versions had
  const pages = { '/': 5, '/about': 2 };
  await store.addPageCounts('2026-03-14T23:45', new Map(Object.entries(pages)));
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
