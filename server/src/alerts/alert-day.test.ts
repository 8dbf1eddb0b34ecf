import { expect, test } from 'vitest';
import { liveThroughYear, minuteOf, YEAR_START } from '../testing/data/ordinary-year.ts';
import { judgeAlerts } from './alert-rules.ts';

const DAY = 1440;

test('a site without any visitor raises no alarm about people', () => {
  let judged = 0;
  liveThroughYear(
    { seed: 1, days: 1, faults: [{ from: 0, to: DAY, signups: 0, events: 0 }] },
    (facts) => {
      const { no_signups, no_events } = judgeAlerts({
        ...facts,
        now: YEAR_START + judged * 60_000,
      });
      expect([no_signups.state, no_events.state]).toEqual(['unknown', 'unknown']);
      judged += 1;
    },
  );
  expect(judged).toBe(DAY);
});

test('a rate that fell is fine again at the end of a day on which too few people came to tell', () => {
  const states: Record<number, string[]> = {};
  liveThroughYear({ seed: 1, days: 1, faults: [{ from: 0, to: DAY, events: 0 }] }, (facts) => {
    const few = { ...facts, consent: facts.conversion };
    const { conversion_fell, consent_fell } = judgeAlerts(few);
    states[minuteOf(facts.now) + 1] = [conversion_fell.state, consent_fell.state];
  });
  expect(states[22 * 60 - 1]).toEqual(['unknown', 'unknown']);
  expect(states[22 * 60]).toEqual(['fine', 'fine']);
});
