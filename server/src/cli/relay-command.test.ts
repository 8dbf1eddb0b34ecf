import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { type DatabaseAddress, isPostgres } from '../database/database-address.ts';
import { batch, grant, scroll, text } from '../store/testing/store-contract-data.ts';
import { runBuilt } from '../testing/sites/built-server.ts';
import { NOON, newTestDatabase, temporaryFolder } from '../testing/test-app.ts';
import { openTestStore } from '../testing/test-database.ts';

const run = (database: DatabaseAddress, args: string[], env = {}) =>
  runBuilt('relay', args, {
    DATABASE_URL: isPostgres(database) ? database : `file:${database}`,
    ...env,
  });

const EVENT = '0195a000-0000-7000-8000-000000000001';

async function createDatabase() {
  const database = await newTestDatabase();
  const store = await openTestStore(database);
  await store.publishConsentTexts([text()]);
  await store.recordDecision(grant());
  const events = [EVENT, 'b', 'c', 'd'].map((id) => scroll(25, NOON, id));
  await store.recordEvents(batch({ receivedAt: NOON, events }));
  const setAside = { seq: 1, reason: 'PostHog answered 400: bad event' };
  const at = NOON + 1000;
  const skipped = { withdrawn: 7 };
  await store.settleDeliveries({ through: 2, delivered: 1, skipped, setAside, at });
  await store.noteDeliveryFailure('PostHog answered 503', NOON + 2000);
  await store.close();
  return database;
}

test('it reports the delivery, in words and as JSON', async () => {
  const database = await createDatabase();
  const env = { POSTHOG_KEY: 'phc_secret', POSTHOG_HOST: 'https://us.i.posthog.com' };
  const { stdout } = await run(database, ['status'], env);
  expect(stdout).toBe(
    [
      'destination   https://us.i.posthog.com',
      'waiting       2, the first since 2026-03-14T12:00:00.000Z',
      'delivered     1, the last at 2026-03-14T12:00:01.000Z',
      'passed over   7, consent withdrawn',
      'set aside     1',
      `              ${EVENT} at 2026-03-14T12:00:01.000Z: PostHog answered 400: bad event`,
      'last failure  PostHog answered 503, at 2026-03-14T12:00:02.000Z',
      '',
    ].join('\n'),
  );
  expect(JSON.parse((await run(database, ['status', '--json'])).stdout)).toEqual({
    destination: null,
    waiting: 2,
    waitingSince: '2026-03-14T12:00:00.000Z',
    delivered: 1,
    deliveredAt: '2026-03-14T12:00:01.000Z',
    skipped: { no_grant: 0, withdrawn: 7, expired: 0, other_recipient: 0 },
    setAside: 1,
    deletions: { waiting: 0, refused: 0, reason: null },
    deadLetters: [
      { eventId: EVENT, reason: 'PostHog answered 400: bad event', at: '2026-03-14T12:00:01.000Z' },
    ],
    failure: { reason: 'PostHog answered 503', at: '2026-03-14T12:00:02.000Z' },
  });
}, 60_000);

test('it has help, and reports what it cannot do', async () => {
  const none = join(temporaryFolder(), 'none.db');
  expect((await run(none, ['--help'])).stdout).toContain('npm run relay -- status');
  const failing = async (file: string, args: string[], words: string) =>
    expect(await run(file, args)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(words),
    });
  await failing(none, ['status'], `there is no database at ${none}`);
  await failing(none, ['retry'], 'the only command is status, not retry');
  await failing(none, ['--csv'], '--csv');
  const old = join(temporaryFolder(), 'old.db');
  const db = new Sqlite(old);
  db.exec('CREATE TABLE events (seq INTEGER PRIMARY KEY)');
  db.close();
  await failing(old, ['status'], 'belongs to an older version');
}, 60_000);
