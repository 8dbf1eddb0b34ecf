import { expect, test } from 'vitest';
import type { ExportTable, StoreReader } from '../store.ts';
import { grant, JANE, JOHN, newRequest, signup } from './store-contract-data.ts';
import { did, MARCH, type OpenReader, recordAll } from './store-contract-events.ts';

const always = { from: null, to: null };
const DAY = 86_400_000;
const QUARTER = 900_000;

export function countContract(open: OpenReader) {
  test('signups, decisions and pages are counted by the quarter of an hour', async () => {
    const { store, reader } = await open();
    const types = ['beta', 'notifyme', 'beta'] as const;
    for (const [index, signupType] of types.entries()) {
      const email = `p${index}@example.org`;
      const request = newRequest();
      await store.insertSignup(
        signup({ email, signupType, createdAt: MARCH + index * DAY }),
        request,
      );
      if (index > 0) await store.confirmSignup(request.token, request.at);
    }
    const at = { decidedAt: MARCH, recordedAt: MARCH };
    await store.recordDecision(grant(at));
    await store.recordDecision(grant({ ...at, consentId: JOHN }));
    const later = { decidedAt: MARCH + DAY, recordedAt: MARCH + DAY + 2 * QUARTER - 1 };
    await store.recordDecision(grant({ ...later, analytics: false }));
    const refusal = { analytics: false, consentId: null };
    for (const source of ['banner', 'gpc'] as const) {
      await store.recordDecision(grant({ ...at, ...refusal, source }));
    }
    const views = { '/': 2, '/about': 3 };
    await store.addPageCounts('2026-03-01T00:15', new Map(Object.entries(views)));
    await store.addPageCounts('2026-03-01T00:30', new Map([['/', 4]]));

    const firstTwo = { from: MARCH, to: MARCH + 2 * DAY - 1 };
    expect(await reader.countSignups(firstTwo)).toEqual([
      { at: MARCH, type: 'beta', count: 1, confirmed: 0 },
      { at: MARCH + DAY, type: 'notifyme', count: 1, confirmed: 1 },
    ]);
    const before = { ...firstTwo, receivedBefore: MARCH };
    expect(await reader.sumSignups(before)).toMatchObject([{ confirmed: 0 }, { confirmed: 0 }]);
    expect(await reader.countSignups(always)).toHaveLength(3);
    expect(await reader.sumSignups(firstTwo)).toEqual([
      { type: 'beta', count: 1, confirmed: 0 },
      { type: 'notifyme', count: 1, confirmed: 1 },
    ]);
    const everyType = await reader.sumSignups(always);
    expect(everyType.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    expect(await reader.sumSignups({ from: null, to: MARCH - 1 })).toEqual([]);
    expect(await reader.countDecisions(always)).toEqual([
      { at: MARCH, decision: 'granted', count: 2 },
      { at: MARCH + DAY + QUARTER, decision: 'withdrawn', count: 1 },
      { at: MARCH, decision: 'refused', count: 2 },
    ]);
    expect(await reader.countDecisions({ from: MARCH + DAY, to: null })).toHaveLength(1);
    expect(await reader.countPages(always)).toEqual({
      quarters: [
        { at: MARCH + QUARTER, count: 5 },
        { at: MARCH + 2 * QUARTER, count: 4 },
      ],
      paths: [
        { path: '/', count: 6 },
        { path: '/about', count: 3 },
      ],
    });

    const yearZero = { from: Date.parse('0000-01-01'), to: Date.parse('0000-01-02') };
    for (const count of ['countSignups', 'countDecisions'] as const) {
      expect(await reader[count](yearZero)).toEqual([]);
      expect(await reader[count]({ ...yearZero, to: null })).toHaveLength(3);
    }
    expect(await reader.countPages(yearZero)).toEqual({ quarters: [], paths: [] });
    const yearTenThousand = { from: yearZero.from, to: Date.parse('+010000-01-01') };
    expect((await reader.countPages(yearTenThousand)).paths).toHaveLength(2);
  });

  test('a quarter of an hour belongs to the range in which it starts', async () => {
    const { store, reader } = await open();
    await store.addPageCounts('2026-03-01T00:15', new Map([['/', 2]]));
    const start = MARCH + QUARTER;
    for (const [from, to, found] of [
      [start, start, 1],
      [start - 1, start - 1, 0],
      [start + 1, start + DAY, 0],
      [null, start, 1],
      [start, null, 1],
    ] as const)
      expect((await reader.countPages({ from, to })).quarters).toHaveLength(found);
  });

  test('grants are counted for the same quarters of an hour as refusals', async () => {
    const { store, reader } = await open();
    for (const [consentId, after] of [
      [JANE, 2 * QUARTER - 1],
      [JOHN, 2 * QUARTER],
    ] as const)
      await store.recordDecision(
        grant({ consentId, decidedAt: MARCH + after, recordedAt: MARCH + after }),
      );
    expect(await reader.countDecisions({ from: MARCH, to: MARCH + QUARTER })).toEqual([
      { at: MARCH + QUARTER, decision: 'granted', count: 1 },
    ]);
  });

  test('the count of a day without its quarters is placed at noon, as those of earlier versions are', async () => {
    const { store, reader } = await open();
    const noon = MARCH + DAY / 2;
    await store.addPageCounts('2026-03-01T00:15', new Map([['/', 2]]));
    await store.forgetQuarters(MARCH + DAY);
    await store.addPageCounts('2026-03-01T12:00', new Map([['/', 3]]));
    const counted = { quarters: [{ at: noon, count: 5 }], paths: [{ path: '/', count: 5 }] };
    expect(await reader.countPages({ from: noon, to: noon })).toEqual(counted);
    for (const range of [
      { ...always, from: noon + 1 },
      { ...always, to: noon - 1 },
    ])
      expect((await reader.countPages(range)).quarters).toEqual([]);
  });
}

export function forgottenQuartersContract(open: OpenReader) {
  test('quarters of earlier days are deleted in steps, and the counts of the days stay', async () => {
    const { store, reader } = await open();
    const paths = new Map(Array.from({ length: 1_500 }, (_, index) => [`/${index}`, 2]));
    await store.addPageCounts('2026-03-01T00:15', paths);
    await store.addPageCounts('2026-03-01T23:45', paths);
    await store.addPageCounts('2026-03-02T00:00', new Map([['/', 5]]));
    const refusal = { analytics: false, consentId: null, decidedAt: MARCH, recordedAt: MARCH };
    await store.recordDecision(grant({ ...refusal, source: 'banner' }));
    const ofDay = async (day: number) =>
      (await reader.countPages({ from: MARCH + day * DAY, to: MARCH + (day + 1) * DAY - 1 }))
        .quarters;
    expect(await ofDay(0)).toHaveLength(2);

    expect(await store.forgetQuarters(MARCH + DAY + 1)).toBe(true);
    expect(await store.forgetQuarters(MARCH + DAY + 1)).toBe(false);
    expect(await ofDay(0)).toEqual([{ at: MARCH + DAY / 2, count: 6_000 }]);
    expect(await ofDay(1)).toEqual([{ at: MARCH + DAY, count: 5 }]);
    expect(await reader.countDecisions({ from: null, to: null })).toEqual([
      { at: MARCH + DAY / 2, decision: 'refused', count: 1 },
    ]);
  });
}

export function exportContract(open: OpenReader) {
  async function exported(reader: StoreReader, table: ExportTable, range = {}) {
    const rows = [];
    for await (const page of reader.exportRows(table, { ...always, ...range })) rows.push(...page);
    return rows;
  }

  test('each row comes once, as stored, oldest first, however many there are', async () => {
    const { store, reader } = await open();
    const names = Array.from({ length: 2500 }, (_, index) => did('jane', `e${index}`, index));
    await recordAll(store, names);
    const rows = await exported(reader, 'events');
    expect(rows.map((row) => row['name'])).toEqual(names.map(({ event }) => event));
    expect(rows[0]).toMatchObject({
      consent_id: 'jane',
      properties: '{}',
      path: '/',
      utm_source: null,
      occurred_at: MARCH,
    });
    const some = await exported(reader, 'events', { from: MARCH + 10, to: MARCH + 19 });
    expect(some).toHaveLength(10);
  });

  test('signups and consents are filtered by when they were created and recorded', async () => {
    const { store, reader } = await open();
    expect(await exported(reader, 'signups')).toEqual([]);
    const own = signup({ name: '=1+1', useCase: 'a "b",\r\nc', createdAt: MARCH });
    await store.insertSignup(own);
    await store.recordDecision(grant({ decidedAt: MARCH, recordedAt: MARCH }));
    expect(await exported(reader, 'signups')).toEqual([
      {
        id: own.id,
        name: '=1+1',
        email: own.email,
        youtube_channel: null,
        use_case: 'a "b",\r\nc',
        signup_type: 'notifyme',
        created_at: MARCH,
        language: null,
        confirmed_at: null,
        wording_hash: null,
        undeliverable_at: null,
        decision: null,
        decided_at: null,
        decided_by: null,
        note: null,
        invited_at: null,
        redeemed_at: null,
      },
    ]);
    expect(await exported(reader, 'signups', { from: MARCH + 1 })).toEqual([]);
    expect(await exported(reader, 'consents', { to: MARCH })).toMatchObject([
      { consent_id: JANE, analytics: 1, recorded_at: MARCH },
    ]);
  });
}
