import { expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestLog } from '../testing/test-log.ts';
import { warnSparsely } from './log.ts';

test('a sparse warning is written every five seconds, with how often it was meant since the last line, also by a clock that was set back', () => {
  const { now, advance } = createManualClock(0);
  const { log, lines } = createTestLog(now);
  const warn = warnSparsely({ log, now }, 'the disk is full');
  for (const pauseMs of [0, 0, 4_999, 1, 0, 5_000, -60_000]) {
    advance(pauseMs);
    warn({});
  }
  expect(lines.map((line) => JSON.parse(line).times)).toEqual([1, 3, 2, 1]);
});
