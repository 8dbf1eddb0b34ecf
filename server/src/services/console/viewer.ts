import type { ViewedEvent } from '#shared/growth';
import { QUARTER_MS, startOfQuarter, viewedUntil } from '#shared/time';
import type { Span } from '#shared/time-buckets';
import type { Range } from '#shared/time-range';
import type { SequencedEvent } from '../../store/store.ts';
import type { Alert, AlertsQuery } from '../../store/team-store.ts';

// What GROWTH_VIEWER_TOKEN shows. Its holders see figures, and must not be able to put a single visit together from them.
// So they see only whole quarters of an hour. Their answers stay the same until the next quarter is over. Otherwise
// somebody who asks every second could tell which events are new, and those would be of one visit.

/** Properties of events with few values, which many people share. A mail domain can be one person's. */
const SHARED_PROPERTIES = new Set([
  ...['section_name', 'percent_scrolled', 'button_name', 'click_location'],
  ...['form_type', 'event_label'],
]);
export const isSharedProperty = (name: string): boolean => SHARED_PROPERTIES.has(name);

/**
 * Extends a range to whole quarters of an hour, and ends it with the last one that is over. A range that starts later is
 * empty.
 */
export const inWholeQuarters = <Asked extends Range>(asked: Asked, now: number): Asked => ({
  ...asked,
  from: asked.from && startOfQuarter(asked.from),
  to: Math.min(endOfQuarter(asked.to ?? Number.POSITIVE_INFINITY), viewedUntil(now) - 1),
});
const endOfQuarter = (time: number) => startOfQuarter(time) + QUARTER_MS - 1;

/**
 * Wraps a report that is read at most once for each quarter of an hour that is over. One about the present state changes
 * with each visit, and nothing in the database says what it was. One about the latest events passes over all that have
 * arrived since: 0.1 s for a million.
 */
export function oncePerQuarter<Report>(
  read: (signal?: AbortSignal) => Promise<Report>,
  now: () => number,
): typeof read {
  let kept: { until: number; report: Report } | null = null;
  return async (signal) => {
    const until = viewedUntil(now());
    if (kept?.until !== until) kept = { until, report: await read(signal) };
    return kept.report;
  };
}

/** Returns what a viewer sees of the latest events. Their order within a quarter says nothing. */
export function describeViewed(events: readonly SequencedEvent[]): ViewedEvent[] {
  const viewed = events.map(({ name, properties, receivedAt }) => ({
    name,
    properties: Object.fromEntries(
      Object.entries(properties).filter(([property]) => isSharedProperty(property)),
    ),
    arrivedAt: new Date(startOfQuarter(receivedAt)).toISOString(),
  }));
  const order = ({ name, properties }: ViewedEvent) => JSON.stringify([name, properties]);
  return viewed.toSorted(
    (a, b) => compare(b.arrivedAt, a.arrivedAt) || compare(order(a), order(b)),
  );
}

/** Returns the range of alerts to read for a viewer: also those that were cleared after what a viewer sees. */
export const alertsInQuarters = (range: Span, now: number): AlertsQuery => ({
  from: startOfQuarter(range.from),
  to: Math.min(endOfQuarter(range.to), viewedUntil(now) - 1),
  clearedFrom: viewedUntil(now),
});

/** Returns what a viewer sees of alerts: one is raised because of the last signup, and cleared by the next. */
export function describeAlerts(alerts: readonly Alert[], now: number): Alert[] {
  const until = viewedUntil(now);
  return alerts
    .filter(({ raisedAt }) => raisedAt < until)
    .map(({ id, since, raisedAt, clearedAt, ...alert }) => ({
      ...alert,
      id: id.slice(-RANDOM_SIGNS),
      since: startOfQuarter(since),
      raisedAt: startOfQuarter(raisedAt),
      clearedAt: clearedAt === null || clearedAt >= until ? null : startOfQuarter(clearedAt),
    }));
}
/** The last characters of an id are random. The first ones are the time. */
const RANDOM_SIGNS = 12;

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
