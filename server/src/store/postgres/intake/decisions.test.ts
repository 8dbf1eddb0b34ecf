import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { hasPostgres, openPostgresDatabase } from '../../../testing/programs/postgres.ts';
import { columnTypes } from '../connection/column-types.ts';
import { readHistories } from './decisions.ts';

/** Opens a database in which Jane has granted once and withdrawn 20,000 times, as one client can in three hours. */
async function openDatabase() {
  const url = await openPostgresDatabase();
  const client = new Client({ connectionString: url, types: columnTypes });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(
    `INSERT INTO consents (id, consent_id, revision, analytics, source, language, text_hash, gpc, decided_at, recorded_at)
     SELECT place::text, 'jane', place, place = 1, 'banner', 'en', 'hash', false, now() + place * interval '1 ms', now()
     FROM generate_series(1, 20001) AS places (place)`,
  );
  await client.query('ANALYZE consents');
  return client;
}

test.skipIf(!hasPostgres())(
  'finding the latest decision and any grant does not read all decisions of a person',
  async () => {
    const client = await openDatabase();
    let statement = '';
    const query = (text: string, values: unknown[]) => {
      statement = text;
      return client.query(text, values);
    };
    const histories = await readHistories({ query: query as Client['query'] }, ['jane', 'john']);
    expect(histories.get('jane')).toMatchObject({
      everGranted: true,
      latest: { analytics: false, revision: 20_001 },
    });
    expect(histories.size).toBe(1);
    const explained = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`, [
      ['jane', 'john'],
    ]);
    const { Plan: plan } = explained.rows[0]['QUERY PLAN'][0];
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(100);
  },
);
