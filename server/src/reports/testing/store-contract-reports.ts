import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/limits';
import {
  always,
  did,
  MARCH,
  type OpenReader,
  recordAll,
} from '../../events/testing/store-contract-events.ts';
import type { ExportTable, StoreReader } from '../../store/store.ts';
import {
  grant,
  JANE,
  JOHN,
  madeAt,
  newId,
  newRequest,
  signup,
} from '../../store/testing/store-contract-data.ts';
import { exportColumns } from '../export/export-rows.sql.ts';

const QUARTER = 900_000;
const refusal = { analytics: false, consentId: null };

/** Years at the limits of what databases write with four digits. */
const YEAR_ZERO = { from: Date.parse('0000-01-01'), to: Date.parse('0000-01-02') };
const EVERY_YEAR = { from: YEAR_ZERO.from, to: Date.parse('+010000-01-01') };

async function exported(reader: StoreReader, table: ExportTable, range = {}) {
  const rows = [];
  for await (const page of reader.exportRows(table, { ...always, ...range })) rows.push(...page);
  return rows;
}

export function reportContract(open: OpenReader) {
  test('signups are counted by the quarter of an hour and by type, and those that were confirmed', async () => {
    const { store, reader } = await open();
    for (const [index, signupType] of (['beta', 'notifyme', 'beta'] as const).entries()) {
      const [email, request] = [`p${index}@example.org`, newRequest()];
      const createdAt = MARCH + index * DAY_MS;
      await store.insertSignup(signup({ email, signupType, createdAt }), request);
      if (index > 0) await store.confirmSignup(request.token, request.at);
    }
    const firstTwo = { from: MARCH, to: MARCH + 2 * DAY_MS - 1 };
    const beta = { type: 'beta', count: 1, confirmed: 0 };
    const notifyme = { type: 'notifyme', count: 1, confirmed: 1 };
    expect(await reader.countSignups(firstTwo)).toEqual([
      { at: MARCH, ...beta },
      { at: MARCH + DAY_MS, ...notifyme },
    ]);
    expect(await reader.countSignups(EVERY_YEAR)).toHaveLength(3);
    expect(await reader.countSignups(YEAR_ZERO)).toEqual([]);
    expect(await reader.countSignups(always)).toHaveLength(3);
    expect(await reader.countSignups({ from: null, to: MARCH - 1 })).toEqual([]);
  });

  test('decisions and pages are counted by the quarter of an hour in which they come', async () => {
    const { store, reader } = await open();
    await store.recordDecision(grant(madeAt(MARCH)));
    await store.recordDecision(grant({ ...madeAt(MARCH + QUARTER - 1), consentId: JOHN }));
    await store.recordDecision(grant({ ...madeAt(MARCH + DAY_MS + QUARTER), analytics: false }));
    for (const source of ['banner', 'gpc'] as const) {
      await store.recordDecision(grant({ ...madeAt(MARCH), ...refusal, source }));
    }
    const views = { '/': 2, '/about': 3 };
    expect(await reader.countedSince()).toBeNull();
    await store.addPageCounts('2026-03-01T00:15', new Map(Object.entries(views)));
    for (const count of [1, 3]) {
      await store.addPageCounts('2026-03-01T00:30', new Map([['/', count]]));
    }
    expect(await reader.countedSince()).toBe(MARCH + QUARTER);
    const granted = { at: MARCH, decision: 'granted', count: 2 };
    const refused = { at: MARCH, decision: 'refused', count: 2 };
    const withdrawn = { at: MARCH + DAY_MS + QUARTER, decision: 'withdrawn', count: 1 };
    expect(await reader.countDecisions(EVERY_YEAR)).toEqual([granted, withdrawn, refused]);
    expect(await reader.countDecisions(YEAR_ZERO)).toEqual([]);
    expect(await reader.countPages(YEAR_ZERO)).toEqual({ quarters: [], paths: [] });
    expect(await reader.countDecisions({ from: MARCH + DAY_MS, to: null })).toEqual([withdrawn]);
    expect(await reader.countDecisions({ from: MARCH, to: MARCH })).toEqual([granted, refused]);
    expect(await reader.countPages(EVERY_YEAR)).toEqual({
      quarters: [
        { at: MARCH + QUARTER, count: 5 },
        { at: MARCH + 2 * QUARTER, count: 4 },
      ],
      paths: [
        { path: '/', count: 6 },
        { path: '/about', count: 3 },
      ],
    });
  });

  test('quarters of earlier days are deleted in steps; the counts of the days stay, at noon, as those of earlier versions are', async () => {
    const { store, reader } = await open();
    const paths = new Map(Array.from({ length: 1_500 }, (_, index) => [`/${index}`, 2]));
    await store.addPageCounts('2026-03-01T00:15', paths);
    await store.addPageCounts('2026-03-01T23:45', paths);
    await store.addPageCounts('2026-03-02T00:00', new Map([['/', 5]]));
    await store.recordDecision(grant({ ...madeAt(MARCH), ...refusal, source: 'banner' }));
    const quarters = async (from: number | null, to: number | null) =>
      (await reader.countPages({ from, to })).quarters;
    expect(await quarters(MARCH, MARCH + DAY_MS - 1)).toHaveLength(2);

    expect(await reader.countedSince()).toBe(MARCH + QUARTER);
    expect(await store.forgetQuarters(MARCH + DAY_MS + 1)).toBe(true);
    expect(await store.forgetQuarters(MARCH + DAY_MS + 1)).toBe(false);
    const noon = MARCH + DAY_MS / 2;
    const tomorrow = MARCH + DAY_MS;
    expect(await reader.countedSince()).toBe(MARCH);
    expect(await quarters(MARCH, tomorrow - 1)).toEqual([{ at: noon, count: 6_000 }]);
    expect(await quarters(tomorrow, null)).toEqual([{ at: tomorrow, count: 5 }]);
    const refused = [{ at: noon, decision: 'refused', count: 1 }];
    expect(await reader.countDecisions(always)).toEqual(refused);
    await store.addPageCounts('2026-03-01T12:00', new Map([['/', 3]]));
    expect(await quarters(noon, noon)).toEqual([{ at: noon, count: 6_003 }]);
    expect(await quarters(noon + 1, tomorrow - 1)).toEqual([]);
    expect(await quarters(null, noon - 1)).toEqual([]);
  });

  test('each row comes once, as stored, oldest first, however many there are', async () => {
    const { store, reader } = await open();
    const names = Array.from({ length: 2500 }, (_, index) => did('jane', `e${index}`, index));
    await recordAll(store, names);
    const rows = await exported(reader, 'events');
    expect(rows.map((row) => row['name'])).toEqual(names.map(({ event }) => event));
    const values = { consent_id: 'jane', properties: '{}', path: '/', utm_source: null };
    expect(rows[0]).toMatchObject({ ...values, occurred_at: MARCH });
    const some = await exported(reader, 'events', { from: MARCH + 10, to: MARCH + 19 });
    expect(some).toHaveLength(10);
  });

  test('signups and consents are filtered by when they were created and recorded', async () => {
    const { store, reader } = await open();
    expect(await exported(reader, 'signups')).toEqual([]);
    const own = signup({ name: '=1+1', useCase: 'a "b",\r\nc', createdAt: MARCH });
    await store.insertSignup(own);
    await store.recordDecision(grant(madeAt(MARCH)));
    const { id, name, email, useCase } = own;
    expect(await exported(reader, 'signups')).toEqual([
      {
        ...{ id, name, email, youtube_channel: null, use_case: useCase, signup_type: 'notifyme' },
        ...{ created_at: MARCH, language: null, confirmed_at: null, wording_hash: null },
        ...{ undeliverable_at: null, complained_at: null, restricted_at: null },
        ...{ launch_agreed_at: null, launch_declined_at: null, launch_text: null },
        ...{ decision: null, decided_at: null, decided_by: null },
        ...{ note: null, invited_at: null, redeemed_at: null },
      },
    ]);
    expect(await exported(reader, 'signups', { from: MARCH + 1 })).toEqual([]);
    expect(await exported(reader, 'consents', { to: MARCH })).toMatchObject([
      { consent_id: JANE, analytics: 1, recorded_at: MARCH },
    ]);
    await recordAll(store, [did('jane', 'scroll', 0)]);
    await store.addNote({ id: newId(), at: MARCH, kind: 'note', text: 'x' });
    for (const table of ['signups', 'events', 'consents', 'notes'] as const) {
      const [row] = await exported(reader, table);
      expect(Object.keys(row ?? {}), table).toEqual(exportColumns(table));
    }
  });
}
