import { expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestLog } from '../testing/test-log.ts';
import { createScheduler, type Job } from './scheduler.ts';

function startJobs(...jobs: Job[]) {
  const clock = createManualClock(0);
  const { log, lines } = createTestLog(clock.now);
  const scheduler = createScheduler({ jobs, later: clock.later, log });
  scheduler.start();
  const advance = async (ms: number) => {
    clock.advance(ms);
    await new Promise(setImmediate); // pending promise callbacks run
  };
  return { scheduler, advance, lines };
}

test('each job runs on its own schedule, first after its initial delay; one that fails is logged and runs again', async () => {
  const ran: string[] = [];
  const job = (name: string, firstAfterMs: number, everyMs: number): Job => ({
    ...{ name, firstAfterMs, everyMs },
    async run() {
      ran.push(name);
      if (name === 'a') throw new Error('jane@example.org');
    },
  });
  const { advance, lines } = startJobs(job('a', 5, 10), job('b', 12, 100));
  await advance(4);
  expect(ran).toEqual([]);
  for (let time = 4; time < 30; time++) await advance(1);
  expect(ran).toEqual(['a', 'b', 'a', 'a']);
  expect(lines.join()).toMatch(/"level":"warn".*"job":"a"/);
  expect(lines.join()).not.toContain('jane');
});

test('stopping asks running jobs to end, waits for them, and starts nothing more', async () => {
  let runs = 0;
  const run = (signal: AbortSignal) => {
    runs += 1;
    return new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => setImmediate(resolve));
    });
  };
  const job = (name: string, firstAfterMs: number) => ({ name, firstAfterMs, everyMs: 1, run });
  const { scheduler, advance } = startJobs(job('a', 1), job('b', 2));
  await advance(1);
  await scheduler.stop();
  await advance(1000);
  expect(runs).toBe(1);
});
