import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { SignupsReport } from '#shared/growth';
import { createGrowthConsole } from '../services/console/growth-console.ts';
import { openConsole, signup } from '../testing/sites/console-site.ts';
import { NOON, type TestAppOptions } from '../testing/test-app.ts';
import { openTestStore } from '../testing/test-database.ts';

const open = (options?: TestAppOptions) => openConsole(openTestStore, options);

test('signups come in pages, are searched and are deleted once', async () => {
  const { store, ask, read, allLines } = await open();
  for (let index = 0; index < 51; index += 1)
    await store.insertSignup(signup(`p${index}@a.test`, { createdAt: NOON + index }));
  const beta = signup('ann@b.test', { signupType: 'beta', useCase: 'Films', name: 'Ann' });
  await store.insertSignup(beta);
  const first = await read<SignupsReport>('signups');
  expect([first.total, first.pageSize, first.signups.length]).toEqual([52, 50, 50]);
  expect(first.signups[0]?.email).toBe('p50@a.test');
  const second = await read<SignupsReport>('signups?page=2');
  expect(second.signups.map(({ email }) => email).sort()).toEqual(['ann@b.test', 'p0@a.test']);
  const { useCase, youtubeChannel } = beta;
  const row = { id: beta.id, name: 'Ann', email: 'ann@b.test', signupType: 'beta' };
  const found = await read<SignupsReport>('signups?search=+FILM+&type=beta');
  expect(found.signups).toEqual([
    { ...row, useCase, youtubeChannel, createdAt: '2026-03-14T12:00:00.000Z' },
  ]);

  const deleted = await ask(`signups/${beta.id}`, 'DELETE');
  expect([deleted.status, await deleted.json()]).toEqual([200, { erased: true }]);
  const again = await ask(`signups/${beta.id}`, 'DELETE');
  expect([again.status, await again.json()]).toMatchObject([404, { code: 'not_found' }]);
  expect((await read<SignupsReport>('signups')).total).toBe(51);
  expect(allLines.join()).not.toMatch(/@a\.test|@b\.test|FILM/);
});

test('the signups are downloaded as CSV with the stored fields, and no formula runs', async () => {
  const { store, ask } = await open();
  const tricky = {
    name: '=HYPERLINK("http://evil.test","x")',
    youtubeChannel: '@channel',
    useCase: 'Two lines,\r\n"quoted"; émigré 字幕',
    signupType: 'beta' as const,
  };
  await store.insertSignup(signup('a@a.test', { createdAt: NOON - 1000 }));
  await store.insertSignup(signup('b@a.test', tricky));
  const answer = await ask('signups.csv');
  expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('Content-Disposition')).toBe(
    'attachment; filename="signups-2026-03-14.csv"',
  );
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]); // for Excel
  const text = new TextDecoder().decode(bytes);
  expect(text).toContain('\r\n');
  expect(parse(text, { columns: true })).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: `'${tricky.name}`,
      email: 'b@a.test',
      youtube_channel: `'${tricky.youtubeChannel}`,
      use_case: tricky.useCase,
      signup_type: 'beta',
      created_at: '2026-03-14T12:00:00.000Z',
    },
    expect.objectContaining({ email: 'a@a.test', youtube_channel: '', use_case: '' }),
  ]);
  const some = await (await ask('signups.csv?type=notifyme&search=a.test')).text();
  expect(parse(some, { columns: true })).toMatchObject([{ email: 'a@a.test' }]);
});

test('a download is formatted in small pieces, between which others are answered', async () => {
  const { store, reports } = await open();
  const useCase = ';='.repeat(2_500);
  await Promise.all(
    Array.from({ length: 300 }, (_, index) =>
      store.insertSignup(signup(`p${index}@a.test`, { useCase })),
    ),
  );
  const none = { relay: null, startProblems: [], recipient: null };
  const growth = createGrowthConsole({ store, reports, ...none, now: () => NOON }, 'people');
  let pieces = 0;
  for await (const _ of growth.signupsCsv({ search: '', type: null })) pieces += 1;
  expect(pieces).toBeGreaterThanOrEqual(300 / 20);
});

test('a download in several pieces has every signup once and one heading', async () => {
  const { store, ask } = await open();
  const emails = Array.from({ length: 2500 }, (_, index) => `p${index}@a.test`);
  await Promise.all(
    emails.map((email, index) =>
      store.insertSignup(signup(email, { createdAt: NOON + (index % 7) })),
    ),
  );
  const rows: Record<string, string>[] = parse(await (await ask('signups.csv')).text(), {
    columns: true,
  });
  expect(rows.map(({ email }) => email).sort()).toEqual(emails.sort());
});

test('an id that no database can store is not found', async () => {
  const { ask } = await open();
  for (const id of ['%00', 'a%00b', '%ED%A0%80', '%', 'x'.repeat(5000)]) {
    const answer = await ask(`signups/${id}`, 'DELETE');
    expect([answer.status, await answer.json()], id).toMatchObject([404, { code: 'not_found' }]);
  }
});
