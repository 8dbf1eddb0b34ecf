import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { SignupsReport } from '#shared/growth';
import { DAY_MS } from '#shared/limits';
import { newRequest } from '../store/testing/store-contract-data.ts';
import { announceRemovedTo } from '../team/webhooks/webhooks.ts';
import { FIGURES, openConsole, PEOPLE, signup } from '../testing/sites/console-site.ts';
import { openSendingSite } from '../testing/sites/sending-site.ts';
import { NO_WEBHOOKS, NOON } from '../testing/test-app.ts';
import { writeSignupsCsv } from './search-signups.ts';

const parseCsv = (csv: string): Record<string, string>[] =>
  parse(csv, { columns: true, bom: true });

test('signups come in pages, are searched and are deleted once, which webhooks are told', async () => {
  const announceRemoved = announceRemovedTo(
    { urls: ['https://a.example/hook'], includesPerson: false, tellsUnconfirmed: true },
    { newId: () => crypto.randomUUID(), now: () => NOON },
  );
  const webhooks = { ...NO_WEBHOOKS, announceRemoved };
  const { store, ask, read, allLines } = await openConsole({ webhooks });
  for (let index = 0; index < 51; index += 1)
    await store.insertSignup(signup(`p${index}@a.test`, { createdAt: NOON + index }));
  const own = { signupType: 'beta' as const, useCase: 'Films', name: 'Ａnn' };
  const beta = signup('ann@bücher.example', own);
  await store.insertSignup(beta);
  const first = await read<SignupsReport>('signups');
  expect([first.total, first.pageSize, first.signups.length]).toEqual([52, 50, 50]);
  expect(first.signups[0]?.email).toBe('p50@a.test');
  const second = await read<SignupsReport>('signups?page=2');
  expect(second.signups.map(({ email }) => email).sort()).toEqual([beta.email, 'p0@a.test']);
  const matches = await read<SignupsReport>('signups?search=a.test&page=2');
  expect(matches).toMatchObject({ total: 51, signups: [{ email: 'p0@a.test' }] });
  // An address is also found in another form.
  for (const form of ['XN--BCHER-KVA.example', '<mailto:ANN@b\u00adücher。example>', 'Ａnn']) {
    const { signups } = await read<SignupsReport>(`signups?search=${encodeURIComponent(form)}`);
    expect(signups, form).toMatchObject([{ id: beta.id }]);
  }
  const one = await read<SignupsReport>(`signups?id=${beta.id}`);
  expect(one).toMatchObject({ total: 1, signups: [{ id: beta.id }] });
  const none = await read<SignupsReport>(`signups?id=${beta.id}&type=notifyme`);
  expect(none).toMatchObject({ total: 0, signups: [] });
  const found = await read<SignupsReport>('signups?search=+FILM+&type=beta');
  expect(found.summary).toMatch(/^One person on the list matches\.$/);
  const createdAt = new Date(beta.createdAt).toISOString();
  expect(found.signups).toMatchObject([{ ...own, createdAt, throwaway: false, decision: null }]);

  const remove = async (id: string) => {
    const answer = await ask(`signups/${id}`, 'DELETE');
    return [answer.status, await answer.json()];
  };
  expect(await remove(beta.id)).toEqual([200, { erased: true }]);
  for (const id of [beta.id, '%00', 'a%00b', '%ED%A0%80', '%', 'x'.repeat(5000)])
    expect(await remove(id), id).toMatchObject([404, { code: 'not_found' }]);
  expect(await store.webhookStates()).toMatchObject([{ waiting: 1 }]);
  expect((await read<SignupsReport>('signups')).total).toBe(51);
  expect(allLines.join()).not.toMatch(/@a\.test|@bücher|FILM/);
});

// export-formats.test.ts has what else could be a formula.
test('the signups are downloaded as CSV with the stored fields, and no formula runs', async () => {
  const { store, ask } = await openConsole();
  const beta = { name: '=1+1', useCase: '字幕, "é"', signupType: 'beta' as const };
  await store.insertSignup(signup('a@a.test', { createdAt: NOON - 1000 }));
  await store.insertSignup(signup('b@a.test', beta));
  const answer = await ask('signups.csv');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="signups-2026-03-14.csv"',
    'cache-control': 'no-store',
  });
  const applications = await ask('signups.csv?type=beta');
  expect(applications.headers.get('content-disposition')).toContain('applications-2026-03-14.csv');
  const csv = Buffer.from(await answer.arrayBuffer()).toString();
  expect(csv).toMatch(/^\ufeff.*\r\n/); // for Excel
  const [row, ...more] = parseCsv(csv);
  expect(more).toMatchObject([{ email: 'a@a.test', youtube_channel: '', use_case: '' }]);
  expect(row).toMatchObject({
    ...{ email: 'b@a.test', signup_type: 'beta', use_case: beta.useCase, name: "'=1+1" },
    ...{ created_at: '2026-03-14T12:00:00.000Z', decision: 'waiting', confirmed_at: '' },
  });
  const some = await (await ask('signups.csv?type=notifyme&search=a.test')).text();
  expect(parseCsv(some)).toMatchObject([{ email: 'a@a.test' }]);
  for (const filter of ['search=nobody', 'confirmation=refused']) {
    const none = Buffer.from(await (await ask(`signups.csv?${filter}`)).arrayBuffer()).toString();
    expect(none, filter).toBe(`${csv.split('\r\n')[0]}\r\n`);
  }
});

