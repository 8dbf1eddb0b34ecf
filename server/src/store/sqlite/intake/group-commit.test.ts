import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../testing/test-app.ts';
import { StoreUnavailableError } from '../../store.ts';
import { createGroupCommit, type GroupCommitOptions } from './group-commit.ts';

function openGroup(options: GroupCommitOptions = {}) {
  const file = join(temporaryFolder(), 'group.db');
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
  const group = createGroupCommit(db, options);
  const keep = (n: number) => group.run(1, () => insert.run(n).changes);
  const kept = () => other.prepare('SELECT n FROM kept ORDER BY n').pluck().all();
  return { db, other, group, keep, kept };
}

test('one operation that fails takes none of its neighbours down', async () => {
  const { keep, kept } = openGroup();
  const outcomes = await Promise.allSettled([keep(1), keep(1), keep(2), keep(3)]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(kept()).toEqual([1, 2, 3]);
});

test('an operation that throws midway leaves nothing of itself', async () => {
  const { group, db, keep, kept } = openGroup();
  const half = group.run(2, () => {
    db.exec('INSERT INTO kept (n) VALUES (10)');
    throw new Error('midway');
  });
  const outcomes = await Promise.allSettled([keep(1), half, keep(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(kept()).toEqual([1, 2]);
});

test('who is answered is on disk: another connection sees it at once', async () => {
  const { keep, kept } = openGroup();
  for (const n of [1, 2, 3]) {
    await keep(n);
    expect(kept()).toContain(n);
  }
});

test('operations of one turn share a transaction, up to the cap', async () => {
  const { db, group, kept } = openGroup({ maxRows: 10 });
  const insert = db.prepare('INSERT INTO kept (n) VALUES (?)');
  const seen: number[] = [];
  const keep = (n: number) =>
    group
      .run(4, () => {
        insert.run(n);
      })
      .then(() => seen.push(kept().length));
  await Promise.all([keep(1), keep(2), keep(3), keep(4), keep(5)]);
  expect(seen).toEqual([2, 2, 4, 4, 5]);
});

test('one operation larger than the cap has a transaction of its own', async () => {
  const { group, keep } = openGroup({ maxRows: 10 });
  expect(await Promise.all([group.run(500, () => 'large'), keep(1)])).toEqual(['large', 1]);
});

test('a lock that another process holds is waited for, without blocking the event loop', async () => {
  const { other, keep, kept } = openGroup();
  other.exec('BEGIN IMMEDIATE');
  let settled = false;
  const kept1 = keep(1).finally(() => {
    settled = true;
  });
  await sleep(100);
  expect(settled).toBe(false);
  other.exec('COMMIT');
  expect(await kept1).toBe(1);
  expect(kept()).toEqual([1]);
});

test('a lock held for too long rejects everybody who waits, and later writes go through', async () => {
  const { other, keep, kept } = openGroup({ lockTimeoutMs: 60 });
  other.exec('BEGIN IMMEDIATE');
  const outcomes = await Promise.allSettled([keep(1), keep(2)]);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ reason: expect.any(StoreUnavailableError) });
  }
  other.exec('COMMIT');
  await keep(3);
  expect(kept()).toEqual([3]);
});

test('a lock is waited for once, not once for each group that waits', async () => {
  const { other, keep } = openGroup({ lockTimeoutMs: 200, maxRows: 1 });
  other.exec('BEGIN IMMEDIATE');
  const since = performance.now();
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7, 8].map(keep));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
  expect(performance.now() - since).toBeLessThan(1000);
});

test('beyond its bound the queue refuses at once, and takes again once it is shorter', async () => {
  const { other, keep, kept } = openGroup({ maxWaitingRows: 3 });
  other.exec('BEGIN IMMEDIATE');
  const waiting = [keep(1), keep(2), keep(3)];
  await expect(keep(4)).rejects.toThrow(StoreUnavailableError);
  other.exec('COMMIT');
  expect(await Promise.all(waiting)).toEqual([1, 1, 1]);
  await keep(5);
  expect(kept()).toEqual([1, 2, 3, 5]);
});

test('what writes nothing takes a place in the queue all the same', async () => {
  const { group } = openGroup({ maxWaitingRows: 2 });
  const waiting = [group.run(0, () => 'a'), group.run(0, () => 'b')];
  await expect(group.run(0, () => 'c')).rejects.toThrow(StoreUnavailableError);
  expect(await Promise.all(waiting)).toEqual(['a', 'b']);
});

test('places in the queue come free also after a lock that was held for too long, and after failures', async () => {
  const { other, keep, kept } = openGroup({ maxWaitingRows: 2, lockTimeoutMs: 60 });
  other.exec('BEGIN IMMEDIATE');
  await Promise.allSettled([keep(1), keep(2)]);
  other.exec('COMMIT');
  await Promise.allSettled([keep(3), keep(3)]);
  await Promise.all([keep(4), keep(5)]);
  expect(kept()).toEqual([3, 4, 5]);
});

test('a disk that is full refuses a whole group with one attempt, and leaves nothing of it', async () => {
  const { db, group, keep, kept } = openGroup();
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
  let attempts = 0;
  const write = () =>
    group.run(1, () => {
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

test('who is answered is committed: a commit that fails rejects, and leaves nothing', async () => {
  const { db, group, keep, kept } = openGroup();
  db.pragma('foreign_keys = ON');
  db.exec(
    'CREATE TABLE child (n INTEGER REFERENCES kept (n) DEFERRABLE INITIALLY DEFERRED, id INTEGER)',
  );
  const orphan = () => group.run(1, () => db.exec('INSERT INTO child VALUES (404, 1)'));
  await expect(orphan()).rejects.toThrow('FOREIGN KEY');
  const outcomes = await Promise.allSettled([keep(1), orphan(), keep(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(kept()).toEqual([1, 2]);
  expect(db.prepare('SELECT count(*) FROM child').pluck().get()).toBe(0);
});

test('draining waits for everything, also for what failed', async () => {
  const { group, keep, kept } = openGroup({ maxRows: 1 });
  const outcomes = Promise.allSettled([keep(1), keep(1), keep(2)]);
  await group.drain();
  expect(kept()).toEqual([1, 2]);
  await outcomes;
  await group.drain();
});

test('what still waits when the database is closed is refused', async () => {
  const { db, keep } = openGroup();
  const late = keep(1);
  db.close();
  await expect(late).rejects.toThrow(new StoreUnavailableError('CLOSED'));
});
