import { expect, test } from 'vitest';
import {
  type Fault,
  liveThroughYear,
  type Minute,
  minuteOf,
} from '../testing/data/ordinary-year.ts';
import { type AlertName, judgeAlerts } from './alert-rules.ts';
import { createAlertChanges } from './alert-watch.ts';

const DAY = 1440;
const WEEK = 7 * DAY;

interface Raised {
  name: AlertName;
  minute: number;
  cleared: number | null;
}

/** Judges every minute of a year as the job does. */
function watchYear(options: Parameters<typeof liveThroughYear>[0]) {
  const all: Raised[] = [];
  const open = new Map<string, Raised>();
  const changesOf = createAlertChanges();
  let last: readonly Minute[] = [];
  liveThroughYear(options, (facts, minutes) => {
    last = minutes;
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
  return { raised: all, minutes: last };
}

test.each([1, 2, 3])(
  'an ordinary year raises at most 2 false alarms (seed %i)',
  (seed) => {
    expect(watchYear({ seed }).raised.length).toBeLessThanOrEqual(2);
  },
  60_000,
);

// What follows computes from the single minutes, and not as the rules do, when a fault can be known.

function count(minutes: readonly Minute[], from: number, to: number, what: keyof Minute): number {
  let all = 0;
  for (let minute = Math.max(0, from); minute < to; minute++) all += minutes[minute]?.[what] ?? 0;
  return all;
}

/** The first minute from which on a condition holds. */
function firstMinute(from: number, to: number, holds: (minute: number) => boolean): number {
  for (let minute = from; minute < to; minute++) if (holds(minute)) return minute;
  throw new Error('the fault can never be known');
}

/** The signups that an hour of the week brought in the seven weeks before a time, for each minute of the week. */
function perMinute(minutes: readonly Minute[], before: number): Float64Array {
  const rates = new Float64Array(WEEK);
  for (let minute = Math.max(0, before - 7 * WEEK); minute < before; minute++) {
    const slot = Math.floor((minute % WEEK) / 60) * 60;
    rates[slot] = (rates[slot] ?? 0) + (minutes[minute]?.signups ?? 0) / 7 / 60;
  }
  return rates.map((_, minute) => rates[Math.floor(minute / 60) * 60] ?? 0);
}

/** The chance of such a silence, as often as one may begin in seven weeks, is below 1 %. */
function silenceIsNoChance(): Known {
  let known: { hour: number; rates: Float64Array; arrivals: number } | null = null;
  return (minutes, now) => {
    const hour = Math.floor(now / 60) * 60;
    if (known?.hour !== hour) {
      const arrivals = count(minutes, hour - 7 * WEEK, hour, 'signups');
      known = { hour, rates: perMinute(minutes, hour), arrivals };
    }
    let expected = 0;
    for (let at = now; (minutes[at]?.signups ?? 0) === 0; at--)
      expected += known.rates[at % WEEK] ?? 0;
    return expected >= 5 && known.arrivals * Math.exp(-expected) < 0.01;
  };
}

function noEventIsNoChance(): Known {
  let known: { day: number; people: number; visitors: number } | null = null;
  return (minutes, now) => {
    const day = Math.floor(now / DAY) * DAY;
    if (known?.day !== day) {
      const of = (what: keyof Minute) => count(minutes, day - 28 * DAY, day, what);
      known = { day, people: of('measured'), visitors: of('visitors') };
    }
    const { people, visitors } = known;
    let came = 0;
    for (let at = now; (minutes[at]?.measured ?? 0) === 0; at--) came += minutes[at]?.visitors ?? 0;
    const expected = (people / visitors) * came;
    return expected >= 5 && people * Math.exp(-expected) < 0.01;
  };
}

function rateFell(of: keyof Minute, among: keyof Minute): Known {
  let known: { day: number; before: number; usual: number } | null = null;
  return (minutes, now) => {
    const day = Math.floor(now / DAY) * DAY;
    if (known?.day !== day) {
      const inDays = (what: keyof Minute) => count(minutes, day - 28 * DAY, day, what);
      known = { day, before: inDays(among), usual: inDays(of) };
    }
    const { before, usual } = known;
    const trials = count(minutes, day, now + 1, among);
    if (trials < 200) return false;
    const successes = count(minutes, day, now + 1, of);
    const pooled = (successes + usual) / (trials + before);
    const error = Math.sqrt(pooled * (1 - pooled) * (1 / trials + 1 / before));
    return (successes / trials - usual / before) / error <= -3.85;
  };
}

function formsFail(minutes: readonly Minute[], now: number): boolean {
  const failed = count(minutes, now + 1 - DAY, now + 1, 'failed');
  const sent = failed + count(minutes, now + 1 - DAY, now + 1, 'converted');
  return sent >= 20 && failed >= 3 && failed / sent > 0.05;
}

const at = (day: number, hour: number) => day * DAY + hour * 60;
const span = (from: number, hours: number) => ({ from, to: from + hours * 60 });

type Known = (minutes: readonly Minute[], minute: number) => boolean;
const PLANTED: { name: AlertName; fault: Fault; known: () => Known }[] = [
  { name: 'no_signups', fault: { ...span(at(80, 9), 30), signups: 0 }, known: silenceIsNoChance },
  {
    name: 'no_signups',
    fault: { ...span(at(110, 1), 48), signups: 0 },
    known: silenceIsNoChance,
  },
  { name: 'no_events', fault: { ...span(at(140, 11), 12), events: 0 }, known: noEventIsNoChance },
  {
    name: 'conversion_fell',
    fault: { ...span(at(170, 6), 60), converts: 0.1 },
    known: () => rateFell('converted', 'seen'),
  },
  {
    name: 'consent_fell',
    fault: { ...span(at(200, 0), 24), agrees: 0.6 },
    known: () => rateFell('agreed', 'asked'),
  },
  { name: 'form_errors', fault: { ...span(at(226, 8), 30), fails: 400 }, known: () => formsFail },
  {
    name: 'delivery_stands_still',
    fault: { ...span(at(260, 15), 3), delivery: 'stands still' },
    known: () => (_, minute) => minute + 1 >= at(260, 16),
  },
  {
    name: 'mail_stands_still',
    fault: { ...span(at(270, 23), 4), mail: 'stands still' },
    known: () => (_, minute) => minute + 1 >= at(271, 0),
  },
  {
    name: 'little_space',
    fault: { ...span(at(280, 4), 2), freeBytes: 199_999_999 },
    known: () => () => true,
  },
  {
    name: 'no_backup',
    fault: { ...span(at(290, 4), 9 * 24), backups: 'none' },
    known: () => (_, minute) => minute >= at(297, 3),
  },
];

test.each([11, 12])(
  'each planted fault is noticed within 10 minutes, and cleared (seed %i)',
  (seed) => {
    const faults = PLANTED.map(({ fault }) => fault);
    const { raised, minutes } = watchYear({ seed, faults });
    for (const { name, fault, known } of PLANTED) {
      const isKnown = known();
      const detectable = firstMinute(fault.from, fault.to, (minute) => isKnown(minutes, minute));
      const noticed = raised.find((one) => one.name === name && one.minute >= fault.from);
      expect(noticed, name).toBeDefined();
      expect((noticed?.minute ?? 0) - detectable, name).toBeLessThanOrEqual(10);
      expect(noticed?.minute, `${name} is not foretold`).toBeGreaterThanOrEqual(detectable - 10);
      expect(noticed?.cleared, name).toBeLessThan(fault.to + 4 * DAY);
    }
    const falseAlarms = raised.filter(
      ({ minute }) => !faults.some(({ from, to }) => minute >= from && minute < to + DAY),
    );
    expect(falseAlarms.length).toBeLessThanOrEqual(2);
  },
  60_000,
);
