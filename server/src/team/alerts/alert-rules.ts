import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/limits';
import { type Rate, zOfDifference } from '#shared/statistics';
import { within } from '../../lib/within.ts';
import { LITTLE_SPACE_BYTES } from '../../store/store.ts';
import { alertWords } from '../../words/server-messages.ts';

const WEEK_HOURS = 168;

/**
 * What the alerts are judged by: everything is in the database. Visitors are counted as clients, each once a day
 * (count-clients.ts), so that nobody alone can forge them.
 */
export interface AlertFacts {
  now: number;
  /** When the day of the site's time zone began. */
  dayAt: number;
  signups: { history: SignupHistory; lastAt: number | null };
  events: {
    /** The latest event; null without one. */
    lastAt: number | null;
    /** Visitors who asked for a page since then. */
    visitorsSince: number;
    /** In the last 28 days, and those of whom an event came. */
    visitors: number;
    measured: number;
  };
  /** Of visitors who saw the form, who signed up: today, and in the 28 days before. */
  conversion: { today: Rate; before: Rate };
  /** Of visitors who were asked, who agreed: today, and in the 28 days before. */
  consent: { today: Rate; before: Rate };
  /** Of visitors who sent a form in the last 24 hours, who got an error. */
  forms: Rate;
  /** Null where nothing is delivered or sent. */
  delivery: Queue | null;
  mail: Queue | null;
  /** What says that somebody left, to webhooks. */
  left: Queue;
  /** How many messages will expire before MAIL_HOURLY lets them leave. */
  mailBehind: number;
  /** Why the site has paused a mailing; null where it has paused none. */
  mailingPaused: string | null;
  /** Null where it is not known. */
  freeBytes: number | null;
  /** When a client, and the site, was last refused because its bytes of the day were used up. */
  bytesRefusedAt: { client: number | null; site: number | null };
  /** The last backup, or the first start before the first one; null where another program makes backups. */
  backupAt: number | null;
  /** Why the last drill of a backup failed; null after one that succeeded, or none. */
  drillFailed: { at: number; why: string } | null;
  /** When the counter of a passkey last went back; null if it never did. */
  passkeyCopiedAt: number | null;
  /** Why nothing, or less than usual, is deleted; null when nothing is held back. */
  deletionWaits: string | null;
}

export interface Queue {
  /** Since when the oldest one has waited; null when none waits. */
  waitingSince: number | null;
  /** The last success. */
  lastAt: number | null;
}

/** The signups of whole hours, of at most seven weeks. */
export interface SignupHistory {
  /** How many an hour brings on average, for each hour of the week (UTC). */
  rates: Float64Array;
  count: number;
}

/**
 * Whether something is wrong, and since when; `unknown` leaves the alert as it is. `text` says what is wrong.
 */
export type Verdict =
  | { state: 'wrong'; since: number; text: string }
  | { state: 'fine' | 'unknown' };

const wrong = (since: number, text: string): Verdict => ({ state: 'wrong', since, text });
const FINE = { state: 'fine' } as const;
const UNKNOWN = { state: 'unknown' } as const;

/** The chance of a false alarm that a rule may have in as much time as the history covers. */
const CHANCE = 0.01;
const LEAST_EXPECTED = 5;
const LEAST_PEOPLE = 200;
/** By then few people are still to come today. */
const NEARLY_A_DAY_MS = 22 * HOUR_MS;
const LEAST_FORMS = 20;
const FORM_ERRORS = 0.05;
/** Fewer may be one person with several addresses. */
const LEAST_WITH_ERRORS = 3;
const QUEUE_MS = HOUR_MS;
const BACKUP_MS = 7 * DAY_MS;
/**
 * A one-sided test at {@link CHANCE} in 28 days: it is repeated every minute, which is about six independent tests a day,
 * so each may raise a false alarm with a chance of 6 in 100,000.
 */
