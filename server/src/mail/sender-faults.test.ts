import Sqlite from 'better-sqlite3';
import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { openPostgresStore } from '../store/postgres/open-store.ts';
import { signup } from '../store/testing/store-contract-data.ts';
import { hasPostgres, openPostgresDatabase } from '../testing/programs/postgres.ts';
import { openSendingSite, SOON } from '../testing/sites/sending-site.ts';
import { sqliteTest } from '../testing/test-database.ts';

sqliteTest(
  'while a result cannot be recorded, nothing more is sent; then it is recorded',
  async () => {
    const { database, store, mail, mailbox, clock, signUp } = await openSendingSite();
    const db = new Sqlite(database);
    onTestFinished(() => void db.close());
    db.exec(`CREATE TRIGGER full BEFORE UPDATE ON outbox WHEN NEW.state = 'sent'
      BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);
    await signUp('jane@a.example');
    await signUp('john@a.example');
    for (let minute = 0; minute < 5; minute++) {
      clock.advance(60_000);
      await vi.waitFor(() => expect(clock.timers()).toBeGreaterThan(0), SOON);
    }
    expect(mailbox).toHaveLength(1);
    db.exec('DROP TRIGGER full');
    await vi.waitFor(async () => {
      clock.advance(60_000);
      expect(await store.mailState()).toMatchObject({ waiting: 0, sent: 2 });
    }, SOON);
    expect(mailbox).toHaveLength(2);
    await vi.waitFor(() => expect(mail.status().state).toBe('idle'), SOON);
  },
);

sqliteTest('where an attempt cannot be recorded, nothing is sent', async () => {
  const { database, mailbox, clock, signUp, allLines } = await openSendingSite();
  const db = new Sqlite(database);
  onTestFinished(() => void db.close());
  db.exec(`CREATE TRIGGER full BEFORE UPDATE ON outbox
    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);
  await signUp('jane@a.example');
  clock.advance(0);
  await vi.waitFor(() => expect(allLines.join()).toContain('messages cannot be read'), SOON);
  expect(mailbox).toEqual([]);
});

test('during an outage with one message the state stays failing, and another signup does not shorten the pause', async () => {
  const { signUp, attempt, rules, mail, clock, attempts, received } = await openSendingSite();
  rules.answers.greeting = '421 4.3.2 Down';
  await signUp('jane@a.example');
  await attempt();
  const failing = { state: 'failing', reason: expect.stringContaining('Down') };
  for (let seconds = 0; seconds < 50; seconds += 10) {
    clock.advance(10_000);
    await vi.waitFor(() => expect(clock.timers()).toBe(1), SOON);
    expect(mail.status()).toEqual(failing);
  }
  expect(attempts).toHaveLength(3); // after pauses of about 10, 20 and 40 s
  await signUp('john@a.example');
  clock.advance(0);
  expect(attempts).toHaveLength(3);
  rules.answers = {};
  await vi.waitFor(() => {
    clock.advance(10_000);
    expect(mail.status()).toEqual({ state: 'idle', reason: null });
  }, SOON);
  await received(2);
});

test('whatever a server answers to receivers, the next one gets the message at once', async () => {
  const { signUp, rules, store, mail, attempt, received } = await openSendingSite();
  const answers = [
    '554 5.7.1 Relay access denied',
    '571 No',
    '550 5.4.1 No',
    '550',
    '552 mailbox over quota',
  ];
  for (const [index, answer] of [...answers, ...answers].entries()) {
    rules.answers.RCPT = answer;
    await signUp(`p${index}@a.example`);
    await attempt();
  }
  rules.answers = {};
  await signUp('jane@b.example');
  await received(1); // the clock stands still
  await vi.waitFor(() => expect(mail.status()).toEqual({ state: 'idle', reason: null }), SOON);
  expect(await store.mailState()).toMatchObject({ sent: 1, givenUp: 0 });
});

test('receivers at which the server breaks off hold up nobody, however many', async () => {
  const { signUp, attempt, rules, mail, attempts, received } = await openSendingSite();
  rules.answers.RCPT = '421 4.4.2 Closing';
  for (const name of ['a', 'b', 'c']) {
    await signUp(`${name}@a.example`);
    await attempt();
  }
  expect(attempts).toEqual(['later', 'later', 'later']);
  expect(mail.status().reason).toBeNull();
  rules.answers = {};
  await signUp('john@a.example');
  await received(1);
});