/** A site that sends mail, with a signup that was asked to confirm. */
async function openAsked() {
  const { mail } = await openSendingSite({ now: () => NOON + DAY_MS });
  const site = await openConsole({ mail });
  const jane = signup('jane@box.mailinator.com', { language: 'en' });
  const message = newRequest();
  await site.store.insertSignup(jane, message);
  const again = async (id = jane.id) => {
    const answer = await site.ask(`signups/${id}/message`, 'POST');
    return [answer.status, await answer.json()];
  };
  return { ...site, message, again };
}

test('a signup shows what its server said, its language and a throw-away domain, also as CSV', async () => {
  const { store, ask, read, message } = await openAsked();
  const refusal = '550 5.1.1 No such user';
  await store.settleMessage(message.id, { outcome: 'refused', at: NOON, reason: refusal });
  const john = newRequest();
  await store.insertSignup(signup('john@notmailinator.org'), john);
  await store.confirmSignup(john.token, NOON + 5);
  const find = async (confirmation: string) =>
    (await read<SignupsReport>(`signups?confirmation=${confirmation}`)).signups;
  const shown = { language: 'en', confirmation: 'refused', refusal };
  expect(await find('refused')).toMatchObject([{ ...shown, throwaway: true, confirmedAt: null }]);
  const confirmedAt = new Date(NOON + 5).toISOString();
  expect(await find('confirmed')).toMatchObject([{ throwaway: false, confirmedAt }]);
  const csv = await (await ask('signups.csv?confirmation=refused')).text();
  expect(parseCsv(csv)).toMatchObject([{ ...shown, throwaway: 'yes', confirmed_at: '' }]);
});

test('what became of mail later is recorded for an address, however it is written, by the owner alone', async () => {
  const { store, ask, read } = await openConsole();
  await store.insertSignup(signup('jane@bücher.example'));
  const post = async (body: unknown, token = PEOPLE) => {
    const answer = await ask('deliveries', 'POST', { body, token });
    const text = await answer.text();
    return [answer.status, text && (JSON.parse(text) as object)];
  };
  const marks = async () => {
    const [jane] = (await read<SignupsReport>('signups')).signups;
    return [jane?.undeliverableAt, jane?.complainedAt];
  };
  const email = ' "Jane" <JANE@xn--bcher-kva.example> ';
  const iso = new Date(NOON).toISOString();
  expect(await post({ email, state: 'bounced' }, FIGURES)).toMatchObject([403, {}]);
  expect(await marks()).toEqual([null, null]);
  expect(await post({ email, state: 'bounced' })).toEqual([204, '']);
  expect(await marks()).toEqual([iso, null]);
  expect(await post({ email, state: 'complained' })).toEqual([204, '']);
  expect(await marks()).toEqual([iso, iso]);
  const csv = parseCsv(await (await ask('signups.csv')).text());
  expect(csv).toMatchObject([{ undeliverable_at: iso, complained_at: iso }]);
  expect(await post({ email, state: 'fine' })).toEqual([204, '']);
  expect(await marks()).toEqual([null, null]);
  for (const unknown of [{ email: 'john@a.test' }, { messageId: '<a@b.c>' }, { messageId: '\0' }])
    expect(await post({ ...unknown, state: 'fine' })).toMatchObject([404, { code: 'not_found' }]);
  const messageId = 'a@b.c';
  for (const wrong of [
    ...[{}, { email }, { state: 'fine' }, { email, state: 'spam' }, { email: 'a', state: 'fine' }],
    ...[{ email: 'a\0@b.c', state: 'fine' }, { email, messageId, state: 'fine' }, [], null, 1],
    ...[
      { messageId: 'x'.repeat(999), state: 'fine' },
      { email, state: 'fine', at: 1 },
    ],
  ])
    expect(await post(wrong)).toMatchObject([400, { code: 'invalid_request', issues: [{}] }]);
  expect(await post({ messageId: 'x'.repeat(9_000), state: 'fine' })).toMatchObject([413, {}]);
});

// store-contract-mail.ts has when another message is allowed.
test('another message is queued within the limits, and not for an unknown signup, or without mail', async () => {
  const { store, message, again } = await openAsked();
  expect(await again()).toEqual([200, { outcome: 'too_soon' }]); // the first one still waits
  await store.settleMessage(message.id, { outcome: 'sent', at: NOON });
  expect(await again()).toEqual([200, { outcome: 'queued' }]);
  expect((await store.mailState()).waiting).toBe(1);
  for (const id of ['none', '%00', 'x'.repeat(5000)])
    expect(await again(id), id).toMatchObject([404, { code: 'not_found' }]);
  const silent = await openConsole();
  const jane = signup('jane@a.test');
  await silent.store.insertSignup(jane);
  expect((await silent.ask(`signups/${jane.id}/message`, 'POST')).status).toBe(404);
});

test('a download in several pieces has every signup once and one heading, and no piece is long', async () => {
  const { store, reports } = await openConsole();
  const emails = Array.from({ length: 2_100 }, (_, index) => `p${index}@a.test`);
  const long = ';='.repeat(2_500);
  await Promise.all(
    emails.map((email, index) => {
      const useCase = index < 300 ? long : null;
      return store.insertSignup(signup(email, { useCase, createdAt: NOON + (index % 7) }));
    }),
  );
  for (const search of ['', 'P']) {
    const filter = { search, type: null, confirmation: null, state: null };
    const pieces: string[] = [];
    for await (const piece of await writeSignupsCsv(reports, filter)) pieces.push(piece);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(600_000);
    const found = parseCsv(pieces.join('')).map(({ email }) => email);
    expect(found.sort(), search).toEqual(emails.sort());
  }
});
