import { getEventListeners } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { funnelQuerySchema } from '#shared/funnel';
import { did, recordAll } from '../events/testing/store-contract-events.ts';
import { begin, postgresTest } from '../store/postgres/testing/postgres-site.ts';
import { StoreUnavailableError } from '../store/store.ts';
import { makeFunnelsSlow } from '../testing/hostile/slow-funnels.ts';
import { openStoreAndReader } from '../testing/open-reader.ts';
import { ask as askPostgres, openPostgresDatabase } from '../testing/programs/postgres.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { sqliteTest } from '../testing/test-database.ts';
import { builtReportsThread, openTestThread } from '../testing/test-reports.ts';
import { ReportsBusyError, ReportTooLongError } from './ask-reports.ts';
import { openReportsThread, type ReportsThreadOptions } from './reports-thread.ts';

/** Threads start slowly on a shared machine. */
vi.setConfig({ testTimeout: 60_000 });

const events = [did('jane', 'a', 0), did('jane', 'b', 1000), did('john', 'a', 0)];
const query = funnelQuerySchema.parse({ steps: [{ event: 'a' }, { event: 'b' }] });

async function open(options?: ReportsThreadOptions) {
  const { database, store } = await openStoreAndReader();
  await recordAll(store, events);
  let starts = 0;
  const code = () => {
    starts += 1;
    return builtReportsThread();
  };
  const reports = openTestThread(database, { code, ...options });
  /** The quickest question. */
  const ask = (signal?: AbortSignal) => reports.latestEvents({ limit: 0 }, signal);
  return { database, store, reports, ask, countStarts: () => starts };
}

test('reports come from another thread, several at once, while the store writes; from source, as in development, they are the same', async () => {
  const { database, store, reports } = await open();
  const [funnel, traffic] = await Promise.all([
    reports.funnel(query),
    reports.traffic({ from: null, to: null, by: 'utm_source' }),
    recordAll(store, [did('jack', 'c', 0)]),
  ]);
  expect(funnel.steps.map(({ count }) => count)).toEqual([2, 1]);
  expect(traffic.events[0]).toEqual({ name: 'a', count: 2, people: 2 });
  const fromSource = openReportsThread(database);
  onTestFinished(() => fromSource.close());
  expect((await fromSource.funnel(query)).steps).toEqual(funnel.steps);
});

const TASKS = '/proc/self/task';

/** Returns the priority of a thread, or null if it has ended. */
function niceOf(thread: string) {
  try {
    const stat = readFileSync(join(TASKS, thread, 'stat'), 'utf8');
    return Number(stat.replace(/.*\) /, '').split(' ')[16]);
  } catch {
    return null;
  }
}

test.skipIf(process.platform !== 'linux')(
  'the thread has a lower priority than the requests of its process',
  async () => {
    const { ask } = await open();
    const before = readdirSync(TASKS);
    await ask();
    const started = readdirSync(TASKS).filter((thread) => !before.includes(thread));
    expect(started.map(niceOf)).toContain(Number(niceOf(String(process.pid))) + 3);
  },
);

test('after a pause without questions the thread ends, and the next question starts another', async () => {
  const { ask, countStarts } = await open({ idleMs: 0 });
  const askAgain = async () => {
    expect(await ask()).toEqual([]);
    expect(countStarts()).toBeGreaterThan(2);
  };
  await vi.waitFor(askAgain, { timeout: 30_000 });
});

sqliteTest(
  'a database that cannot be read is an error of that question only; of an unreachable one it may be asked again',
  async () => {
    for (const [database, kind, message] of [
      [join(temporaryFolder(), 'none.db'), Error, /there is no database at .*none\.db/],
      ['postgres://jane:hush@127.0.0.1:1/site', StoreUnavailableError, /^ECONNREFUSED$/],
      [temporaryFolder(), StoreUnavailableError, /^SQLITE_(IOERR|CANTOPEN)/],
    ] as const) {
      const reports = openTestThread(database);
      await expect(reports.latestEvents({ limit: 0 })).rejects.toThrow(kind);
      await expect(reports.delivery()).rejects.toThrow(message);
    }
  },
);

test('closing rejects the open questions', async () => {
  const { reports } = await open();
  const asked = expect(reports.funnel(query)).rejects.toThrow('the reports are closed');
  await reports.close();
  await asked;
});

test('a question that is cancelled while it waits is never asked', async () => {
  const { reports, ask } = await open();
  const controller = new AbortController();
  const first = reports.funnel(query);
  const called = Array.from({ length: 5 }, () => reports.funnel(query, controller.signal));
  const last = ask();
  controller.abort();
  const outcomes = await Promise.allSettled(called);
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.name)).toEqual(
    Array(5).fill('AbortError'),
  );
  await expect(reports.funnel(query, controller.signal)).rejects.toThrow('called back');
  expect((await first).steps).toHaveLength(2);
  expect(await last).toEqual([]);
});

