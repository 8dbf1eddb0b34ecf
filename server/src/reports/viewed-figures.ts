import type { FunnelResult, FunnelStepResult } from '#shared/funnel';
import type { FiguresReport, FormsReport, FunnelReport, ViewedEvent } from '#shared/growth';
import { FEWEST_PEOPLE } from '#shared/growth-console';
import type { Traffic } from '#shared/reports';
import { startOfQuarter } from '#shared/time';
import type { DeliveryState, SequencedEvent } from '../store/store.ts';
import type { CountedFunnel } from './ask-reports.ts';

// What figures GROWTH_VIEWER_TOKEN shows. All counts are rounded down to a multiple of five, each by itself. So no row has
// fewer than five people, and neither has what is missing: a total without its rows, two steps, or two ranges differ by
// nothing or by five.

/** Properties of events with few values, which many people share. A mail domain can be one person's. */
const SHARED_PROPERTIES = new Set([
  ...['section_name', 'percent_scrolled', 'button_name', 'click_location'],
  ...['form_type', 'event_label'],
]);
export const isSharedProperty = (name: string): boolean => SHARED_PROPERTIES.has(name);

const rounded = (count: number): number => count - (count % FEWEST_PEOPLE);

function roundedAll<Key extends string>(counts: Record<Key, number>): Record<Key, number> {
  const entries = Object.entries<number>(counts);
  return Object.fromEntries(entries.map(([key, count]) => [key, rounded(count)])) as typeof counts;
}

/** A median or a percentile with fewer people on one of its sides is the time of single ones. */
function roughly(seconds: number | null, people: number): number | null {
  return seconds === null || people < FEWEST_PEOPLE ? null : Number(seconds.toPrecision(2));
}
const MIDDLE = 1 / 2;
const LAST_TENTH = 1 / 10;

export function viewFigures({
  buckets,
  unfinished: _, // a viewer's range ends with a quarter
  pages,
  ...report
}: FiguresReport): FiguresReport {
  return {
    ...report,
    buckets: buckets.map(({ from, ...counts }) => ({ from, ...viewRecorded(counts) })),
    whole: viewRecorded(buckets.reduce(addRecorded, NOTHING)),
    unfinished: null,
    pages: listed(
      pages.map(({ path, count }) => ({ path, count: rounded(count) })),
      (page) => page.count,
      (page) => page.path,
    ),
  };
}

type Recorded = NonNullable<FiguresReport['whole']>;

const NOBODY = { notifyme: 0, beta: 0 };
const NOTHING: Recorded = {
  ...{ signups: NOBODY, confirmed: NOBODY },
  ...{ pages: 0, grants: 0, refusals: 0, withdrawals: 0 },
};

const addRecorded = (a: Recorded, b: Recorded): Recorded => ({
  signups: sum(a.signups, b.signups),
  confirmed: sum(a.confirmed, b.confirmed),
  pages: a.pages + b.pages,
  grants: a.grants + b.grants,
  refusals: a.refusals + b.refusals,
  withdrawals: a.withdrawals + b.withdrawals,
});
const sum = (a: typeof NOBODY, b: typeof NOBODY) => ({
  notifyme: a.notifyme + b.notifyme,
  beta: a.beta + b.beta,
});

const viewRecorded = ({ signups, confirmed, ...counts }: Recorded) => ({
  signups: roundedAll(signups),
  confirmed: roundedAll(confirmed),
  ...roundedAll(counts),
});

export const viewForms = ({ people, outcomes }: FormsReport): FormsReport => ({
  people: rounded(people),
  outcomes: outcomes.map((outcome) => ({ ...outcome, people: rounded(outcome.people) })),
});

/** The report has been asked to list no value of fewer people. */
export function viewTraffic({ events, rows, others, by }: Traffic): Traffic {
  return {
    by,
    events: listed(
      events.map(({ name, ...counts }) => ({ name, ...roundedAll(counts) })),
      ({ people }) => people,
      ({ name }) => name,
    ),
    rows: listed(
      rows.map(({ value, ...counts }) => ({ value, ...roundedAll(counts) })),
      ({ people }) => people,
      ({ value }) => value ?? '',
    ),
    ...(rounded(others?.people ?? 0) > 0 && { others: roundedAll({ ...others } as Others) }),
  };
}
type Others = NonNullable<Traffic['others']> & { people: number };

