import { expect, test } from 'vitest';
import { createManualClock } from '../../testing/manual-clock.ts';
import { createTestLog } from '../../testing/test-log.ts';
import { createShutdown } from './shutdown.ts';

function createProcess(stop: () => Promise<void>) {
  const { now, later, advance } = createManualClock(0);
  const codes: number[] = [];
  const { log, lines } = createTestLog(now);
  const onSignal = createShutdown({ stop, log, now, later, exit: (code) => codes.push(code) });
  return { onSignal, codes, lines, advance };
}

const never = () => new Promise<void>(() => {});

test('the first signal stops in order, once, and exits 0', async () => {
  let stops = 0;
  const { onSignal, codes, lines, advance } = createProcess(async () => void stops++);
  await Promise.all([onSignal('SIGTERM'), onSignal('SIGTERM'), onSignal('SIGINT')]);
  advance(10_000); // the deadline has no effect after a stop
  expect([stops, codes, lines]).toEqual([1, [0], []]);
});

test('a stop that fails says so and exits 1', async () => {
  const { onSignal, codes, lines } = createProcess(async () => {
    throw new Error('the disk');
  });
  await onSignal('SIGTERM');
  expect(codes).toEqual([1]);
  expect(lines.join()).toMatch(/"level":"error".*stopping failed/);
});

test('a stop that hangs is given up before a supervisor would kill the process', async () => {
  const { onSignal, codes, lines, advance } = createProcess(never);
  onSignal('SIGTERM');
  advance(9_499);
  expect(codes).toEqual([]);
  advance(1);
  expect(codes).toEqual([1]);
  expect(lines.join()).toContain('takes too long');
});

test('a second Ctrl-C exits at once; one Ctrl-C that arrives twice does not, nor does a second SIGTERM', () => {
  const { onSignal, codes, advance } = createProcess(never);
  onSignal('SIGINT');
  advance(2);
  onSignal('SIGINT'); // npm passes it on
  advance(1_000);
  onSignal('SIGTERM');
  expect(codes).toEqual([]);
  onSignal('SIGINT');
  expect(codes).toEqual([130]);
});
