import { expect, test } from 'vitest';
import { dateDecision } from './decision-time.ts';

const NOON = Date.UTC(2026, 2, 14, 12);
const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TRAVEL = 80;

interface Told {
  /** When the click really happened, in milliseconds after noon. */
  clickedAt: number;
  /** How far the device's clock was ahead at the click. */
  ahead?: number;
  /** How long the page waited before it sent the request, and how long the request took. */
  waited?: number;
  travelled?: number;
}

/** Returns the server's date of a click; both are in milliseconds after noon. */
function date({ clickedAt, ahead = 0, waited = 0, travelled = TRAVEL }: Told): number {
  const decidedAt = NOON + clickedAt + ahead;
  const receivedAt = NOON + clickedAt + waited + travelled;
  return dateDecision({ decidedAt, ageMs: waited, receivedAt }) - NOON;
}

test('a correct clock dates the click exactly, however long the page waited', () => {
  for (const waited of [0, MINUTE, 30 * HOUR]) expect(date({ clickedAt: 5, waited })).toBe(5);
});

test('with a clock that is ahead or far behind, the age dates the clicks, in their order', () => {
  for (const ahead of [SECOND, HOUR, -HOUR]) {
    const dates = [0, SECOND, MINUTE].map((clickedAt) => date({ clickedAt, ahead }));
    expect(dates).toEqual([0, SECOND, MINUTE].map((clickedAt) => clickedAt + TRAVEL));
  }
});

const CLOCKS = [0, MINUTE, -MINUTE, HOUR, -HOUR];
test.each<[string, earlier: Partial<Told>, later: Partial<Told>, aheads?: number[]]>([
  ['the clock was set back in between', { ahead: 0 }, {}, [-3 * MINUTE, -HOUR, -400 * DAY]],
  ['the page of the first had waited', { waited: 10 * MINUTE }, {}],
  ['the page of the second had waited', {}, { waited: HOUR }, [0]],
  ['the request of the first hung', { travelled: MINUTE }, {}, [0]],
])(
  'of two clicks the later one has the later date although %s',
  (_, earlier, later, aheads = CLOCKS) => {
    for (const ahead of aheads) {
      const first = date({ clickedAt: 0, ahead, ...earlier });
      expect(date({ clickedAt: SECOND, ahead, ...later })).toBeGreaterThan(first);
    }
  },
);

test('a request that hung for a minute does not change by how much the clicks are apart', () => {
  for (const ahead of [0, -30 * SECOND]) {
    const first = date({ clickedAt: 0, ahead, travelled: MINUTE });
    expect(date({ clickedAt: 30 * SECOND, ahead }) - first).toBe(30 * SECOND);
  }
});

test('without an age the device’s time is believed, unless it is in the future; an age alone counts from the receipt', () => {
  const at = (decidedAt?: number, ageMs?: number) =>
    dateDecision({ decidedAt, ageMs, receivedAt: NOON });
  expect(at(NOON - HOUR)).toBe(NOON - HOUR);
  expect(at(NOON + HOUR)).toBe(NOON);
  expect(at()).toBe(NOON);
  expect(at(undefined, HOUR)).toBe(NOON - HOUR);
});
