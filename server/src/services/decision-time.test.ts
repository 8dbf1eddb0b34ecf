import { expect, test } from 'vitest';
import { dateDecision } from './decision-time.ts';

const NOON = Date.UTC(2026, 2, 14, 12);
const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
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
  for (const waited of [0, MINUTE, 30 * HOUR]) {
    expect(date({ clickedAt: 5, waited })).toBe(5);
  }
});

test('a clock that was set back between grant and withdrawal still dates the withdrawal later', () => {
  const grant = date({ clickedAt: 0 });
  for (const ahead of [-3 * MINUTE, -HOUR, -400 * 24 * HOUR]) {
    expect(date({ clickedAt: SECOND, ahead })).toBeGreaterThan(grant);
  }
});

test('with a clock that is ahead or far behind, the age dates the clicks, in their order', () => {
  for (const ahead of [SECOND, HOUR, -HOUR]) {
    const dates = [0, SECOND, MINUTE].map((clickedAt) => date({ clickedAt, ahead }));
    expect(dates).toEqual([0, SECOND, MINUTE].map((clickedAt) => clickedAt + TRAVEL));
  }
});

test('a grant whose request hung for a minute is older than the withdrawal clicked meanwhile', () => {
  for (const ahead of [0, -30 * SECOND]) {
    const grant = date({ clickedAt: 0, ahead, travelled: MINUTE });
    const withdrawal = date({ clickedAt: 30 * SECOND, ahead });
    expect(withdrawal - grant).toBe(30 * SECOND);
  }
});

test('a withdrawal whose request hung for a minute is older than the grant clicked meanwhile', () => {
  const withdrawal = date({ clickedAt: 0, travelled: MINUTE });
  expect(date({ clickedAt: SECOND })).toBeGreaterThan(withdrawal);
});

test('clicks in two tabs keep their order, whichever page waited', () => {
  const refusal = { clickedAt: 2 * SECOND };
  for (const waited of [0, HOUR]) {
    expect(date(refusal)).toBeGreaterThan(date({ clickedAt: SECOND, waited }));
    expect(date({ ...refusal, waited })).toBeGreaterThan(date({ clickedAt: SECOND }));
  }
});

test('a grant that its page delayed is never dated after a later refusal, whatever the clock', () => {
  for (const ahead of [0, MINUTE, -MINUTE, HOUR, -HOUR]) {
    const grant = date({ clickedAt: 0, ahead, waited: 10 * MINUTE });
    expect(date({ clickedAt: SECOND, ahead })).toBeGreaterThan(grant);
  }
});

test('without an age the device’s time is believed, unless it is in the future', () => {
  const at = (decidedAt: number | undefined) =>
    dateDecision({ decidedAt, ageMs: undefined, receivedAt: NOON });
  expect(at(NOON - HOUR)).toBe(NOON - HOUR);
  expect(at(NOON + HOUR)).toBe(NOON);
  expect(at(undefined)).toBe(NOON);
});

test('with an age alone, the date is counted back from the receipt', () => {
  expect(dateDecision({ decidedAt: undefined, ageMs: HOUR, receivedAt: NOON })).toBe(NOON - HOUR);
});
