import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import {
  createSqliteIntake,
  type IntakeOptions,
} from '../../store/sqlite/connection/write-intake.ts';
import { StoreUnavailableError } from '../../store/store.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

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

test('a lock held for too long rejects all waiting groups at once, and later writes succeed', async () => {
  const { other, keep, kept } = openIntake({ lockTimeoutMs: 200, maxRows: 1 });
  other.exec('BEGIN IMMEDIATE');
  const refused: unknown[] = [];
  const waiting = [1, 2, 3, 4].map((n) => keep(n).catch((error) => refused.push(error)));
  await Promise.race(waiting);
  await nextTurn();
  expect(refused).toEqual(Array(4).fill(expect.any(StoreUnavailableError)));
  other.exec('COMMIT');
  await keep(5);
  expect(kept()).toEqual([5]);
});

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

test('an operation that throws midway, or whose commit fails, is rejected and leaves no rows', async () => {
  const { db, intake, keep, kept } = openIntake();
  db.pragma('foreign_keys = ON');
  db.exec(
    'CREATE TABLE child (n INTEGER REFERENCES kept (n) DEFERRABLE INITIALLY DEFERRED, id INTEGER)',
  );
  const orphan = () => intake.run(1, () => db.exec('INSERT INTO child VALUES (404, 1)'));
  await expect(orphan()).rejects.toThrow('FOREIGN KEY');
  const half = () =>
    intake.run(2, () => {
      db.exec('INSERT INTO kept (n) VALUES (10)');
      throw new Error('midway');
    });
  const outcomes = await Promise.allSettled([keep(1), orphan(), half(), keep(2)]);
  const statuses = ['fulfilled', 'rejected', 'rejected', 'fulfilled'];
  expect(outcomes.map(({ status }) => status)).toEqual(statuses);
  expect(kept()).toEqual([1, 2]);
  expect(db.prepare('SELECT count(*) FROM child').pluck().get()).toBe(0);
});

test('writes that are waiting when the database closes are refused', async () => {
  const { db, keep } = openIntake();
  const late = keep(1);
  db.close();
  await expect(late).rejects.toThrow(new StoreUnavailableError('CLOSED'));
});
