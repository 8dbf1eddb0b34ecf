import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { SignupsReport } from '#shared/growth';
import { DAY_MS } from '#shared/limits';
import { createGrowthConsole } from '../services/console/console-service.ts';
import { newRequest } from '../store/testing/store-contract-data.ts';
import { createAskingMail } from '../testing/sites/asking-mail.ts';
import { openConsole, signup } from '../testing/sites/console-site.ts';
import { NO_DELETIONS, NO_WEBHOOKS, NOON } from '../testing/test-app.ts';
import { announceRemovedTo } from '../webhooks/webhooks.ts';

test('signups come in pages, are searched and are deleted once', async () => {
  const { store, ask, read, allLines } = await openConsole();
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
  const unconfirmed = {
    language: null,
    confirmedAt: null,
    confirmation: null,
    refusal: null,
    ...{ decision: null, decidedAt: null, decidedBy: null, note: null, toldAt: null },
    ...{ invitedAt: null, redeemedAt: null, undeliverableAt: null, code: null },
  };
  const row = { id: beta.id, name: 'Ann', email: 'ann@b.test', signupType: 'beta' };
  const found = await read<SignupsReport>('signups?search=+FILM+&type=beta');
  expect(found.summary).toMatch(/^One person on the list matches; /);
  expect(first.summary).toMatch(/^52 people signed up; /);
  expect(found.signups).toEqual([
    {
      ...row,
      ...unconfirmed,
      throwaway: false,
      useCase,
      youtubeChannel,
      createdAt: '2026-03-14T12:00:00.000Z',
    },
  ]);

  const deleted = await ask(`signups/${beta.id}`, 'DELETE');
  expect([deleted.status, await deleted.json()]).toEqual([200, { erased: true }]);
  const again = await ask(`signups/${beta.id}`, 'DELETE');
  expect([again.status, await again.json()]).toMatchObject([404, { code: 'not_found' }]);
  expect((await read<SignupsReport>('signups')).total).toBe(51);
  expect(allLines.join()).not.toMatch(/@a\.test|@b\.test|FILM/);
});

test('the signups are downloaded as CSV with the stored fields, and no formula runs', async () => {
  const { store, ask } = await openConsole();
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
      language: '',
      confirmed_at: '',
      confirmation: '',
      refusal: '',
      ...{ decision: 'waiting', decided_at: '', decided_by: '', note: '' },
      ...{ invited_at: '', redeemed_at: '', undeliverable_at: '', code: '', wording_hash: '' },
      throwaway: '',
    },
    expect.objectContaining({ email: 'a@a.test', youtube_channel: '', use_case: '' }),
  ]);
  const some = await (await ask('signups.csv?type=notifyme&search=a.test')).text();
  expect(parse(some, { columns: true })).toMatchObject([{ email: 'a@a.test' }]);
});

test.each([
  'info@xn--bcher-kva.example',
  'XN--BCHER-KVA.example',
  '<mailto:INFO@bücher.example>',
  'ｉｎｆｏ＠bücher。example',
  '\u200binfo@b\u00adücher.example,',
  'bücher',
  'Ａnn',
])('a search for %j finds the signup', async (search) => {
  const { store, read } = await openConsole();
  await store.insertSignup(signup('info@bücher.example', { name: 'Ａnn' }));
  await store.insertSignup(signup('jane@a.test', { name: 'Jane' }));
  const { signups } = await read<SignupsReport>(`signups?search=${encodeURIComponent(search)}`);
  expect(signups).toMatchObject([{ email: 'info@bücher.example' }]);
});

/** A site that sends mail, with a signup that was asked to confirm. */
async function openAsked() {
  const { mail } = createAskingMail({ now: NOON + DAY_MS });
  const site = await openConsole({ mail });
  const jane = signup('jane@box.mailinator.com', { language: 'en' });
  const request = newRequest();
  await site.store.insertSignup(jane, request);
  const again = async (id = jane.id) => {
    const answer = await site.ask(`signups/${id}/message`, 'POST');
    return [answer.status, await answer.json()];
  };
  return { ...site, jane, message: request, again };
}

test('a signup shows what its server said, its language and a throw-away domain, also as CSV', async () => {
  const { store, ask, read, message } = await openAsked();
  const reason = '550 5.1.1 No such user';
  await store.settleMessage(message.id, { outcome: 'refused', at: NOON, reason });
  const john = newRequest();
  await store.insertSignup(signup('john@notmailinator.org'), john);
  await store.confirmSignup(john.token, NOON + 5);
  const { signups } = await read<SignupsReport>('signups?confirmation=refused');
  const shown = { confirmation: 'refused', refusal: reason, throwaway: true, confirmedAt: null };
  expect(signups).toMatchObject([{ email: 'jane@box.mailinator.com', language: 'en', ...shown }]);
  const confirmedAt = new Date(NOON + 5).toISOString();
  expect((await read<SignupsReport>('signups?confirmation=confirmed')).signups).toMatchObject([
    { email: 'john@notmailinator.org', throwaway: false, confirmedAt },
  ]);
  expect((await ask('signups?confirmation=none')).status).toBe(400);
  const csv = await (await ask('signups.csv?confirmation=refused')).text();
  expect(parse(csv, { columns: true, bom: true })).toMatchObject([
    {
      language: 'en',
      confirmed_at: '',
      confirmation: 'refused',
      refusal: reason,
      throwaway: 'yes',
    },
  ]);
});