export function viewFunnel({ confirmed, ...funnel }: CountedFunnel, isOpen: boolean) {
  const { steps, measured, time, overTime, breakdown, others } = funnel;
  const values = breakdown.filter(({ steps: own }) => rounded(own[0]?.count ?? 0) > 0);
  const few = breakdown.filter((row) => !values.includes(row)).map((row) => row.steps);
  const rest = sumSteps(others ? [...few, others.steps] : few);
  const finished = steps.at(-1)?.count ?? 0;
  return {
    steps: viewSteps(steps),
    measured: rounded(measured),
    time: {
      medianSeconds: roughly(time.medianSeconds, finished * MIDDLE),
      p90Seconds: roughly(time.p90Seconds, finished * LAST_TENTH),
      bins: time.bins.map((bin) => ({ ...bin, count: rounded(bin.count) })),
    },
    overTime: {
      ...overTime,
      buckets: viewBuckets(overTime.buckets, isOpen),
      earlier: roundedAll(overTime.earlier),
    },
    breakdown: listed(
      values.map((row) => ({ value: row.value, steps: viewSteps(row.steps) })),
      (row) => row.steps[0]?.count ?? 0,
      ({ value }) => value ?? '',
    ),
    others:
      rounded(rest[0]?.count ?? 0) === 0
        ? null
        : { values: rounded(few.length + (others?.values ?? 0)), steps: viewSteps(rest) },
    confirmed: confirmed && roundedAll(confirmed),
  } satisfies Partial<FunnelReport>;
}

const viewSteps = (steps: readonly FunnelStepResult[]): FunnelStepResult[] =>
  steps.map(({ event, count, medianSeconds }) => ({
    event,
    count: rounded(count),
    // One slow person more changes it.
    averageSeconds: null,
    medianSeconds: roughly(medianSeconds, count * MIDDLE),
  }));

/** The times of several groups together are not known. */
const sumSteps = (groups: readonly FunnelStepResult[][]): FunnelStepResult[] =>
  (groups[0] ?? []).map(({ event }, step) => ({
    event,
    count: groups.reduce((sum, steps) => sum + (steps[step]?.count ?? 0), 0),
    averageSeconds: null,
    medianSeconds: null,
  }));

/** The buckets of a range with an open start begin with the first one that has people: the range itself is made up. */
function viewBuckets(buckets: FunnelResult['overTime']['buckets'], isOpen: boolean) {
  const viewed = buckets.map(({ from, ...counts }) => ({ from, ...roundedAll(counts) }));
  const first = viewed.findIndex(({ started }) => started > 0);
  return isOpen ? viewed.slice(first === -1 ? viewed.length : first) : viewed;
}

/**
 * The latest events, each beside the number of people who did the same in the same quarter of an hour. Their order within
 * a quarter says nothing.
 */
export function viewEvents(events: readonly SequencedEvent[]): ViewedEvent[] {
  const groups = new Map<string, { event: Omit<ViewedEvent, 'people'>; people: Set<string> }>();
  for (const { name, properties, receivedAt, consentId } of events) {
    const shared = Object.entries(properties).filter(([property]) => isSharedProperty(property));
    const event = {
      name,
      properties: Object.fromEntries(shared.toSorted(([a], [b]) => compare(a, b))),
      arrivedAt: new Date(startOfQuarter(receivedAt)).toISOString(),
    };
    const key = JSON.stringify(event);
    const group = groups.get(key) ?? { event, people: new Set() };
    group.people.add(consentId);
    groups.set(key, group);
  }
  return [...groups]
    .map(([key, { event, people }]) => ({ key, ...event, people: rounded(people.size) }))
    .filter(({ people }) => people > 0)
    .toSorted((a, b) => compare(b.arrivedAt, a.arrivedAt) || compare(a.key, b.key))
    .map(({ key: _, ...event }) => event);
}

/** The events that wait or were delivered may be those of a single visit. So may their times, if they are few. */
export const viewDelivery = (state: DeliveryState): DeliveryState => ({
  waiting: rounded(state.waiting),
  delivered: rounded(state.delivered),
  setAside: rounded(state.setAside),
  skipped: roundedAll(state.skipped),
  waitingSince: rounded(state.waiting) > 0 ? quarterOf(state.waitingSince) : null,
  deliveredAt: rounded(state.delivered) > 0 ? quarterOf(state.deliveredAt) : null,
  // PostHog's answers may quote what it was sent.
  deadLetters: [],
  deletions: {
    waiting: rounded(state.deletions.waiting),
    refused: rounded(state.deletions.refused),
    reason: null,
  },
  failure: state.failure && { ...state.failure, at: startOfQuarter(state.failure.at) },
});
const quarterOf = (time: number | null) => time && startOfQuarter(time);

/** Leaves out rows of fewer people. The others are sorted by what is shown, because their order would tell more. */
const listed = <Row>(
  rows: readonly Row[],
  people: (row: Row) => number,
  name: (row: Row) => string,
): Row[] =>
  rows
    .filter((row) => people(row) > 0)
    .toSorted((a, b) => people(b) - people(a) || compare(name(a), name(b)));

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
