import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { grant, JANE, NOON, signup } from '../../store/testing/store-contract-data.ts';
import { recordAll } from '../../store/testing/store-contract-events.ts';
import { runGrowth } from '../../testing/sites/run-growth.ts';
import { inviteSomebody } from '../../testing/sites/worked-list.ts';
import { newTestDatabase, temporaryFolder } from '../../testing/test-app.ts';
import { openTestStore } from '../../testing/test-database.ts';
import { exportCommand } from './export-table.ts';

const exported = (file: string, ...args: string[]) => runGrowth(exportCommand, file, args);

/** Texts that strangers may write into a form, and what a spreadsheet reads. */
const awkward: [written: string, read: string][] = [
  ['plain', 'plain'],
  ['a, "b"; c', 'a, "b"; c'],
  ['two\r\nlines', 'two\r\nlines'],
  ['half\na line', 'half\na line'],
  ['half\ra line', 'half\ra line'],
  ['Ünïcødé 山田 🎬', 'Ünïcødé 山田 🎬'],
  [' blanks ', ' blanks '],
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("http://evil.example","x")', `'=HYPERLINK("http://evil.example","x")`],
  ['+49 30 123', "'+49 30 123"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "\t'=1"],
  ['\r=1', "\r'=1"],
  ['a;=1+1;b', "a;'=1+1;b"],
  ['＝1+1', "'＝1+1"],
  ["'quoted", "'quoted"],
  ['a=1', 'a=1'],
];

async function createDatabase() {
  const database = await newTestDatabase();
  const store = await openTestStore(database);
  for (const [index, [useCase]] of awkward.entries()) {
    const own = { name: `P${index}`, email: `p${index}@example.org`, useCase };
    const created = { createdAt: NOON + index * 1000, confirmedAt: NOON + index * 2000 };
    await store.insertSignup(signup({ ...own, ...created, language: 'pt-BR' }));
  }
  await recordAll(store, [
    { person: JANE, event: 'scroll', at: NOON, properties: { percent_scrolled: 25 } },
    { person: JANE, event: 'scroll', at: NOON + 1, utmSource: '=1+1', properties: { a: '"' } },
  ]);
  await store.recordDecision(grant({ consentId: 'john', analytics: true, decidedAt: NOON }));
  await store.close();
  return database;
}

test('CSV holds each field as it was written, and nothing that a spreadsheet would run', async () => {
  const csv = await exported(await createDatabase(), 'signups');
  expect(csv).toMatch(
    /^id,name,email,youtube_channel,use_case,signup_type,created_at,language,confirmed_at,wording_hash,undeliverable_at,decision,decided_at,decided_by,note,invited_at,redeemed_at\r\n/,
  );
  // Many programs end a line at half a line end, so it is quoted as well.
  expect(csv).toContain('"half\na line"');
  expect(csv).toContain('"half\ra line"');
  const rows: Record<string, string>[] = parse(csv, { columns: true, record_delimiter: '\r\n' });
  expect(rows.map(({ id, ...row }) => row)).toEqual(
    awkward.map(([, read], index) => ({
      name: `P${index}`,
      email: `p${index}@example.org`,
      youtube_channel: '',
      use_case: read,
      signup_type: 'notifyme',
      created_at: new Date(NOON + index * 1000).toISOString(),
      language: 'pt-BR',
      confirmed_at: new Date(NOON + index * 2000).toISOString(),
      wording_hash: '',
      undeliverable_at: '',
      decision: '',
      decided_at: '',
      decided_by: '',
      note: '',
      invited_at: '',
      redeemed_at: '',
    })),
  );
});

test('an application has its decision and its invitation', async () => {
  const database = await newTestDatabase();
  const store = await openTestStore(database);
  await inviteSomebody(store);
  await store.close();
  const rows = parse(await exported(database, 'signups'), { columns: true });
  const at = new Date(NOON).toISOString();
  expect(rows).toMatchObject([
    {
      decision: 'accepted',
      decided_at: at,
      decided_by: 'Ada',
      note: 'good films',
      invited_at: at,
      redeemed_at: '',
    },
  ]);
});

test('events and consents have all their columns', async () => {
  const file = await createDatabase();
  const events: Record<string, string>[] = parse(await exported(file, 'events'), { columns: true });
  expect(events).toEqual([
    expect.objectContaining({
      seq: '1',
      consent_id: JANE,
      name: 'scroll',
      properties: '{"percent_scrolled":25}',
      path: '/',
      utm_source: '',
      occurred_at: new Date(NOON).toISOString(),
    }),
    expect.objectContaining({ seq: '2', properties: '{"a":"\\""}', utm_source: "'=1+1" }),
  ]);
  expect(Object.keys(events[0] ?? {})).toHaveLength(17);
  const consents: Record<string, string>[] = parse(await exported(file, 'consents'), {
    columns: true,
  });
  expect(consents).toMatchObject([
    { consent_id: JANE, analytics: '1', recorded_at: new Date(NOON).toISOString() },
    { consent_id: 'john', analytics: '1' },
  ]);
});

test('NDJSON has one row per line, with unchanged values', async () => {
  const file = await createDatabase();
  const lines = (await exported(file, 'signups', '--format', 'ndjson')).trimEnd().split('\n');
  const rows = lines.map((line) => JSON.parse(line));
  expect(rows.map((row) => row.use_case)).toEqual(awkward.map(([written]) => written));
  expect(rows[0]).toMatchObject({
    youtube_channel: null,
    created_at: new Date(NOON).toISOString(),
  });
  const [event] = (await exported(file, 'events', '--format', 'ndjson')).split('\n');
  expect(JSON.parse(event ?? '')).toMatchObject({
    seq: 1,
    properties: { percent_scrolled: 25 },
    utm_source: null,
  });
});

test('dates select rows', async () => {
  const file = await createDatabase();
  const count = async (...args: string[]) =>
    (await exported(file, 'signups', '--format', 'ndjson', ...args)).split('\n').length - 1;
  const second = new Date(NOON + 1000).toISOString();
  expect(await count('--from', second, '--to', second)).toBe(1);
  expect(await count('--to', '2026-03-13')).toBe(0);
  expect(await count('--from', '2026-03-14', '--to', '2026-03-14')).toBe(awkward.length);
});

test('a new file is readable by its owner only, and no file is overwritten', async () => {
  const [file, folder] = [await createDatabase(), temporaryFolder()];
  const output = join(folder, 'signups.csv');
  expect(await exported(file, 'signups', '--output', output)).toBe('');
  expect(readFileSync(output, 'utf8')).toBe(await exported(file, 'signups'));
  expect(statSync(output).mode & 0o777).toBe(0o600);
  writeFileSync(output, 'mine');
  await expect(exported(file, 'signups', '--output', output)).rejects.toThrow(
    /--output cannot be written: EEXIST.*expected the name of a new file/,
  );
  expect(readFileSync(output, 'utf8')).toBe('mine');
});

test.each([
  [[], /export needs the name of a table: signups, events, consents/],
  [['passwords'], /export needs the name of a table/],
  [['signups', 'events'], /export needs the name of a table/],
  [['signups', '--format', 'xls'], /^format is "xls"; expected one of csv, ndjson/],
  [['signups'], /there is no database at none\.db/],
])('%j says what is wrong and what is expected', async (args, line) => {
  await expect(exported('none.db', ...args)).rejects.toThrow(line);
});
