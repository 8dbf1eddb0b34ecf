import { type AlertFacts, signupHistory } from '../../team/alerts/alert-rules.ts';
import { createChance } from './random.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const HISTORY_HOURS = 7 * 168;
const BASE_DAYS = 28;

/** A Monday. */
const YEAR_START = Date.UTC(2025, 0, 6);

/** On an ordinary day: 40 signups, half of them by people who agreed to be measured. */
const DAY = { asked: 900, seesForm: 300, others: 19 };
const AGREES = 0.55;
const CONVERTS = 0.07;
const FAILS = 0.001;

/** What goes wrong from one minute to another. Rates are multiplied. */
export interface Fault {
  from: number;
  to: number;
  signups?: number;
  events?: number;
  converts?: number;
  agrees?: number;
  fails?: number;
}

const NOTHING = {
  signups: 0,
  visitors: 0,
  measured: 0,
  asked: 0,
  agreed: 0,
  seen: 0,
  converted: 0,
  failed: 0,
};
const KEYS = Object.keys(NOTHING) as (keyof Minute)[];

/** What happened in each minute. */
type Minute = typeof NOTHING;

function sum(all: readonly Minute[]): Minute {
  const total = { ...NOTHING };
  for (const one of all) for (const key of KEYS) total[key] += one[key];
  return total;
}

/**
 * Lives through a year minute by minute, with a rhythm of days and weeks, and calls back with the facts that the
 * database would have then.
 */
export function liveThroughYear(
  { seed, faults = [] }: { seed: number; faults?: readonly Fault[] },
  visit: (facts: AlertFacts) => void,
): void {
  const { poisson, binomial } = createChance(seed);
  const minutes: Minute[] = [];
  const hours: { from: number; signups: number }[] = [];
  const daily: Minute[] = [];
  let history = signupHistory([]);
  let before = sum([]);
  let lastSignup: number | null = null;
  let lastEvent: number | null = null;
  let visitorsSince = 0;
  let backupAt = YEAR_START;
  const forms = { trials: 0, successes: 0 };

  for (let minute = 0; minute < 365 * DAY_MINUTES; minute++) {
    const now = YEAR_START + (minute + 1) * MINUTE_MS;
    const fault = faults.find(({ from, to }) => minute >= from && minute < to);
    const { signups = 1, events = 1, agrees = 1, converts = 1, fails = 1 } = fault ?? {};
    const pace = paceAt(minute) / DAY_MINUTES;
    const asked = poisson(DAY.asked * pace);
    const agreed = binomial(asked, AGREES * agrees);
    const seen = poisson(DAY.seesForm * pace * events);
    const tried = binomial(seen, CONVERTS * converts * signups);
    const failed = binomial(tried, FAILS * fails);
    const converted = tried - failed;
    const counts = {
      ...{ asked, agreed, seen, converted, failed },
      signups: converted + poisson(DAY.others * pace * signups),
      visitors: asked + seen,
      measured: events === 0 ? 0 : agreed + seen,
    };
    minutes.push(counts);

    if (minute % 60 === 0) {
      history = signupHistory(hours.slice(-HISTORY_HOURS));
      hours.push({ from: now - MINUTE_MS, signups: 0 });
    }
    if (minute % DAY_MINUTES === 0) {
      before = sum(daily.slice(-BASE_DAYS));
      daily.push(sum([]));
    }
    const hour = hours.at(-1);
    if (hour) hour.signups += counts.signups;
    const today = sum([daily.pop() ?? NOTHING, counts]);
    daily.push(today);
    if (counts.signups > 0) lastSignup = now;
    visitorsSince += counts.visitors;
    if (counts.measured > 0) [lastEvent, visitorsSince] = [now, 0];
    const gone = minutes[minute - DAY_MINUTES] ?? NOTHING;
    forms.trials += converted + failed - gone.converted - gone.failed;
    forms.successes += failed - gone.failed;
    if (minute % DAY_MINUTES === 180) backupAt = now;
    visit({
      now,
      dayAt: YEAR_START + Math.floor(minute / DAY_MINUTES) * DAY_MINUTES * MINUTE_MS,
      signups: { history, lastAt: lastSignup },
      events: {
        lastAt: lastEvent,
        visitorsSince,
        visitors: before.visitors,
        measured: before.measured,
      },
      conversion: {
        today: { trials: today.seen, successes: today.converted },
        before: { trials: before.seen, successes: before.converted },
      },
      consent: {
        today: { trials: today.asked, successes: today.agreed },
        before: { trials: before.asked, successes: before.agreed },
      },
      forms: { ...forms },
      delivery: { waitingSince: null, lastAt: now },
      mail: { waitingSince: null, lastAt: now },
      freeBytes: 50e9,
      backupAt,
      left: { waitingSince: null, lastAt: null },
      mailBehind: 0,
      mailingPaused: null,
      bytesRefusedAt: { client: null, site: null },
      drillFailed: null,
      passkeyCopiedAt: null,
      deletionWaits: null,
    });
  }
}

/** From 0.1 at night to 2 at noon, and less at weekends; 1 on average. */
function paceAt(minute: number): number {
  const hour = (minute % DAY_MINUTES) / 60;
  const ofDay = 1 - 0.9 * Math.cos((2 * Math.PI * (hour - 2)) / 24);
  const weekday = Math.floor(minute / DAY_MINUTES) % 7;
  return ofDay * (weekday < 5 ? 1.15 : 0.625);
}

export const minuteOf = (time: number): number => Math.round((time - YEAR_START) / MINUTE_MS) - 1;
