import { expect, test } from 'vitest';
import { dateDecision } from './decision-time.ts';

const NOON = Date.UTC(2026, 2, 14, 12);
const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TRAVEL = 80;

interface Told {
  /** Milliseconds after noon, in truth. */
  clickedAt: number;
  /** How far the device's clock is ahead at the click. */
  ahead?: number;
  /** How long the page waited before it sent, and the request travelled. */
  waited?: number;
  travelled?: number;
}

/** When the server dates a click that was really made at some time after noon, also after noon. */
function date({ clickedAt, ahead = 0, waited = 0, travelled = TRAVEL }: Told): number {
  const decidedAt = NOON + clickedAt + ahead;
  const receivedAt = NOON + clickedAt + waited + travelled;
  return dateDecision({ decidedAt, ageMs: waited, receivedAt }) - NOON;
}

test('a clock that is right dates the click exactly, however long it waited in the page', () => {
  for (const waited of [0, MINUTE, 30 * HOUR]) {
    expect(date({ clickedAt: 5, waited })).toBe(5);
  }
});

test('a clock that was set back between grant and withdrawal leaves the withdrawal later', () => {
  const grant = date({ clickedAt: 0 });
  for (const ahead of [-3 * MINUTE, -HOUR, -400 * 24 * HOUR]) {
    expect(date({ clickedAt: SECOND, ahead })).toBeGreaterThan(grant);
  }
});

test('a clock that is ahead, or far behind, dates by the age, in the order of the clicks', () => {
  for (const ahead of [SECOND, HOUR, -HOUR]) {
    const dates = [0, SECOND, MINUTE].map((clickedAt) => date({ clickedAt, ahead }));
    expect(dates).toEqual([0, SECOND, MINUTE].map((clickedAt) => clickedAt + TRAVEL));
  }
});

test('a grant that hung for a minute is older than the withdrawal that was clicked meanwhile', () => {
  for (const ahead of [0, -30 * SECOND]) {
    const grant = date({ clickedAt: 0, ahead, travelled: MINUTE });
    const withdrawal = date({ clickedAt: 30 * SECOND, ahead });
    expect(withdrawal - grant).toBe(30 * SECOND);
  }
});

test('a withdrawal that hung for a minute is older than the grant that was clicked meanwhile', () => {
  const withdrawal = date({ clickedAt: 0, travelled: MINUTE });
  expect(date({ clickedAt: SECOND })).toBeGreaterThan(withdrawal);
});

test('clicks in two tabs keep their order, whichever waited in its page', () => {
  const refusal = { clickedAt: 2 * SECOND };
  for (const waited of [0, HOUR]) {
    expect(date(refusal)).toBeGreaterThan(date({ clickedAt: SECOND, waited }));
    expect(date({ ...refusal, waited })).toBeGreaterThan(date({ clickedAt: SECOND }));
  }
});

test('a grant that was delayed in its page never dates after a later refusal, whatever the clock', () => {
  for (const ahead of [0, MINUTE, -MINUTE, HOUR, -HOUR]) {
    const grant = date({ clickedAt: 0, ahead, waited: 10 * MINUTE });
    expect(date({ clickedAt: SECOND, ahead })).toBeGreaterThan(grant);
  }
});

test('without an age the device is believed, but for the future', () => {
  const at = (decidedAt: number | undefined) =>
    dateDecision({ decidedAt, ageMs: undefined, receivedAt: NOON });
  expect(at(NOON - HOUR)).toBe(NOON - HOUR);
  expect(at(NOON + HOUR)).toBe(NOON);
  expect(at(undefined)).toBe(NOON);
});

test('an age alone is counted back from the receipt', () => {
  expect(dateDecision({ decidedAt: undefined, ageMs: HOUR, receivedAt: NOON })).toBe(NOON - HOUR);
});
