import { expect, test } from 'vitest';
import { accept, EVERYBODY, join } from '../list/testing/store-contract-list.ts';
import { EXAMPLE_SITE } from '../site/site-config.ts';
import { openStore, postgresTest } from '../store/postgres/testing/postgres-site.ts';
import { agreed, NOON, newId, newRequest, signup } from '../store/testing/store-contract-data.ts';
import { openPostgresDatabase } from '../testing/programs/postgres.ts';
import { openSendingSite, soon } from '../testing/sites/sending-site.ts';

test('a message arrives with the headers of the standards, from a site whose name looks like a link and a header', async () => {
  const site = { ...EXAMPLE_SITE, brand: 'Cal.com\r\nBcc: x@y.example' };
  const { signUp, received, store, idles } = await openSendingSite({ site });
  await signUp('jäne@bücher.example', 'Zoë Müller');
  const [message] = await received(1);
  expect(message?.to).toBe('jäne@bücher.example');
  const headers = message?.raw.split('\r\n\r\n')[0]?.replaceAll(/\r\n\s+/g, ' ') ?? '';
  expect(headers).toContain('From: "Cal.com Bcc: x@y.example" <support@dubkit.example.com>');
  expect(headers).toMatch(/^To: =\?UTF-8\?\S+\?= </m);
  expect(headers).toContain('Auto-Submitted: auto-generated');
  expect(headers).toMatch(/^Message-ID: <[0-9a-f-]{36}\.[0-9a-f-]{36}@dubkit\.example\.com>$/m);
  expect(headers).toMatch(
    /^List-Unsubscribe: <https:\/\/dubkit\.example\.com\/leave\?token=[\w-]{22}>$/m,
  );
  expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(headers).toContain('multipart/alternative');
  await idles();
  expect(await store.mailState()).toMatchObject({ sent: 1 });
});

test('what the server answers to an invitation, and a later bounce by its Message-ID, say whether an address takes mail', async () => {
  const { store, mail, rules, received, clock } = await openSendingSite();
  const { id: signupId } = await join(store, 'jane@a.example');
  await store.decide([signupId], accept);
  const undeliverable = async () => (await store.countAudience(EVERYBODY)).leftOut.undeliverable;
  const invite = async () => {
    await store.invite([{ id: newId(), signupId, token: newId(), at: NOON }]);
    mail.wake();
  };
  rules.answers.RCPT = '550 5.1.1 No such user';
  await invite();
  await soon(async () => {
    clock.advance(0);
    expect(await undeliverable()).toBe(1);
  });
  rules.answers = {};
  await invite();
  const [message] = await received(1);
  await soon(async () => expect(await undeliverable()).toBe(0));
  const messageId = /^Message-ID: (<.+>)\r$/m.exec(message?.raw ?? '')?.[1] ?? '';
  expect(await store.recordDelivery({ messageId, state: 'bounced', at: NOON })).toBe(true);
  expect(await undeliverable()).toBe(1);
});

const NAMES = [
  'Ada\r\nBcc: x@y.example',
  'Ada\nX-Spam: 1\n\n<h1>body</h1>',
  '"Ada" <eve@evil.example>',
  'Ada\u2028Bcc: x@y.example',
  '=?utf-8?q?Ada=0ABcc:x?=',
  '{name}',
];

test('no name adds a header or a recipient to a question or a mailing, or carries a link', async () => {
  const { store, mail, signUp, received } = await openSendingSite();
  for (const [index, name] of NAMES.entries()) {
    await signUp(`p${index}@a.example`, name);
    const request = newRequest();
    await store.insertSignup(signup({ name, email: `q${index}@a.example` }), request);
    await store.confirmSignup(request.token, NOON, [], agreed());
  }
  const words = { subject: 'To {name}', text: 'Hello {name}!', link: null };
  const [mailingId, at, messageIds] = [newId(), NOON, NAMES.map(() => newId())];
  const content = { audience: EVERYBODY, words: { en: words } };
  await store.insertDraft({ id: mailingId, content, at });
  await store.addRecipients({ mailingId, after: null, limit: 50, messageIds, at });
  await store.startMailing(mailingId, NAMES.length, at);
  mail.wake();
  for (const { raw } of await received(2 * NAMES.length)) {
    const [head = '', ...body] = raw.split('\r\n\r\n');
    expect(head.split('\r\n').filter((line) => /^(b?cc|x-spam)/i.test(line))).toEqual([]);
    expect(head.match(/^(From|To|Subject):/gm)).toHaveLength(3);
    expect(body.join()).not.toMatch(/evil|<h1>/);
  }
});

test('a client that has used up its part of the hour does not delay the first message of another; the rest leaves later, and the log says so once', async () => {
  const { signUp, received, mail, clock, mailbox, times, idles, allLines } = await openSendingSite({
    config: { mailHourly: 4 },
  });
  for (let count = 0; count < 6; count++) await signUp(`p${count}@a.example`, 'Jane', 'many');
  await received(3);
  await soon(() => expect(mail.status().state).toBe('limited'));
  await signUp('new@b.example', 'John', 'one');
  expect((await received(4)).map(({ to }) => to)).toContain('new@b.example'); // the clock stands still
  await soon(() => {
    clock.advance(60_000);
    expect(mailbox).toHaveLength(7);
  });
  await idles(1_000);
  for (const [index, time] of times.entries())
    expect((times[index + 4] ?? Infinity) - time).toBeGreaterThanOrEqual(3_600_000);
  expect(allLines.filter((line) => line.includes('mail waits'))).toHaveLength(1);
});

postgresTest('two processes on one PostgreSQL send 12 messages once each', async () => {
  const url = await openPostgresDatabase();
  const [store, other] = [await openStore(url), await openStore(url)];
  const { signUp, startMail, clock, mailbox } = await openSendingSite({ store });
  for (let count = 0; count < 12; count++) await signUp(`p${count}@a.example`);
  startMail({ store: other });
  await soon(async () => {
    clock.advance(1_000);
    expect(await store.mailState()).toMatchObject({ waiting: 0, sent: 12 });
  });
  expect([mailbox.length, new Set(mailbox.map(({ to }) => to)).size]).toEqual([12, 12]);
});
