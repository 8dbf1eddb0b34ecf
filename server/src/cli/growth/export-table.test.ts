import { openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { SiteStore } from '../../database/site-store.ts';
import { recordAll } from '../../events/testing/store-contract-events.ts';
import { grant, JANE, NOON, signup } from '../../store/testing/store-contract-data.ts';
import { runGrowth } from '../../testing/sites/run-growth.ts';
import { inviteSomebody } from '../../testing/sites/worked-list.ts';
import { temporaryFile } from '../../testing/temporary-folder.ts';
import { filledDatabase } from '../../testing/test-app.ts';
import { exportCommand } from './export-table.ts';

const exported = (file: string, ...args: string[]) => runGrowth(exportCommand, file, args);

async function fill(store: SiteStore) {
  const created = { createdAt: NOON, confirmedAt: NOON + 1000, language: 'pt-BR' };
  await store.insertSignup(signup({ useCase: '=1+1\r"b"', ...created }));
  await inviteSomebody(store);
  await recordAll(store, [
    { person: JANE, event: 'scroll', at: NOON, properties: { percent_scrolled: 25 } },
    { person: JANE, event: 'scroll', at: NOON + 1, utmSource: '=1+1', properties: { a: '"' } },
  ]);
  await store.recordDecision(grant({ consentId: 'john', analytics: true, decidedAt: NOON }));
}

test('CSV in a file has a byte order mark, each field, what was decided, and nothing that a spreadsheet would run; the file is readable by its owner only, and no file is overwritten', async () => {
  const [file, output] = [await filledDatabase(fill), temporaryFile('signups.csv')];
  const args = ['signups', '--output', output];
  expect(await exported(file, ...args)).toBe('');
  expect(statSync(output).mode & 0o777).toBe(0o600);
  const csv = readFileSync(output, 'utf8');
  writeFileSync(output, 'mine');
  await expect(exported(file, ...args)).rejects.toThrow(
    /--output cannot be written: EEXIST.*expected the name of a new file/,
  );
  expect(readFileSync(output, 'utf8')).toBe('mine');
  await expect(exported(file, 'signups', '--output', `${file}-lock`)).rejects.toThrow(
    /belongs to the database/,
  );
  expect(csv).toMatch(
    /^\ufeffid,name,email,youtube_channel,use_case,signup_type,created_at,language,confirmed_at,wording_hash,undeliverable_at,complained_at,launch_agreed_at,launch_declined_at,launch_text,restricted_at,decision,decided_at,decided_by,note,invited_at,redeemed_at\r\n/,
  );
  const at = new Date(NOON).toISOString();
  // Many programs end a line at half a line end, so it is quoted as well.
  expect(csv).toContain(`"'=1+1\r""b"""`);
  expect(parse(csv, { columns: true, bom: true, record_delimiter: '\r\n' })).toMatchObject([
    {
      ...{ name: 'Jane', email: 'jane@example.org', youtube_channel: '', language: 'pt-BR' },
      ...{ signup_type: 'notifyme', decision: '' },
      created_at: at,
      confirmed_at: new Date(NOON + 1000).toISOString(),
    },
    {
      ...{ decision: 'accepted', decided_at: at, decided_by: 'Ada', note: 'good films' },
      ...{ invited_at: at, redeemed_at: '' },
    },
  ]);
});

test('events and consents have all their columns as CSV; NDJSON has one row per line, with unchanged values, of the days that are asked for', async () => {
  const file = await filledDatabase(fill);
  const read = async (table: string): Promise<Record<string, string>[]> =>
    parse(await exported(file, table), { columns: true });
  const at = new Date(NOON).toISOString();
  const first = { seq: '1', consent_id: JANE, name: 'scroll', path: '/', utm_source: '' };
  const events = await read('events');
  expect(events).toMatchObject([
    { ...first, properties: '{"percent_scrolled":25}', occurred_at: at },
    { seq: '2', properties: '{"a":"\\""}', utm_source: '=1+1' },
  ]);
  expect(Object.keys(events[0] ?? {})).toHaveLength(17);
  expect(await read('consents')).toMatchObject([
    { consent_id: JANE, analytics: '1', recorded_at: at },
    { consent_id: 'john', analytics: '1' },
  ]);
  const rowsOf = async (...days: string[]) =>
    (await exported(file, 'events', '--format', 'ndjson', ...days))
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  expect(await rowsOf('--from', '2026-03-14', '--to', '2026-03-14')).toMatchObject([
    { seq: 1, properties: { percent_scrolled: 25 }, utm_source: null },
    { seq: 2, properties: { a: '"' }, utm_source: '=1+1' },
  ]);
  expect(await rowsOf('--from', '2026-03-15')).toEqual([]);
  expect(await rowsOf('--to', '2026-03-13')).toEqual([]);
});

test('CSV is for programs in a pipe, for spreadsheets in a file and on a terminal, or as it is asked for; a table without rows has its columns', async () => {
  const file = await filledDatabase(fill);
  const sourceIn = async (to: { isTTY?: boolean; fd?: number }, ...args: string[]) =>
    /,('?=1\+1),/.exec(await runGrowth(exportCommand, file, ['events', ...args], to))?.[1];
  const fd = openSync(file, 'r');
  expect(await sourceIn({})).toBe('=1+1');
  expect(await sourceIn({}, '--for', 'spreadsheets')).toBe("'=1+1");
  expect(await sourceIn({ isTTY: true })).toBe("'=1+1");
  expect(await sourceIn({ fd })).toBe("'=1+1");
  expect(await sourceIn({ fd }, '--for', 'programs')).toBe('=1+1');
  const empty = async (...args: string[]) => {
    const output = temporaryFile('notes.csv');
    await exported(file, 'notes', '--output', output, ...args);
    return readFileSync(output, 'utf8');
  };
  expect(await empty()).toBe('\ufeffid,at,kind,text\r\n');
  expect(await empty('--for', 'programs')).toBe('id,at,kind,text\r\n');
  expect(await empty('--format', 'ndjson')).toBe('');
});

test.each([
  [['people'], /^export needs the name of a table: signups, events, consents/],
  [['signups', 'events'], /^expected npm run growth -- export signups\|events/],
  [['signups', '--for', 'excel'], /^for is "excel"; .*expected one of "programs"\|"spreadsheets"/],
  [['signups', '--format', 'xls'], /^format is "xls"; .*expected one of "csv"\|"ndjson"/],
])('%j says what is wrong and what is expected', async (args, line) => {
  await expect(exported('none.db', ...args)).rejects.toThrow(line);
});
