import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { openSendingSite, soon } from '../testing/sites/sending-site.ts';
import { sqliteTest } from '../testing/test-database.ts';

test('a reply 4xx is tried again after longer and longer pauses', async () => {
  const { signUp, attempt, tryAgain, rules, times } = await openSendingSite();
  rules.answers.DATA = '451 4.3.0 Not now';
  await signUp('jane@a.example');
  await attempt();
  await tryAgain();
  await tryAgain();
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  // In whole minutes, because it looks every 30 s.
  expect(pauses.map((ms) => Math.floor(ms / 60_000))).toEqual([1, 5]);
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