test('a server that refuses several domains in a row refuses us: messages are kept for days, and new ones tried at once', async () => {
  const { signUp, attempt, rules, mail, clock, store, received, attempts } =
    await openSendingSite();
  rules.answers.RCPT = '554 5.7.1 Relay access denied';
  for (const name of ['a', 'b', 'c', 'd']) {
    await signUp(`jane@${name}.example`);
    await attempt();
  }
  // One domain alone is that domain's affair, and so are two as long as nothing was accepted.
  expect(attempts).toEqual(['refused', 'refused', 'later', 'later']);
  const failing = { state: 'failing', reason: '554 5.7.1' };
  await vi.waitFor(() => expect(mail.status()).toEqual(failing), SOON);
  rules.answers.RCPT = '550 5.1.1 No such user';
  await signUp('nobody@d.example');
  await attempt();
  expect(attempts.at(-1)).toBe('refused');
  expect(mail.status()).toEqual(failing);
  rules.answers.RCPT = '554 5.7.1 Relay access denied';
  for (let count = 0; count < 12; count++) await attempt(DAY_MS / 4);
  expect(await store.mailState()).toMatchObject({ waiting: 2, refused: 3, givenUp: 0 });
  rules.answers = {};
  await signUp('jane@e.example');
  await received(1); // the clock stands still
  await vi.waitFor(() => {
    clock.advance(60_000);
    expect(mail.status()).toEqual({ state: 'idle', reason: null });
  }, SOON);
  await received(3);
});

test('domains of a stranger that are refused say nothing about us, once mail was accepted', async () => {
  const { signUp, attempt, rules, mail, received, attempts } = await openSendingSite();
  await signUp('jane@a.example');
  await received(1);
  rules.answers.RCPT = '554 5.7.1 Relay access denied';
  for (const name of ['b', 'c', 'd', 'e']) {
    await signUp(`x@${name}.example`);
    await attempt();
  }
  expect(attempts).toEqual(['sent', 'refused', 'refused', 'refused', 'refused']);
  expect(mail.status().state).toBe('idle');
  await signUp('john@a.example');
  await attempt();
  expect(attempts.at(-1)).toBe('later');
  await vi.waitFor(() => expect(mail.status().state).toBe('failing'), SOON);
});

test('a server that takes each message and never answers gets two copies, and both count', async () => {
  const { signUp, attempt, rules, mailbox, clock, store } = await openSendingSite();
  rules.drops = 9;
  await signUp('jane@a.example');
  await attempt();
  await attempt(60_000);
  await vi.waitFor(async () => expect((await store.mailState()).givenUp).toBe(1), SOON);
  expect(mailbox).toHaveLength(2);
  expect((await store.mailReasons())[0]?.reason).toContain('had it twice');
  clock.advance(DAY_MS);
  expect(mailbox).toHaveLength(2);
});

test('a limit over a long backlog is warned of once', async () => {
  const { signUp, mail, clock, mailbox, allLines } = await openSendingSite({ mailHourly: 2 });
  for (let count = 0; count < 6; count++) await signUp(`p${count}@a.example`);
  await vi.waitFor(() => {
    clock.advance(60_000);
    expect(mailbox).toHaveLength(6);
  }, SOON);
  await vi.waitFor(() => {
    clock.advance(1_000);
    expect(mail.status().state).toBe('idle');
  }, SOON);
  expect(allLines.filter((line) => line.includes('mail waits'))).toHaveLength(1);
});

test("the site's name is the sender's, even if it looks like a link", async () => {
  const { signUp, received, mailbox, site, openMail, mail } = await openSendingSite();
  await mail.stop();
  const next = openMail({ site: { ...site, brand: 'Cal.com\r\nBcc: x@y.example' } });
  onTestFinished(() => next.stop());
  next.start();
  await signUp('jane@a.example');
  await received(1);
  expect(mailbox[0]?.raw).toContain('From: "Cal.com Bcc: x@y.example" <support@');
});

test('a message that comes while the lease is being given back is sent at once', async () => {
  const site = await openSendingSite();
  await site.mail.stop();
  let isFirst = true;
  const store: typeof site.store = {
    ...site.store,
    async runAlone(name, work) {
      const ran = await site.store.runAlone(name, work);
      if (isFirst) {
        isFirst = false;
        await site.store.insertSignup(signup(), mail.newRequest());
        mail.wake();
      }
      return ran;
    },
  };
  const mail = site.openMail({ store });
  onTestFinished(() => mail.stop());
  mail.start();
  await site.received(1); // the clock stands still
});

test.skipIf(!hasPostgres())(
  'two processes on one PostgreSQL send 30 messages once each, also when the database ends a lease',
  async () => {
    const url = await openPostgresDatabase();
    const [site, other] = await Promise.all([
      openSendingSite({}, await openPostgresStore(url)),
      openPostgresStore(url),
    ]);
    onTestFinished(() => other.close());
    const second = site.openMail({ store: other });
    onTestFinished(() => second.stop());
    for (let count = 0; count < 30; count++) await site.signUp(`p${count}@a.example`);
    second.start();
    const client = new Client(url);
    await client.connect();
    onTestFinished(() => client.end());
    let ended = 0;
    await vi.waitFor(async () => {
      site.clock.advance(1_000);
      if (ended === 0 && site.mailbox.length > 3) {
        const { rows } = await client.query<{ pid: number }>(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
           AND state = 'idle in transaction' AND pid <> pg_backend_pid()`,
        );
        ended = rows.length;
      }
      expect(await site.store.mailState()).toMatchObject({ waiting: 0, sent: 30 });
    }, SOON);
    expect(new Set(site.mailbox.map(({ id }) => id)).size).toBe(30);
    // The message whose lease ended may have been sent by both.
    expect(site.mailbox.length).toBeLessThanOrEqual(30 + ended);
  },
);