const Z_FELL = 3.85;
/** A rate that is this near to the usual one has recovered. */
const Z_RECOVERED = 1;

const hourOfWeek = (time: number): number => Math.floor(time / HOUR_MS) % WEEK_HOURS;

/** @param hours the signups of consecutive whole hours. Those before the first signup do not count, but a week does */
export function signupHistory(hours: readonly { from: number; signups: number }[]): SignupHistory {
  const rates = new Float64Array(WEEK_HOURS);
  const first = hours.findIndex(({ signups }) => signups > 0);
  const weeks = Math.max(1, (hours.length - Math.max(0, first)) / WEEK_HOURS);
  let count = 0;
  for (const { from, signups } of hours) {
    count += signups;
    const hour = hourOfWeek(from);
    rates[hour] = (rates[hour] ?? 0) + signups / weeks;
  }
  return { rates, count };
}

/** Returns how many signups the history lets expect between two times. */
function expectedSignups({ rates }: SignupHistory, from: number, to: number): number {
  const weeks = Math.max(0, Math.floor((to - from) / (WEEK_HOURS * HOUR_MS)));
  let expected = weeks === 0 ? 0 : weeks * rates.reduce((sum, rate) => sum + rate, 0);
  for (let at = from + weeks * WEEK_HOURS * HOUR_MS; at < to; ) {
    const next = Math.min(to, (Math.floor(at / HOUR_MS) + 1) * HOUR_MS);
    expected += ((rates[hourOfWeek(at)] ?? 0) * (next - at)) / HOUR_MS;
    at = next;
  }
  return expected;
}

/**
 * Returns whether a silence is too long to be chance. Arrivals are independent, so the chance that none comes while so
 * many are expected is `exp(-expected)`. As many silences as the history has arrivals give chance that many occasions.
 */
const isTooQuiet = (expected: number, arrivals: number): boolean =>
  expected >= LEAST_EXPECTED && arrivals * Math.exp(-expected) < CHANCE;

/** In the order in which people read them. */
const RULES = {
  no_signups: judgeSignups,
  no_events: judgeEvents,
  conversion_fell: (facts: AlertFacts) => judgeFall('conversion', facts),
  consent_fell: (facts: AlertFacts) => judgeFall('consent', facts),
  form_errors: judgeForms,
  delivery_stands_still: (facts: AlertFacts) => judgeQueue('delivery', facts),
  mail_stands_still: (facts: AlertFacts) => judgeQueue('mail', facts),
  left_stands_still: (facts: AlertFacts) => judgeQueue('left', facts),
  mail_is_behind: ({ mailBehind: messages, now }: AlertFacts) =>
    messages === 0 ? FINE : wrong(now, alertWords.text.mail_is_behind({ messages })),
  mailing_paused: ({ mailingPaused: reason, now }: AlertFacts) =>
    reason === null ? FINE : wrong(now, alertWords.text.mailing_paused({ reason })),
  little_space: judgeSpace,
  bytes_used_up: judgeBytes,
  no_backup: judgeBackup,
  drill_failed: ({ drillFailed: failed }: AlertFacts) =>
    failed === null ? FINE : wrong(failed.at, alertWords.text.drill_failed({ why: failed.why })),
  passkey_copied: ({ passkeyCopiedAt: at, now }: AlertFacts) =>
    at !== null && within(now, at, DAY_MS) ? wrong(at, alertWords.text.passkey_copied) : FINE,
  deletion_waits: ({ deletionWaits: why, now }: AlertFacts) =>
    why === null ? FINE : wrong(now, why),
};
export type AlertName = keyof typeof RULES;
export const ALERT_NAMES = Object.keys(RULES) as readonly AlertName[];

/** Judges all alerts. Pure, so that a year can be judged in a test. */
export const judgeAlerts = (facts: AlertFacts) =>
  Object.fromEntries(ALERT_NAMES.map((name) => [name, RULES[name](facts)])) as Record<
    AlertName,
    Verdict
  >;

