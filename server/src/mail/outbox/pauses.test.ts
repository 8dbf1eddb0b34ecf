import { expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/limits';
import { createManualClock } from '../../testing/manual-clock.ts';
import { createTestLog } from '../../testing/test-log.ts';
import { createMailingPauses } from './mailing-pauses.ts';
import { createOutage } from './outage.ts';

const START = 1_000_000;
/** Without chance, a pause is half as long. */
const random = () => 0;

function openOutage() {
  const clock = createManualClock(START);
  const { log, lines } = createTestLog(clock.now);
  const outage = createOutage({ recipient: 'mail', now: clock.now, random, log });
  const fail = () => {
    outage.note('refused');
    return outage.pause();
  };
  return { outage, fail, lines };
}

test('the pauses of an outage double up to a quarter of an hour; it is told once, and its end too', () => {
  const { outage, fail, lines } = openOutage();
  outage.end();
  expect(lines).toEqual([]);
  expect(outage.isOn()).toBe(false);
  expect(Array.from({ length: 9 }, fail)).toEqual([
    ...[5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 320_000],
    ...[7.5 * MINUTE_MS, 7.5 * MINUTE_MS],
  ]);
  expect(outage.isOn()).toBe(true);
  expect(lines).toEqual([expect.stringContaining('cannot be used: refused')]);
  outage.end();
  expect(lines[1]).toMatch(/messages are sent again.*"failedTimes":9/);
  expect([outage.isOn(), outage.restOfPause(START), fail()]).toEqual([false, 0, 5_000]);
});

test('nothing is tried in a pause, which a clock that is set back does not make longer', () => {
  const { outage, fail } = openOutage();
  fail();
  const times = [0, 4_999, 5_000, -14 * MINUTE_MS, -15 * MINUTE_MS + 5_000, -15 * MINUTE_MS];
  const rests = times.map((ms) => outage.restOfPause(START + ms));
  expect(rests).toEqual([5_000, 1, 0, 14 * MINUTE_MS + 5_000, 15 * MINUTE_MS, 0]);
  expect(fail()).toBe(10_000);
  outage.forget();
  expect(outage.isOn()).toBe(false);
  expect(fail()).toBe(5_000);
});

test('five messages of a mailing in a row that are put off pause it, and one that is not ends that', () => {
  const pauses = createMailingPauses(random);
  const later = { outcome: 'later', reason: 'busy' } as const;
  const note = (result: Parameters<typeof pauses.note>[0] = later) => {
    pauses.note(result, START);
    return pauses.from(START) - START;
  };
  expect([note(), note(), note(), note()]).toEqual([0, 0, 0, 0]);
  // No server was asked.
  expect(note({ ...later, retryAt: START + 1 })).toBe(0);
  expect(note({ outcome: 'unreachable', reason: 'away' })).toBe(0);
  const minutes = Array.from({ length: 6 }, () => note() / MINUTE_MS);
  expect(minutes).toEqual([0.5, 1, 2, 4, 7.5, 7.5]);
  expect(pauses.from(START - 1)).toBe(0);
  expect(note({ outcome: 'refused', reason: 'no' })).toBe(0);
  expect([note(), note(), note(), note(), note()]).toEqual([0, 0, 0, 0, 30_000]);
});
