import { type FunnelQuery, funnelQuerySchema } from '#shared/funnel';
import { DAY_MS } from '#shared/limits';
import type { Rate } from '#shared/statistics';
import { addDays, startOfDay } from '#shared/time-buckets';
import { consentRateOf, formErrorRateOf, totalsOf } from '#shared/totals';
import { describeDoubt } from '../jobs/clock.ts';
import type { Reports } from '../reports/reports.ts';
import { presetQuery } from '../services/funnel/funnel-params.ts';
import { VALID_MS } from '../store/mail-store.ts';
import type { Store } from '../store/store.ts';
import { type AlertFacts, HOUR_MS, signupHistory } from './alert-rules.ts';

export interface FactsDeps {
  reports: Pick<Reports, 'figures' | 'forms' | 'funnel' | 'findSignups' | 'latestEvents'>;
  store: Pick<
    Store,
    'deliveryState' | 'mailState' | 'countMailBefore' | 'usage' | 'readMark' | 'mark' | 'seeTime'
  >;
  /** In which a day begins. */
  zone: string;
  delivers: boolean;
  /** `MAIL_HOURLY`; null where no mail is sent. */
  mailHourly: number | null;
  /** Whether our own command makes the backups. */
  backsUp: boolean;
  now(): number;
}

/** As many whole weeks as one report has hours. */
const HISTORY_WEEKS = 7;
const BASE_DAYS = 28;
/** Our mail server also postpones a message to a mistyped address. This many at once are an outage. */
const MANY_POSTPONED = 5;
/** People who sign up do so within the hour. A longer window would make today look worse than the days before. */
const WINDOW_SECONDS = 3_600;

interface HourFacts {
  history: AlertFacts['signups']['history'];
  pages: number;
  people: number;
}

/** Reads what the alerts are judged by, through the functions of the reports. */
export function createLoadFacts(deps: FactsDeps) {
  const { reports, store, zone, now } = deps;

  const rateOf = async (query: FunnelQuery, signal: AbortSignal): Promise<Rate> => {
    const { steps } = await reports.funnel(query, signal);
    return { trials: steps[0]?.count ?? 0, successes: steps[1]?.count ?? 0 };
  };
  const query = (value: object) => funnelQuerySchema.parse(value);
  const range = (from: number, to: number) => ({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  });
  const conversion = (from: number, to: number, signal: AbortSignal) =>
    rateOf(
      query({ ...presetQuery('signup'), ...range(from, to), windowSeconds: WINDOW_SECONDS }),
      signal,
    );
  const figures = (from: number, to: number, unit: 'hour' | 'day', signal: AbortSignal) =>
    reports.figures({ from, to, unit, zone: 'UTC' }, signal);

  const ofHour = keptFor(async (hour: number, signal): Promise<HourFacts> => {
    const { buckets } = await figures(hour - HISTORY_WEEKS * 7 * DAY_MS, hour - 1, 'hour', signal);
    const hours = buckets.map(({ from, signups }) => ({
      from: Date.parse(from),
      signups: signups.notifyme + signups.beta,
    }));
    const from = hour - BASE_DAYS * DAY_MS;
    const { pages } = totalsOf((await figures(from, hour - 1, 'day', signal)).buckets);
    const steps = [{ event: null }];
    const { trials: people } = await rateOf(query({ steps, ...range(from, hour - 1) }), signal);
    return { history: signupHistory(hours), pages, people };
  });
  const beforeDay = keptFor(async (day: number, signal) => {
    const from = addDays(day, -BASE_DAYS, zone);
    const { buckets } = await figures(from, day - 1, 'day', signal);
    return {
      conversion: await conversion(from, day - 1, signal),
      consent: consentRateOf(totalsOf(buckets)),
    };
  });

  return async (signal: AbortSignal): Promise<AlertFacts> => {
    const at = now();
    const day = startOfDay(at, zone);
    const { history, pages, people } = await ofHour(Math.floor(at / HOUR_MS) * HOUR_MS, signal);
    const before = await beforeDay(day, signal);
    const latest = { ids: null, type: null, confirmation: null, before: null };
    const { signups } = await reports.findSignups({ ...latest, limit: 1, offset: 0 }, signal);
    const [event] = await reports.latestEvents({ limit: 1 }, signal);
    const since = Math.max(event?.receivedAt ?? at, at - BASE_DAYS * DAY_MS);
    const today = totalsOf((await figures(day, at, 'day', signal)).buckets);
    return {
      now: at,
      dayAt: day,
      signups: { history, lastAt: signups[0]?.createdAt ?? null },
      events: {
        lastAt: event?.receivedAt ?? null,
        pagesSince: totalsOf((await figures(since, at, 'day', signal)).buckets).pages,
        pages,
        people,
      },
      conversion: { today: await conversion(day, at, signal), before: before.conversion },
      consent: { today: consentRateOf(today), before: before.consent },
      forms: formErrorRateOf(await reports.forms({ from: at - DAY_MS, to: at }, signal)),
      ...(await queuesOf(deps)),
      freeBytes: (await store.usage()).freeBytes,
      backupAt: deps.backsUp ? await lastBackup(store, at) : null,
      deletion: await deletionOf(store, at),
    };
  };
}

async function queuesOf({ store, delivers, mailHourly, now }: FactsDeps) {
  const delivery = delivers ? await store.deliveryState() : null;
  const mail = mailHourly === null ? null : await store.mailState();
  return {
    delivery: delivery && {
      waitingSince: delivery.waitingSince,
      lastAt: delivery.deliveredAt,
    },
    mail: mail && {
      waitingSince: mail.waiting < MANY_POSTPONED ? mail.unansweredSince : mail.waitingSince,
      lastAt: mail.lastSentAt,
    },
    mailBehind: mail && mailHourly ? await behind(store, mail.waiting, mailHourly, now()) : 0,
  };
}

/** Counts the messages that will not leave: those of the next day beyond its hours, and what half of the time would not do for. */
async function behind(
  store: Pick<Store, 'countMailBefore'>,
  waiting: number,
  hourly: number,
  now: number,
): Promise<number> {
  const expiring = waiting === 0 ? 0 : await store.countMailBefore(now - VALID_MS + DAY_MS);
  const half = (hourly * VALID_MS) / HOUR_MS / 2;
  return Math.max(0, expiring - (hourly * DAY_MS) / HOUR_MS, waiting - half);
}

/** A site that has never made a backup is reminded a week after this was first asked. */
async function lastBackup(store: FactsDeps['store'], at: number): Promise<number> {
  const mark = await store.readMark('backup');
  if (mark) return mark.at;
  await store.mark({ name: 'backup', value: 'none', at });
  return at;
}

async function deletionOf(store: FactsDeps['store'], at: number): Promise<AlertFacts['deletion']> {
  const { isDoubtedElsewhere, ...clock } = await store.seeTime(at);
  const held = (await store.readMark('retention'))?.value || null;
  const large =
    held && `Retention would delete ${held}, more than a fifth of the table, so it waits.`;
  return { waits: describeDoubt(clock, at) ?? large, isDoubtedElsewhere };
}

/** Remembers the answer for the last key, such as an hour. */
function keptFor<T>(load: (key: number, signal: AbortSignal) => Promise<T>) {
  let kept: { key: number; value: T } | null = null;
  return async (key: number, signal: AbortSignal): Promise<T> => {
    if (kept?.key !== key) kept = { key, value: await load(key, signal) };
    return kept.value;
  };
}
