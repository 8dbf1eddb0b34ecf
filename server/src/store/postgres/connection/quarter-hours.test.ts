import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { hasPostgres, openPostgresDatabase } from '../../../testing/programs/postgres.ts';
import { grant } from '../../testing/store-contract-data.ts';
import { openPostgresReader } from '../reports/reader.ts';
import { openPostgresStore } from '../store.ts';
import { migrate } from './migrate.ts';

const journal = JSON.parse(
  readFileSync(new URL('./migrations/meta/_journal.json', import.meta.url), 'utf8'),
) as { entries: { tag: string; when: number }[] };
const always = { from: null, to: null };
const NOON = Date.UTC(2026, 2, 14, 12);

test.skipIf(!hasPostgres())(
  'counts by the day survive the upgrade, and an older process beside it still counts refusals',
  async () => {
    const url = await openPostgresDatabase();
    const older = new Client(url);
    await older.connect();
    onTestFinished(() => older.end());
    // The tables of the version before.
    for (const table of ['page_counts', 'consent_refusals'])
      await older.query(`ALTER TABLE ${table} ALTER COLUMN day TYPE date USING day::date`);
    const own = journal.entries.find(({ tag }) => tag.endsWith('_quarter-hours'));
    await older.query('DELETE FROM __drizzle_migrations WHERE created_at = $1', [own?.when]);
    await older.query(`INSERT INTO page_counts VALUES ('2026-03-14', '/', 5)`);
    await migrate(url);

    const count = `INSERT INTO consent_refusals (day, source, count)
      SELECT day, source, count(*) FROM unnest($1::date[], $2::text[]) AS refusals (day, source) GROUP BY day, source
      ON CONFLICT (day, source) DO UPDATE SET count = consent_refusals.count + excluded.count`;
    for (let times = 0; times < 2; times++) await older.query(count, [['2026-03-14'], ['banner']]);
    const store = await openPostgresStore(url);
    onTestFinished(() => store.close());
    const later = { decidedAt: NOON + 900_000, recordedAt: NOON + 900_000 };
    await store.recordDecision(grant({ ...later, consentId: null, analytics: false }));
    const reader = openPostgresReader(url);
    onTestFinished(() => reader.close());
    expect(await reader.countPages(always)).toEqual({
      quarters: [{ at: NOON, count: 5 }],
      paths: [{ path: '/', count: 5 }],
    });
    expect(await reader.countDecisions(always)).toEqual([
      { at: NOON, decision: 'refused', count: 2 },
      { at: NOON + 900_000, decision: 'refused', count: 1 },
    ]);
  },
);
