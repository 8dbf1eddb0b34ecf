import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { openSendingSite, soon } from '../testing/sites/sending-site.ts';
import { sqliteTest } from '../testing/test-database.ts';

test('a reply 4xx is tried again after longer and longer pauses, for 48 hours', async () => {
  const { signUp, attempt, tryAgain, rules, attempts, times, store, received } =
    await openSendingSite();
  rules.answers.DATA = '451 4.3.0 Not now';
  await signUp('jane@a.example');
  await attempt();
  while (attempts.at(-1) === 'later') await tryAgain();
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

test.each([
  [1, { waiting: 0, sent: 1, givenUp: 0 }],
  [9, { waiting: 0, sent: 0, givenUp: 1 }],
])(
  'a server that takes a message and breaks off %i times gets two copies at most, alike',
  async (drops, state) => {
    const { signUp, attempt, tryAgain, rules, mailbox, clock, store } = await openSendingSite();
    rules.drops = drops;
    await signUp('jane@a.example');
    await attempt();
    expect(mailbox).toHaveLength(1);
    await tryAgain();
    await soon(async () => expect(await store.mailState()).toMatchObject(state));
    clock.advance(DAY_MS);
    expect(mailbox).toHaveLength(2);
    expect(new Set(mailbox.map(({ id }) => id)).size).toBe(1);
    expect(new Set(mailbox.map(({ raw }) => /token=[\w-]+/.exec(raw)?.[0])).size).toBe(1);
  },
);

test('a refused address is set aside, and the others get their messages', async () => {
  const { signUp, attempt, received, rules, store, allLines } = await openSendingSite();
  rules.answers.RCPT = '550 5.1.1 jane@a.example is unknown';
  await signUp('jane@a.example');
  await attempt();
  rules.answers = {};
  await signUp('"quoted"@b.example');
  await signUp('john@b.example');
  await received(1);
  await soon(async () => expect(await store.mailState()).toMatchObject({ refused: 2 }));
  expect((await store.mailReasons()).map(({ reason }) => reason)).toEqual([
    '550 5.1.1 the address is unknown',
    'mail is not sent to an address of this form',
  ]);
  expect(allLines.join()).not.toMatch(/@|token/);
});

test('while the server refuses us, all mail pauses for days, and leaves within a quarter of an hour once it does not', async () => {
  const { signUp, attempt, rules, mail, clock, attempts, mailbox, allLines } =
    await openSendingSite();
  const reason = '535 5.7.8 We do not know you';
  rules.answers.login = reason;
  await signUp('jane@a.example');
  await signUp('john@a.example');
  for (let count = 0; count < 12; count++) await attempt(15 * 60_000);
  clock.advance(3 * DAY_MS);
  expect(mail.status()).toEqual({ state: 'failing', reason });
  expect(new Set(attempts)).toEqual(new Set(['unreachable']));
  expect(allLines.filter((line) => line.includes(reason))).toHaveLength(1);
  rules.answers = {};
  await attempt(15 * 60_000);
  await soon(() => expect(mailbox).toHaveLength(2));
});

test('during an outage with one message the state stays failing, and another signup does not shorten the pause', async () => {
  const { signUp, attempt, rules, mail, clock, attempts, received, idles, settled } =
    await openSendingSite();
  rules.answers.greeting = '421 4.3.2 Down';
  await signUp('jane@a.example');
  await attempt();
  for (let seconds = 0; seconds < 50; seconds += 10) {
    clock.advance(10_000);
    await soon(() => expect(clock.timers()).toBe(1));
    const reason = expect.stringContaining('Down');
    expect(mail.status()).toEqual({ state: 'failing', reason });
  }
  expect(attempts).toHaveLength(3); // after pauses of about 10, 20 and 40 s
  await signUp('john@a.example');
  clock.advance(0);
  await settled();
  expect(attempts).toHaveLength(3);
  rules.answers = {};
  await idles(10_000);
  await received(2);
});

test('whatever a server answers to receivers, the next one gets the message at once', async () => {
  const { signUp, rules, store, attempt, received, idles } = await openSendingSite();
  const refusals = ['554 5.7.1 Relay access denied', '571 No', '550 5.4.1 No', '550'];
  const answers = [...refusals, '552 mailbox over quota', '421 4.4.2 Closing'];
  for (const [index, answer] of [...answers, ...answers].entries()) {
    rules.answers.RCPT = answer;
    await signUp(`p${index}@a.example`);
    await attempt();
  }
  rules.answers = {};
  await signUp('jane@b.example');
  await received(1); // the clock stands still
  await idles();
  expect(await store.mailState()).toMatchObject({ sent: 1, givenUp: 0 });
});

test('while a server refuses us by refusing all domains, messages are kept for days, and new ones tried at once', async () => {
  const { signUp, attempt, rules, mail, store, received, idles } = await openSendingSite();
  rules.answers.RCPT = '554 5.7.1 Relay access denied';
  for (const name of ['a', 'b', 'c', 'd']) {
    await signUp(`jane@${name}.example`);
    await attempt();
  }
  const failing = { state: 'failing', reason: '554 5.7.1' };
  await soon(() => expect(mail.status()).toEqual(failing));
  for (let count = 0; count < 12; count++) await attempt(DAY_MS / 4);
  expect(await store.mailState()).toMatchObject({ waiting: 2, refused: 2, givenUp: 0 });
  rules.answers = {};
  await signUp('jane@e.example');
  await received(1); // the clock stands still
  await idles(60_000);
  await received(3);
});

/** Opens a site of which a change of the outbox fails, as on a full disk. */
async function openFull(when = '') {
  const site = await openSendingSite();
  const db = new Sqlite(site.database);
  onTestFinished(() => void db.close());
  db.exec(`CREATE TRIGGER full BEFORE UPDATE ON outbox ${when}
    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);
  return { ...site, makeRoom: () => db.exec('DROP TRIGGER full') };
}

sqliteTest(
  'while a result cannot be recorded, nothing more is sent; then it is recorded',
  async () => {
    const site = await openFull(`WHEN NEW.state = 'sent'`);
    await site.signUp('jane@a.example');
    await site.signUp('john@a.example');
    for (let minute = 0; minute < 5; minute++) {
      site.clock.advance(60_000);
      await site.settled();
    }
    expect(site.mailbox).toHaveLength(1);
    site.makeRoom();
    await soon(async () => {
      site.clock.advance(60_000);
      expect(await site.store.mailState()).toMatchObject({ waiting: 0, sent: 2 });
    });
    expect(site.mailbox).toHaveLength(2);
    await site.idles();
  },
);

sqliteTest('where an attempt cannot be recorded, nothing is sent', async () => {
  const { mailbox, clock, signUp, allLines } = await openFull();
  await signUp('jane@a.example');
  clock.advance(0);
  await soon(() => expect(allLines.join()).toContain('messages cannot be read'));
  expect(mailbox).toEqual([]);
});
