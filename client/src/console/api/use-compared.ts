import { isNearlyEmpty } from '#shared/compare-figures';
import { formatFilter } from '#shared/event-filter';
import type { Answered, BehaviourReport, FiguresReport, FunnelReport } from '#shared/growth';
import type { Traffic } from '#shared/reports';
import { type Span, shareOfTime } from '#shared/time-buckets';
import { sizeOfFigures, wholeQuarters } from '#shared/totals';
import { isLive, rangeBefore, rangeOf } from '../address/range-in-address.ts';
import type { ViewAddress } from '../address/view-address.ts';
import { type ReportParams, reportRoute } from './report-route.ts';
import { type Loaded, useReport } from './use-report.ts';

/** How often figures that may still grow are asked again. */
const EVERY_MS = 30_000;

/** The reports that the server compares with a period before. */
interface Reports {
  behaviour: BehaviourReport;
  figures: FiguresReport;
  funnel: FunnelReport;
  traffic: Traffic;
}

/** What each report has most of. */
const SIZES: { [Name in keyof Reports]: (report: Reports[Name]) => number } = {
  behaviour: ({ people }) => people,
  figures: sizeOfFigures,
  funnel: ({ measured }) => measured,
  traffic: ({ events }) => events.reduce((all, { count }) => all + count, 0),
};

/** A report of the period before, which is its span. @property share of the time of both periods that is the later one's */
export type Earlier<Data> = Data & { share: number; span: Span };

export interface Compared<Data> {
  report: Loaded<Answered<Data>>;
  /** The period of the report's latest answer, or of the next one. */
  period: Span;
  /** The same figures of the period before; null without a comparison, until they are known, and if that period has too little. */
  before: Earlier<Data> | null;
  /** True if nothing is compared because the period before is nearly empty, or was not counted from its beginning. */
  isAlone: boolean;
}

/** What is compared is also what is shown. */
const comparable = <Report extends object>(report: Report): Report =>
  isFigures(report) ? wholeQuarters(report) : report;
const isFigures = <Report extends object>(report: Report): report is Report & FiguresReport =>
  'unfinished' in report;

export const filterParams = ({ filters }: ViewAddress): ReportParams =>
  filters.map((filter) => ['filter', formatFilter(filter)]);

/**
 * Fetches a report for the address's range, with that of the period before if the address compares. Repeats it while
 * somebody looks at a range that includes now.
 */
export function useCompared<Name extends keyof Reports>(
  name: Name,
  address: ViewAddress,
  params: ReportParams = [],
): Compared<Reports[Name]> {
  const now = Date.now();
  const beforeAt = (at: number) => (address.compare ? rangeBefore(address, at) : null);
  const filters = name === 'figures' ? [] : filterParams(address);
  const report = useReport<Answered<Reports[Name]>>(
    (at) => reportRoute(name, address, rangeOf(address, at), [...params, ...filters], beforeAt(at)),
    isLive(address, now) ? EVERY_MS : 0,
    true,
  );
  const askedAt = report.askedAt || now;
  const period = rangeOf(address, askedAt);
  const earlier = beforeAt(askedAt);
  const { data } = report;
  const before = earlier && data?.before;
  if (!before || isNearlyEmpty(SIZES[name](before)))
    return { report, period, before: null, isAlone: Boolean(earlier && data && !report.loading) };
  const share = shareOfTime(period, earlier);
  return {
    report: { ...report, data: comparable(data) },
    period,
    before: { ...comparable(before), share, span: earlier },
    isAlone: false,
  };
}