function judgeSignups({ signups: { history, lastAt }, now }: AlertFacts): Verdict {
  if (lastAt === null) return UNKNOWN;
  const expected = expectedSignups(history, lastAt, now);
  if (!isTooQuiet(expected, history.count)) return FINE;
  const time = duration(now - lastAt);
  return wrong(lastAt, alertWords.text.no_signups({ time, expected: Math.round(expected) }));
}

function judgeEvents({ events, now }: AlertFacts): Verdict {
  const { lastAt, visitorsSince, visitors, measured } = events;
  if (lastAt === null || visitors === 0) return UNKNOWN;
  const expected = (visitorsSince * measured) / visitors;
  if (!isTooQuiet(expected, measured)) return FINE;
  const time = duration(now - lastAt);
  return wrong(lastAt, alertWords.text.no_events({ time, visitors: visitorsSince }));
}

function judgeFall(
  what: 'conversion' | 'consent',
  { now, dayAt, [what]: { today, before } }: AlertFacts,
): Verdict {
  // A site that has become quiet would otherwise have the alert for ever.
  if (today.trials < LEAST_PEOPLE) return now - dayAt >= NEARLY_A_DAY_MS ? FINE : UNKNOWN;
  const z = zOfDifference(today, before);
  if (z > -Z_RECOVERED) return FINE;
  if (z > -Z_FELL) return UNKNOWN;
  const rates = { today: percent(today), before: percent(before) };
  return wrong(now, alertWords.text[`${what}_fell`](rates));
}

function judgeForms({ forms, now }: AlertFacts): Verdict {
  const { successes: errors, trials } = forms;
  const isFine = errors < LEAST_WITH_ERRORS || errors / trials <= FORM_ERRORS;
  if (trials < LEAST_FORMS || isFine) return FINE;
  return wrong(now, alertWords.text.form_errors({ errors, people: trials }));
}

function judgeQueue(
  what: 'delivery' | 'mail' | 'left',
  { now, [what]: queue }: AlertFacts,
): Verdict {
  if (queue === null || queue.waitingSince === null) return FINE;
  // A success to come is of a clock that was ahead, and would silence the alert for years.
  const lastAt = queue.lastAt !== null && queue.lastAt <= now ? queue.lastAt : 0;
  const since = Math.max(queue.waitingSince, lastAt);
  if (now - since < QUEUE_MS) return FINE;
  return wrong(since, alertWords.text[`${what}_stands_still`]({ time: duration(now - since) }));
}

function judgeSpace({ freeBytes, now }: AlertFacts): Verdict {
  if (freeBytes === null || freeBytes >= LITTLE_SPACE_BYTES) return FINE;
  return wrong(now, alertWords.text.little_space({ megabytes: Math.floor(freeBytes / 1e6) }));
}

function judgeBytes({ bytesRefusedAt: { client, site }, now }: AlertFacts): Verdict {
  const texts = alertWords.text.bytes_used_up;
  if (site !== null && within(now, site, HOUR_MS)) return wrong(site, texts.site);
  return client !== null && within(now, client, HOUR_MS) ? wrong(client, texts.client) : FINE;
}

function judgeBackup({ backupAt, now }: AlertFacts): Verdict {
  if (backupAt === null || now - backupAt < BACKUP_MS) return FINE;
  return wrong(backupAt, alertWords.text.no_backup({ time: duration(now - backupAt) }));
}

const percent = ({ successes, trials }: Rate) => `${((100 * successes) / trials).toFixed(1)} %`;

function duration(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  const words = alertWords.duration;
  if (hours >= 48) return words.days({ days: Math.floor(hours / 24) });
  return hours >= 2
    ? words.hours({ hours })
    : words.minutes({ minutes: Math.floor(ms / MINUTE_MS) });
}

export const ALERT_ADVICE: Readonly<Record<AlertName, string>> = alertWords.advice;