test('another message is queued within the limits, and not for a confirmed or unknown signup', async () => {
  const { store, message, again } = await openAsked();
  expect(await again()).toEqual([200, { outcome: 'too_soon' }]); // the first one still waits
  await store.settleMessage(message.id, { outcome: 'sent', at: NOON });
  expect(await again()).toEqual([200, { outcome: 'queued' }]);
  expect((await store.mailState()).waiting).toBe(1);
  expect(await again()).toEqual([200, { outcome: 'too_soon' }]);
  await store.confirmSignup(message.token, NOON);
  expect(await again()).toEqual([200, { outcome: 'confirmed' }]);
  expect((await store.mailState()).waiting).toBe(0);
  for (const id of ['none', '%00', 'x'.repeat(5000)])
    expect(await again(id), id).toMatchObject([404, { code: 'not_found' }]);
});

test('where no mail is sent, no message can be queued', async () => {
  const { store, ask } = await openConsole();
  const jane = signup('jane@a.test');
  await store.insertSignup(jane);
  expect((await ask(`signups/${jane.id}/message`, 'POST')).status).toBe(404);
  expect((await ask(`signups/${jane.id}/message`)).status).toBe(405);
  expect((await store.mailState()).waiting).toBe(0);
});

test('a download of long texts comes in small pieces', async () => {
  const { store, reports } = await openConsole();
  const useCase = ';='.repeat(2_500);
  await Promise.all(
    Array.from({ length: 300 }, (_, index) =>
      store.insertSignup(signup(`p${index}@a.test`, { useCase })),
    ),
  );
  const none = {
    relay: null,
    mail: null,
    webhooks: NO_WEBHOOKS,
    deletions: NO_DELETIONS,
    startProblems: [],
    recipient: null,
  };
  const growth = createGrowthConsole({ store, reports, ...none, now: () => NOON }, 'people');
  const pieces: string[] = [];
  const everybody = { search: '', type: null, confirmation: null, state: null };
  for await (const piece of await growth.signupsCsv(everybody)) pieces.push(piece);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(600_000);
  const rows: Record<string, string>[] = parse(pieces.join(''), { bom: true, columns: true });
  expect(new Set(rows.map(({ email }) => email)).size).toBe(300);
  expect(rows).toHaveLength(300);
});

test('a download in several pieces has every signup once and one heading', async () => {
  const { store, ask, read } = await openConsole();
  const emails = Array.from({ length: 2500 }, (_, index) => `p${index}@a.test`);
  await Promise.all(
    emails.map((email, index) =>
      store.insertSignup(signup(email, { createdAt: NOON + (index % 7) })),
    ),
  );
  for (const search of ['', '?search=P']) {
    const text = await (await ask(`signups.csv${search}`)).text();
    const rows: Record<string, string>[] = parse(text, { columns: true });
    expect(rows.map(({ email }) => email).sort(), search).toEqual(emails.sort());
  }
  const last = await read<SignupsReport>('signups?search=P&page=50');
  expect([last.total, last.signups.length]).toEqual([2500, 50]);
  expect(last.signups.at(-1)?.createdAt).toBe('2026-03-14T12:00:00.000Z');
});

test('an id that no database can store is not found', async () => {
  const { ask } = await openConsole();
  for (const id of ['%00', 'a%00b', '%ED%A0%80', '%', 'x'.repeat(5000)]) {
    const answer = await ask(`signups/${id}`, 'DELETE');
    expect([answer.status, await answer.json()], id).toMatchObject([404, { code: 'not_found' }]);
  }
});

test('deleting a signup in the console is told to the webhooks', async () => {
  const urls = ['https://a.example/hook'];
  const ids = { newId: () => crypto.randomUUID(), now: () => NOON };
  const announceRemoved = announceRemovedTo(
    { urls, includesPerson: false, tellsUnconfirmed: true },
    ids,
  );
  const { store, ask } = await openConsole({ webhooks: { ...NO_WEBHOOKS, announceRemoved } });
  const jane = signup('jane@a.test');
  await store.insertSignup(jane);
  for (let press = 0; press < 2; press++) await ask(`signups/${jane.id}`, 'DELETE');
  expect(await store.webhookStates()).toMatchObject([{ waiting: 1 }]);
});
