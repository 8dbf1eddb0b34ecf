import { funnelQuerySchema } from '#shared/funnel';
import type { FiguresReport } from '#shared/growth';
import { HOUR_MS } from '#shared/limits';
import { type Rate, wilson } from '#shared/statistics';
import { addDays, bucketsOf, clockSince, formatIsoDay, type Span } from '#shared/time-buckets';
import { consentRateOf, formErrorRateOf, type Totals, totalsOf } from '#shared/totals';
import type { Reports } from '../../reports/ask-reports.ts';
import { presetQuery } from '../../reports/funnel/funnel-params.ts';
import { isCountedFrom, summarizeFigures } from '../../reports/summary/summarize-figures.ts';
import type { DeliveryState } from '../../store/store.ts';
import type { Alert, Note, TeamStore } from '../team.sql.ts';

/** A week beside the one before, in figures of the reports. */
export interface Digest {
  /** The Monday with which the week begins, `2026-03-09`, and its Sunday. */
  from: string;
  to: string;
  zone: string;
  /** What the week's figures say, in one sentence. */
  sentence: string;
  week: WeekFigures;
  before: WeekFigures;
  /** Whether the week before was counted from its beginning on. */
  isCompared: boolean;
  /** Signups of each day of the week. */
  days: { day: string; signups: number }[];
  /** Of the visitors who allow measuring, by people, with those who signed up. */
  channels: { channel: string; people: number; signups: number }[];
  alerts: Alert[];
  notes: Note[];
  /** Null where nothing is delivered to PostHog. */
  delivery: Pick<DeliveryState, 'waiting' | 'setAside'> | null;
}

interface WeekFigures extends Pick<Totals, 'signups' | 'pages'> {
  /** Null where the site sends no mail: nobody is asked. */
  confirmed: number | null;
  /** Of the people who saw the form, who signed up. */
  conversion: Rate & { low: number; high: number };
  /** Of the people who were asked, who agreed. */
  consent: Rate;
  /** Of the people who sent the form, who got an error. */
  formErrors: Rate;
}

export interface DigestDeps {
  reports: Pick<Reports, 'figures' | 'forms' | 'funnel' | 'traffic' | 'delivery' | 'countedSince'>;
  store: Pick<TeamStore, 'readAlerts' | 'readNotes'>;
  zone: string;
  delivers: boolean;
  mails: boolean;
}

const DIGEST_CLOCK_MS = 9 * HOUR_MS;

/** Returns the Monday on which a week begins, and when its digest of the week before is due: at nine. */
export function digestWeek(now: number, zone: string): { week: string; span: Span; dueAt: number } {
  const monday = bucketsOf({ from: now, to: now }, 'week', zone)[0] ?? now;
  const nine = monday + DIGEST_CLOCK_MS;
  const dueAt = nine - (clockSince(nine, monday, zone) - DIGEST_CLOCK_MS); // the clock may have changed
  const from = addDays(monday, -7, zone);
  return { week: formatIsoDay(from, zone), span: { from, to: monday - 1 }, dueAt };
}

/** Compares a week with the one before. Every figure is one of the console's reports. */
export async function makeDigest(deps: DigestDeps, { from, to }: Span): Promise<Digest> {
  const { reports, store, zone, delivers } = deps;
  const before = { from: addDays(from, -7, zone), to: from - 1 };
  const figuresOf = ({ from: start, to: end }: Span) =>
    reports.figures({ from: start, to: end, unit: 'day', zone });
  const [figures, earlier] = [await figuresOf({ from, to }), await figuresOf(before)];
  const since = await reports.countedSince();
  const isCompared = isCountedFrom(before, since);
  const { rows } = await reports.traffic({ from, to, by: 'channel' });
  const delivery = delivers ? await reports.delivery() : null;
  return {
    from: formatIsoDay(from, zone),
    to: formatIsoDay(to, zone),
    zone,
    sentence: summarizeFigures(figures, isCompared ? { report: earlier, span: before } : since, {
      span: { from, to },
      zone,
    }),
    week: await weekFigures(deps, figures, { from, to }),
    before: await weekFigures(deps, earlier, before),
    isCompared,
    days: figures.buckets.map((bucket) => ({
      day: formatIsoDay(Date.parse(bucket.from), zone),
      signups: totalsOf([bucket]).signups,
    })),
    channels: rows.map(({ value, people, signups }) => ({
      channel: value ?? 'unknown',
      people,
      signups,
    })),
    alerts: await store.readAlerts({ from, to }),
    notes: await store.readNotes({ from, to }),
    delivery: delivery && { waiting: delivery.waiting, setAside: delivery.setAside },
  };
}

async function weekFigures(
  { reports, zone, mails }: Pick<DigestDeps, 'reports' | 'zone' | 'mails'>,
  { buckets }: FiguresReport,
  { from, to }: Span,
): Promise<WeekFigures> {
  const totals = totalsOf(buckets);
  const query = funnelQuerySchema.parse({
    ...presetQuery('signup'),
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    zone,
  });
  const [saw, signedUp] = (await reports.funnel(query)).steps;
  const conversion = { successes: signedUp?.count ?? 0, trials: saw?.count ?? 0 };
  return {
    signups: totals.signups,
    confirmed: mails ? totals.confirmed : null,
    pages: totals.pages,
    conversion: { ...conversion, ...wilson(conversion.successes, conversion.trials) },
    consent: consentRateOf(totals),
    formErrors: formErrorRateOf(await reports.forms({ from, to })),
  };
}