test('cancelling a running question ends the thread before another one starts, and the waiting questions are answered', async () => {
  const isLinux = process.platform === 'linux';
  const countThreads = () => (isLinux ? readdirSync('/proc/self/task').length : 0);
  const threads: number[] = [];
  const code = () => {
    threads.push(countThreads());
    return builtReportsThread();
  };
  const { database, reports, ask } = await open({ code, graceMs: 0 });
  expect(await ask()).toEqual([]);
  const before = countThreads();
  await makeFunnelsSlow(database);
  for (let round = 1; round <= 5; round++) {
    const controller = new AbortController();
    const stopped = reports.funnel(query, controller.signal);
    const waits = ask();
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    await expect(stopped).rejects.toThrow('called back');
    await new Promise((resolve) => setTimeout(resolve, 1)); // the thread is being ended
    expect(await Promise.all([waits, ask()])).toEqual([[], []]);
    expect(threads).toHaveLength(1 + round);
  }
  expect(Math.max(...threads.slice(1))).toBeLessThan(Math.max(before, 1));
});

test('questions that are cancelled at once, one after the other, start one thread', async () => {
  const { reports, countStarts, ask } = await open({ graceMs: 60_000 });
  for (let round = 0; round < 100; round++) {
    const controller = new AbortController();
    const stopped = reports.funnel(query, controller.signal);
    // Until the thread has started, no question has reached it.
    if (round % 10 === 0) await ask();
    controller.abort();
    await stopped.catch(() => {});
  }
  expect(await ask()).toEqual([]);
  expect(countStarts()).toBe(1);
});

test('a report that takes too long is stopped; one that waited for it may be asked again', async () => {
  const { database, reports, ask } = await open({ timeoutMs: 3_000 });
  await ask(); // the thread has started
  await makeFunnelsSlow(database);
  const outcomes = await Promise.allSettled([reports.funnel(query), reports.funnel(query)]);
  expect(outcomes).toMatchObject([
    { reason: expect.any(ReportTooLongError) },
    { reason: new ReportsBusyError('REPORTS_BUSY') },
  ]);
});

test('a thread that never starts is replaced after the longest time for a question', async () => {
  let starts = 0;
  const code = () => {
    starts += 1;
    return starts === 1
      ? new URL('data:text/javascript,setInterval(() => {}, 1000)')
      : builtReportsThread();
  };
  const { ask } = await open({ code, timeoutMs: 5_000 });
  await expect(ask()).rejects.toThrow(ReportsBusyError);
  expect(await ask()).toEqual([]);
});

postgresTest('PostgreSQL ends the statement of a report that nobody waits for', async () => {
  const url = await openPostgresDatabase();
  const reports = openTestThread(url);
  await begin(url, 'LOCK TABLE events IN ACCESS EXCLUSIVE MODE');
  const isWaiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  const countWaiting = async () => (await askPostgres(url, isWaiting)).length;
  const controller = new AbortController();
  const stopped = reports.funnel(query, controller.signal).catch(() => 'stopped');
  await vi.waitFor(async () => expect(await countWaiting()).toBe(1), { timeout: 20_000 });
  controller.abort();
  expect(await stopped).toBe('stopped');
  await vi.waitFor(async () => expect(await countWaiting()).toBe(0), { timeout: 10_000 });
});

test('a question beyond the limit of waiting ones is refused at once, and may be asked again; none stays in the memory of the signal that an export shares', async () => {
  const { ask } = await open({ maxWaiting: 2 });
  const { signal } = new AbortController();
  await ask(signal);
  const asked = Array.from({ length: 3 }, () => ask(signal));
  await expect(ask(signal)).rejects.toThrow(new ReportsBusyError('REPORTS_QUEUE_FULL'));
  expect(await Promise.all(asked)).toEqual([[], [], []]);
  expect(await ask(signal)).toEqual([]);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('somebody with many questions keeps nobody else waiting, and fills only the own queue', async () => {
  const { reports, ask } = await open({ maxWaiting: 20 });
  await ask();
  const done: string[] = [];
  const [figures, people] = [reports.of('figures'), reports.of('people')];
  const note = (who: string) => () => void done.push(who);
  const ofPeople = () => people.latestEvents({ limit: 0 }).then(note('people'));
  const ofFigures = () => figures.latestEvents({ limit: 0 }).then(note('figures'));
  // One is being answered, and the others fill the queue.
  const many = Array.from({ length: 21 }, ofFigures);
  await expect(ofFigures()).rejects.toThrow('REPORTS_QUEUE_FULL');
  await Promise.all([...many, ofPeople(), ofPeople()]);
  expect(done.slice(0, 5)).toEqual(['figures', 'people', 'figures', 'people', 'figures']);
  expect(done).toHaveLength(23);
});
