import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openForCommand } from '../database/open-database.ts';
import { EVERYBODY, join, start } from '../list/testing/store-contract-list.ts';
import { createRandom, crashSeed as seed } from '../testing/data/random.ts';
import { openMailServer } from '../testing/programs/mail-server.ts';
import { ask } from '../testing/programs/postgres.ts';
import { rounds } from '../testing/rounds.ts';
import { change } from '../testing/sites/kept-site.ts';
import { createProject, startListening } from '../testing/sites/server-process.ts';
import { newTestDatabase, urlOf } from '../testing/test-app.ts';
import { openTestStore, runsOnPostgres } from '../testing/test-database.ts';

const ROUNDS = rounds(3, 30);
const PEOPLE = rounds(120, 2_000);
/** As many as PostgreSQL allows. SQLite has one. */
const PROCESSES = runsOnPostgres ? 2 : 1;

const everybody = Array.from(
  { length: PEOPLE },
  (_, count) => `p${count}@host${count % 50}.example`,
);

test(`a mailing that is killed ${ROUNDS} times, paused, limited and refused reaches each of ${PEOPLE} once, or lists who is in doubt (CRASH_SEED=${seed})`, async () => {
  const random = createRandom(seed);
  const mail = await openMailServer();
  onTestFinished(() => mail.close());
  const [root, database] = [createProject(), await newTestDatabase()];
  await (await openTestStore(database)).close();
  const store = await openForCommand(database);
  onTestFinished(() => store.close());
  for (const email of everybody) await join(store, email);
  await store.judgeClock(Date.now(), true); // they joined months ago
  const { id, started } = await start(store, PEOPLE, EVERYBODY, Date.now());
  expect(started).toEqual({ outcome: 'started' });
  const startAll = (hourly: number) => {
    const env = {
      DATABASE_URL: urlOf(database),
      ...{ SMTP_URL: mail.url, MAIL_HOURLY: String(hourly), RATE_LIMITS: 'off' },
    };
    return Promise.all(Array.from({ length: PROCESSES }, () => startListening(root, env)));
  };
  const recipients = async () => (await store.readMailing(id))?.recipients;
  const waitingNow = async () => (await recipients())?.waiting ?? 0;

  for (let round = 0; round < ROUNDS; round++) {
    const before = mail.arrived();
    // Some rounds have a limit that ends them early.
    const servers = await startAll(random(4) === 0 ? 2 * (before + 5) : 1_000_000);
    mail.rules.answers = random(5) === 0 ? { RCPT: '451 4.2.1 Later' } : {};
    if (random(4) === 0) mail.rules.drops = 1; // takes the message, and closes the connection
    const arriving = () => expect(mail.arrived()).toBeGreaterThan(before + random(3));
    await vi.waitFor(arriving, { interval: 20, timeout: 1_500 }).catch(() => {}); // limited or refused
    if (random(3) === 0) {
      expect(await store.changeMailing(id, 'paused', Date.now())).toBe(true);
      // What was handed over before may still arrive.
      const waiting = await waitingNow();
      await sleep(300);
      expect(await waitingNow()).toBeGreaterThanOrEqual(waiting);
      expect(await store.changeMailing(id, 'sending', Date.now())).toBe(true);
    }
    await sleep(random(150));
    for (const { child } of servers) child.kill('SIGKILL');
    await Promise.all(servers.map(({ exited }) => exited));
  }
  mail.rules.answers = {};
  mail.rules.drops = 0;
  // Those whom the server told to wait would wait for minutes.
  if (runsOnPostgres) await ask(database, 'UPDATE mailing_recipients SET due_at = to_timestamp(0)');
  else change(database, 'UPDATE mailing_recipients SET due_at = 0');
  const [server] = await startAll(1_000_000);
  await vi.waitFor(
    async () => {
      const mailing = await store.readMailing(id);
      expect(mailing?.recipients.waiting).toBe(0);
      expect(mailing?.state).toBe('done');
    },
    { timeout: rounds(60_000, 420_000), interval: 250 },
  );

  const times = new Map<string, number>();
  for (const { to } of mail.mailbox) times.set(to, (times.get(to) ?? 0) + 1);
  const troubled = await store.readTroubled(id);
  const inDoubt = new Set(troubled.map(({ email }) => email));
  expect(everybody.filter((email) => (times.get(email) ?? 0) > 1)).toEqual([]);
  expect(everybody.filter((email) => !times.has(email) && !inDoubt.has(email))).toEqual([]);
  expect(((await recipients())?.sent ?? 0) + troubled.length).toBe(PEOPLE);
  // At most what each killed process had in its hands, and what the server took without a word.
  expect(inDoubt.size).toBeLessThanOrEqual(ROUNDS * (PROCESSES + 1));
  expect(server?.output.stderr).toBe('');
}, 900_000);
