import { expect, test } from 'vitest';
import { type DatabaseAddress, isPostgres } from '../database/database-address.ts';
import { batch, grant, scroll, text } from '../store/testing/store-contract-data.ts';
import { runBuilt } from '../testing/sites/built-server.ts';
import { NOON, newTestDatabase } from '../testing/test-app.ts';
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
  const at = '2026-03-14T12:00:01.000Z';
  expect(JSON.parse((await run(database, ['status', '--json'])).stdout)).toMatchObject({
    ...{ destination: null, waiting: 2, waitingSince: '2026-03-14T12:00:00.000Z' },
    ...{ delivered: 1, deliveredAt: at, setAside: 1 },
    skipped: { no_grant: 0, withdrawn: 7, expired: 0, other_recipient: 0 },
    deadLetters: [{ eventId: EVENT, reason: 'PostHog answered 400: bad event', at }],
    failure: { reason: 'PostHog answered 503', at: '2026-03-14T12:00:02.000Z' },
  });
  const unknown = await run(database, ['retry']);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('not retry')]);
}, 60_000);
