import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../testing/test-app.ts';
import { StoreUnavailableError } from '../../store.ts';
import { createSqliteIntake, type IntakeOptions } from './write-intake.ts';

function openIntake(options: IntakeOptions = {}) {
  const file = join(temporaryFolder(), 'site.db');
  const open = () => {
    const db = new Sqlite(file, { timeout: 10 });
    onTestFinished(() => {
      db.close();
    });
    return db;
  };
  const db = open();
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE kept (n INTEGER UNIQUE)');
  const other = open();
  const insert = db.prepare('INSERT INTO kept (n) VALUES (?)');
  const intake = createSqliteIntake(db, options);
  const keep = (n: number) => intake.run(1, () => insert.run(n).changes);
  const kept = () => other.prepare('SELECT n FROM kept ORDER BY n').pluck().all();
  return { db, other, intake, keep, kept };
}

/** Resolves after the first attempt to write has met a lock. Each attempt takes one iteration of the event loop. */
async function meetLock() {
  for (let turn = 0; turn < 3; turn++) await nextTurn();
}

test('an operation that throws midway leaves no rows', async () => {
  const { intake, db, keep, kept } = openIntake();
  const half = intake.run(2, () => {
    db.exec('INSERT INTO kept (n) VALUES (10)');
    throw new Error('midway');
  });
  const outcomes = await Promise.allSettled([keep(1), half, keep(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(kept()).toEqual([1, 2]);
});

test('an answered write is on disk: another connection sees it at once', async () => {
  const { keep, kept } = openIntake();
  for (const n of [1, 2, 3]) {
    await keep(n);
    expect(kept()).toContain(n);
  }
});

test('a wait for the lock of another process does not block the event loop', async () => {
  const { other, keep, kept } = openIntake();
  other.exec('BEGIN IMMEDIATE');
  let settled = false;
  const kept1 = keep(1).finally(() => {
    settled = true;
  });
  await meetLock();
  expect(settled).toBe(false);
  other.exec('COMMIT');
  expect(await kept1).toBe(1);
  expect(kept()).toEqual([1]);
});

test('a lock held for too long rejects all waiting writes, and later writes succeed', async () => {
  const { other, keep, kept } = openIntake({ lockTimeoutMs: 60 });
  other.exec('BEGIN IMMEDIATE');
  const outcomes = await Promise.allSettled([keep(1), keep(2)]);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ reason: expect.any(StoreUnavailableError) });
  }
  other.exec('COMMIT');
  await keep(3);
  expect(kept()).toEqual([3]);
});

test('all waiting groups together wait for a lock once', async () => {
  const { other, keep } = openIntake({ lockTimeoutMs: 200, maxRows: 1 });
  other.exec('BEGIN IMMEDIATE');
  let refused = 0;
  const waiting = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => keep(n).catch(() => ++refused));
  await Promise.race(waiting);
  await nextTurn();
  expect(refused).toBe(8);
});

test('the queue stays bounded while another process holds the lock', async () => {
  const { other, intake, keep, kept } = openIntake({ maxWaitingRows: 3 });
  other.exec('BEGIN IMMEDIATE');
  const waiting = [keep(1), keep(2), keep(3)];
  await meetLock();
  expect(intake.waiting()).toBe(3);
  await expect(keep(4)).rejects.toThrow('QUEUE_FULL');
  other.exec('COMMIT');
  expect(await Promise.all(waiting)).toEqual([1, 1, 1]);
  expect(kept()).toEqual([1, 2, 3]);
});

test.each([
  { name: 'is let go of', lockTimeoutMs: 5_000, statuses: ['fulfilled', 'rejected', 'fulfilled'] },
  { name: 'is held too long', lockTimeoutMs: 0, statuses: ['rejected', 'rejected', 'rejected'] },
])(
  'when operations that failed together meet a lock that $name, every one is answered',
  async ({ lockTimeoutMs, statuses }) => {
    const { other, intake, keep } = openIntake({ lockTimeoutMs });
    let attempts = 0;
    const failing = intake.run(1, () => {
      attempts += 1;
      // The group is rolled back before this runs. Its operations are then tried alone.
      if (attempts === 1) setImmediate(() => other.exec('BEGIN IMMEDIATE'));
      throw new Error('a bug');
    });
    const all = Promise.allSettled([keep(1), failing, keep(2)]);
    while (!other.inTransaction) await nextTurn();
    await meetLock();
    expect(intake.waiting()).toBe(lockTimeoutMs === 0 ? 0 : 3);
    other.exec('COMMIT');
    expect((await all).map(({ status }) => status)).toEqual(statuses);
    await keep(3);
  },
);

test('a full disk refuses a whole group after one attempt, and leaves no rows of it', async () => {
  const { db, intake, keep, kept } = openIntake();
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
  let attempts = 0;
  const write = () =>
    intake.run(1, () => {
      attempts += 1;
      db.exec('CREATE TABLE large (text)');
    });
  const outcomes = await Promise.allSettled([keep(1), write(), keep(2)]);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ reason: expect.any(StoreUnavailableError) });
  }
  expect([attempts, kept()]).toEqual([1, []]);
  db.pragma('max_page_count = 1000000');
  await keep(3);
  expect(kept()).toEqual([3]);
});

test('an answered write is committed: a failing commit rejects and leaves no rows', async () => {
  const { db, intake, keep, kept } = openIntake();
  db.pragma('foreign_keys = ON');
  db.exec(
    'CREATE TABLE child (n INTEGER REFERENCES kept (n) DEFERRABLE INITIALLY DEFERRED, id INTEGER)',
  );
  const orphan = () => intake.run(1, () => db.exec('INSERT INTO child VALUES (404, 1)'));
  await expect(orphan()).rejects.toThrow('FOREIGN KEY');
  const outcomes = await Promise.allSettled([keep(1), orphan(), keep(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(kept()).toEqual([1, 2]);
  expect(db.prepare('SELECT count(*) FROM child').pluck().get()).toBe(0);
});

test('writes that are waiting when the database closes are refused', async () => {
  const { db, keep } = openIntake();
  const late = keep(1);
  db.close();
  await expect(late).rejects.toThrow(new StoreUnavailableError('CLOSED'));
});
