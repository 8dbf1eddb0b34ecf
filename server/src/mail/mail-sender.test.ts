import { expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/limits';
import { openSendingSite, SOON } from '../testing/sites/sending-site.ts';
import { NOON } from '../testing/test-app.ts';

const mailQueue = (now: number) => ({ recipient: 'mail', now, hourly: 200 });

test('a message arrives with the headers of the standards, and nothing of the address stays in the outbox', async () => {
  const { signUp, received, store, mailbox, mail } = await openSendingSite();
  await signUp('jäne@bücher.example', 'Zoë Müller');
  await received(1);
  const [message] = mailbox;
  expect(message?.to).toBe('jäne@bücher.example');
  const headers = message?.raw.split('\r\n\r\n')[0]?.replaceAll(/\r\n\s+/g, ' ') ?? '';
  expect(headers).toContain('From: Dubkit <support@dubkit.example.com>');
  expect(headers).toMatch(/^To: =\?UTF-8\?\S+\?= </m);
  expect(headers).toContain('Auto-Submitted: auto-generated');
  expect(headers).toMatch(/^Message-ID: <[0-9a-f-]{36}@dubkit\.example\.com>$/im);
  expect(headers).toMatch(
    /^List-Unsubscribe: <https:\/\/dubkit\.example\.com\/leave\?token=[\w-]{22}>$/m,
  );
  expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(headers).toContain('multipart/alternative');
  await vi.waitFor(async () => expect(await store.mailState()).toMatchObject({ sent: 1 }), SOON);
  await vi.waitFor(() => expect(mail.status()).toEqual({ state: 'idle', reason: null }), SOON);
});

test.each([
  'Ada\r\nBcc: x@y.example',
  'Ada\nX-Spam: 1\n\n<h1>body</h1>',
  '"Ada" <eve@evil.example>',
  'Ada\u2028Bcc: x@y.example',
  `${'very '.repeat(39)}long`,
  'Buy at www.evil.example now',
  '=?utf-8?q?Ada=0ABcc:x?=',
])('the name %j adds no header and no recipient, and carries no link', async (name) => {
  const { signUp, received, mailbox } = await openSendingSite();
  await signUp('ada@a.example', name);
  await received(1);
  const [message] = mailbox;
  expect(message?.to).toBe('ada@a.example');
  const [headers = '', ...body] = message?.raw.split('\r\n\r\n') ?? [];
  expect(headers.split('\r\n').filter((line) => /^(bcc|cc|x-spam)/i.test(line))).toEqual([]);
  expect(headers.match(/^[\w-]+(?=:)/gm)?.length).toBe(10);
  expect(body.join()).not.toMatch(/evil|<h1>/);
});

test('a reply 4xx is tried again after longer and longer pauses, for 48 hours, with one Message-ID', async () => {
  const { signUp, attempt, rules, attempts, times, store, clock, received } =
    await openSendingSite();
  rules.answers.DATA = '451 4.3.0 Not now';
  await signUp('jane@a.example');
  await attempt();
  while (attempts.at(-1) === 'later') {
    const { dueAt } = await store.nextMessage(mailQueue(clock.now()));
    await attempt((dueAt ?? 0) - clock.now());
  }
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  // In whole minutes, because it looks every 30 s.
  expect(pauses.map((ms) => Math.floor(ms / 60_000))).toEqual([
    1, 5, 15, 39, 60, 120, 240, 480, 960, 960,
  ]);
  expect(await store.mailState()).toMatchObject({ waiting: 0, givenUp: 1 });
  rules.answers = {};
  await signUp('jane@a.example'); // the next message
  await received(1);
});

test('a message that was accepted while the connection broke is sent twice with one Message-ID', async () => {
  const { signUp, attempt, rules, mailbox, clock, received, store } = await openSendingSite();
  rules.drops = 1;
  await signUp('jane@a.example');
  await attempt();
  expect(mailbox).toHaveLength(1);
  const { dueAt } = await store.nextMessage(mailQueue(clock.now()));
  await attempt((dueAt ?? 0) - clock.now());
  await received(2);
  expect(new Set(mailbox.map(({ id }) => id)).size).toBe(1);
  expect(new Set(mailbox.map(({ raw }) => /token=[\w-]+/.exec(raw)?.[0])).size).toBe(1);
  await vi.waitFor(async () =>
    expect(await store.mailState()).toMatchObject({ waiting: 0, sent: 1 }),
  );
});

test('a refused address is set aside, and the others get their messages', async () => {
  const { signUp, attempt, received, rules, store, allLines } = await openSendingSite();
  rules.answers.RCPT = '550 5.1.1 jane@a.example is unknown';
  await signUp('jane@a.example');
  await attempt();
  rules.answers = {};
  await signUp('"quoted"@b.example');
  await signUp('john@b.example');
  await received(1);
  await vi.waitFor(async () => expect(await store.mailState()).toMatchObject({ refused: 2 }), SOON);
  const reasons = await store.mailReasons();
  expect(reasons.map(({ reason }) => reason)).toEqual([
    '550 5.1.1 the address is unknown',
    'mail is not sent to an address of this form',
  ]);
  expect(allLines.join()).not.toMatch(/@|token/);
});

test.each(['login', 'MAIL'] as const)(
  'while the server refuses us at %s, all mail pauses for days, and leaves within a quarter of an hour once it does not',
  async (stage) => {
    const site = await openSendingSite();
    const { signUp, attempt, rules, mail, clock, attempts, mailbox, allLines } = site;
    rules.answers[stage] = '535 5.7.8 We do not know you';
    await signUp('jane@a.example');
    await signUp('john@a.example');
    for (let count = 0; count < 12; count++) await attempt(15 * 60_000);
    clock.advance(3 * DAY_MS);
    expect(mail.status()).toMatchObject({
      state: 'failing',
      reason: '535 5.7.8 We do not know you',
    });
    expect(new Set(attempts)).toEqual(new Set(['unreachable']));
    expect(allLines.filter((line) => line.includes('do not know you'))).toHaveLength(1);
    rules.answers = {};
    await attempt(15 * 60_000);
    await vi.waitFor(() => expect(mailbox).toHaveLength(2), SOON);
  },
);

test('while the server cannot be reached, the pauses grow to a quarter of an hour, and then all is sent', async () => {
  const { signUp, attempt, rules, mail, clock, attempts, received } = await openSendingSite();
  rules.answers.greeting = '421 4.3.2 Down';
  for (const name of ['a', 'b', 'c']) await signUp(`${name}@a.example`);
  await attempt();
  expect(mail.status()).toMatchObject({
    state: 'failing',
    reason: expect.stringContaining('Down'),
  });
  await attempt(10_000);
  clock.advance(19_999);
  expect(attempts).toHaveLength(2);
  await attempt(1);
  rules.answers = {};
  for (let minute = 0; minute < 20; minute++) clock.advance(60_000);
  await vi.waitFor(() => {
    clock.advance(60_000);
    expect(mail.status().state).toBe('idle');
  }, SOON);
  await received(3);
});

test('of MAIL_HOURLY, a part leaves at once and the rest is spread over the hour: the next visitor waits for one of them', async () => {
  const { signUp, received, mail, clock, mailbox, times } = await openSendingSite({
    mailHourly: 48,
  });
  const spaceMs = HOUR_MS / 36;
  for (let count = 0; count < 38; count++) await signUp(`p${count}@a.example`);
  await received(12);
  await vi.waitFor(() => expect(mail.status().state).toBe('limited'), SOON);
  await signUp('new@b.example');
  clock.advance(spaceMs);
  expect((await received(13)).map(({ to }) => to)).toContain('new@b.example');
  await vi.waitFor(() => {
    if (clock.timers() > 0) clock.advance(60_000); // else it is about to look
    expect(mailbox).toHaveLength(39);
  }, SOON);
  for (const [index, time] of times.entries()) {
    const next = times[index + 1] ?? time;
    if (index >= 11) expect(next - time).toBeLessThanOrEqual(spaceMs + 60_000);
    const inHour = times.filter((other) => other >= time && other < time + HOUR_MS).length;
    expect(inHour).toBeLessThanOrEqual(48);
  }
});

test('while a client has used up its part of the hour, the first message of another leaves at once', async () => {
  const { signUp, received, mail } = await openSendingSite({ mailHourly: 4 });
  for (let count = 0; count < 6; count++) await signUp(`p${count}@a.example`, 'Jane', 'many');
  await received(3);
  await vi.waitFor(() => expect(mail.status().state).toBe('limited'), SOON);
  await signUp('new@b.example', 'John', 'one');
  expect((await received(4)).map(({ to }) => to)).toContain('new@b.example');
});

test('many signups with one address in any spelling, over ten days, cause three messages a day', async () => {
  const { signUp, clock, mailbox, mail } = await openSendingSite();
  const spellings = ['victim@a.example', 'VICTIM@a.example', 'victim+x@a.example'];
  for (let count = 0; count < 100; count++) {
    await signUp(spellings[count % 3] ?? '', `Jane ${count}`);
    if (count % 10 !== 9) continue;
    const day = (count + 1) / 10;
    await vi.waitFor(() => {
      clock.advance(0);
      expect(mailbox).toHaveLength(3 * day);
    }, SOON);
    await vi.waitFor(() => expect(mail.status().state).toBe('idle'), SOON);
    clock.advance(DAY_MS);
  }
});

test('a stop lets the message in progress finish', async () => {
  const { signUp, holdReplies, arrived, mail, clock, store, mailbox } = await openSendingSite();
  const release = holdReplies();
  await signUp('jane@a.example');
  clock.advance(0);
  await vi.waitFor(() => expect(arrived()).toBe(1), SOON);
  const stopped = mail.stop();
  expect(mailbox).toEqual([]);
  release();
  await stopped;
  expect(mailbox).toHaveLength(1);
  expect(await store.mailState()).toMatchObject({ waiting: 0, sent: 1 });
});

test('a stop waits for a silent server for 7 s, and the message stays', async () => {
  const { signUp, rules, mail, clock, store } = await openSendingSite();
  rules.answers.DATA = 'silence';
  await signUp('jane@a.example');
  clock.advance(0);
  await vi.waitFor(() => expect(mail.status().state).toBe('sending'), SOON);
  const stopped = mail.stop();
  clock.advance(7_000);
  await stopped;
  expect((await store.nextMessage(mailQueue(clock.now()))).message).not.toBeNull();
});

test('erasing a person or leaving takes back what waits', async () => {
  const { signUp, rules, attempt, store, clock, received, mailbox } = await openSendingSite();
  rules.answers.RCPT = '450 4.2.0 Later';
  await signUp('jane@a.example');
  await attempt();
  await store.eraseSignups('jane@a.example', NOON);
  expect(await store.mailState()).toMatchObject({ waiting: 0 });
  await signUp('jim@a.example');
  await attempt();
  const { message } = await store.nextMessage(mailQueue(clock.now() + DAY_MS));
  expect(await store.leave(String(message?.payload['token']), NOON)).toBe('left');
  expect(await store.mailState()).toMatchObject({ waiting: 0 });
  rules.answers = {};
  await signUp('john@a.example');
  await received(1);
  expect(mailbox[0]?.to).toBe('john@a.example');
});
