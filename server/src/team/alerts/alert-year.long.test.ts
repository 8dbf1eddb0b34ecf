import { expect, test, vi } from 'vitest';
import { type Fault, liveThroughYear, minuteOf } from '../../testing/data/ordinary-year.ts';
import { type AlertName, judgeAlerts } from './alert-rules.ts';
import { createAlertChanges } from './alert-watch.ts';

vi.setConfig({ testTimeout: 60_000 });

const HOUR = 60;
const DAY = 24 * HOUR;

interface Raised {
  name: AlertName;
  minute: number;
  cleared: number | null;
}

/** Judges every minute of a year as the job does. */
function watchYear(options: Parameters<typeof liveThroughYear>[0]): Raised[] {
  const all: Raised[] = [];
  const open = new Map<string, Raised>();
  const changesOf = createAlertChanges();
  liveThroughYear(options, (facts) => {
    const { raise, clear } = changesOf(judgeAlerts(facts), new Set(open.keys()), facts.now);
    for (const name of raise) {
      const raised = { name, minute: minuteOf(facts.now), cleared: null };
      all.push(raised);
      open.set(name, raised);
    }
    for (const name of clear) {
      const raised = open.get(name);
      if (raised) raised.cleared = minuteOf(facts.now);
      open.delete(name);
    }
  });
  return all;
}

test.each([1, 2, 3])('an ordinary year raises at most 2 false alarms (seed %i)', (seed) => {
  expect(watchYear({ seed }).length).toBeLessThanOrEqual(2);
});

const span = (day: number, hour: number, hours: number) => {
  const from = day * DAY + hour * HOUR;
  return { from, to: from + hours * HOUR };
};

/**
 * Faults, and after and within how many hours each is noticed: only then are its figures no chance. Those that are no matter of
 * chance are in alert-rules.test.ts.
 */
const PLANTED: [AlertName, Fault, known: [afterHours: number, withinHours: number]][] = [
  ['no_signups', { ...span(80, 9, 30), signups: 0 }, [3, 5]],
  ['no_signups', { ...span(110, 1, 48), signups: 0 }, [12, 14]],
  ['no_events', { ...span(140, 11, 12), events: 0 }, [0, 1]],
  ['conversion_fell', { ...span(170, 6, 60), converts: 0.1 }, [11, 16]],
  ['consent_fell', { ...span(200, 0, 24), agrees: 0.6 }, [9, 10]],
  ['form_errors', { ...span(226, 8, 30), fails: 400 }, [3, 5]],
];

test.each([11, 12])(
  'each planted fault is noticed within its hours, and cleared (seed %i)',
  (seed) => {
    const faults = PLANTED.map(([, fault]) => fault);
    const raised = watchYear({ seed, faults });
    for (const [name, { from, to }, [after, within]] of PLANTED) {
      const noticed = raised.find((one) => one.name === name && one.minute >= from);
      expect(noticed?.minute, name).toBeGreaterThanOrEqual(from + after * HOUR - 10);
      expect(noticed?.minute, name).toBeLessThanOrEqual(from + within * HOUR + 10);
      expect(noticed?.cleared, name).toBeLessThan(to + 4 * DAY);
    }
    const falseAlarms = raised.filter(
      ({ minute }) => !faults.some(({ from, to }) => minute >= from && minute < to + DAY),
    );
    expect(falseAlarms.length).toBeLessThanOrEqual(2);
  },
);
