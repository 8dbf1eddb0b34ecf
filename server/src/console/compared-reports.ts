import type { EventFilter } from '#shared/event-filter';
import type { Answered, FiguresReport, FunnelReport, Summarized } from '#shared/growth';
import type { EventsQuery, TrafficQuery } from '#shared/growth-queries';
import type { ReportRange, WithBefore } from '#shared/report-range';
import type { Traffic } from '#shared/reports';
import type { Span } from '#shared/time-buckets';
import type { Reports } from '../reports/ask-reports.ts';
import type { EventsRange } from '../reports/count-traffic.ts';
import { FewPeopleError } from '../reports/find-few.ts';
import { type FunnelQuestion, warnAboutFunnel } from '../reports/funnel/funnel-params.ts';
import { isCountedFrom, summarizeFigures } from '../reports/summary/summarize-figures.ts';
import { summarizeForms, summarizeFunnel } from '../reports/summary/summarize-funnel.ts';
import { summarizeTraffic } from '../reports/summary/summarize-traffic.ts';
import { summaryWords } from '../words/server-messages.ts';

/**
 * Answers each report together with the same of the period before, where the question names one, and with a sentence of
 * what the two say.
 */
export function createComparedReports(
  reports: Pick<Reports, 'funnel' | 'figures' | 'forms' | 'behaviour' | 'traffic' | 'countedSince'>,
  eventsKeptSince: () => number,
) {
  /**
   * Asks a question, and the same about an earlier period, if that was counted from its beginning on, and its events are
   * still kept. Values that a viewer may name now may have had fewer people then.
   */
  async function withBefore<Query extends object, Report>(
    query: Query,
    before: WithBefore['before'],
    ask: (query: Query) => Promise<Report>,
    keptSince = eventsKeptSince(),
  ): Promise<[report: Report, earlier: Report | null, since: number | null]> {
    let since: number | null = null;
    const askEarlier = async (span: Span) => {
      since = await reports.countedSince();
      const isWhole = isCountedFrom(span, since) && isCountedFrom(span, keptSince);
      return isWhole ? ask({ ...query, ...span }).catch(noneIfFew) : null;
    };
    const [report, earlier] = await Promise.all([ask(query), before && askEarlier(before)]);
    return [report, earlier, since];
  }
  /** Answers a report that has no sentence of its own. */
  const answered =
    <Report>(ask: (query: EventsRange, signal?: AbortSignal) => Promise<Report>) =>
    async (
      { from, to, filters, before: span }: EventsQuery,
      signal?: AbortSignal,
    ): Promise<Answered<Report>> => {
      const [report, earlier] = await withBefore({ from, to, filters }, span, (asked) =>
        ask(asked, signal),
      );
      return { ...report, ...(earlier && { before: earlier }) };
    };

  return {
    async funnel(
      { query, preset, labels, warnings = [], before: span }: FunnelQuestion & WithBefore,
      signal?: AbortSignal,
    ): Promise<Summarized<FunnelReport>> {
      const [counted, earlier] = await withBefore(query, span, (asked) =>
        reports.funnel(asked, signal),
      );
      const named = (one: typeof counted) => ({
        preset,
        labels,
        warnings: [...warnings, ...warnAboutFunnel(query, one.steps)],
        ...one,
      });
      const { zone, breakdown, from, to, filters } = query;
      const asked = { span: spanOf(query), zone, breakdown };
      const forms = preset === 'form' ? await reports.forms({ from, to, filters }, signal) : null;
      const said = `${summarizeFunnel(counted, earlier, asked)} ${summarizeForms(forms)}`;
      return {
        ...named(counted),
        summary: sayPage(filters, said.trim()),
        ...(earlier && { before: named(earlier) }),
      };
    },
    async figures(
      { before: span, ...query }: ReportRange & WithBefore,
      signal?: AbortSignal,
    ): Promise<Summarized<FiguresReport>> {
      const [report, earlier, since] = await withBefore(
        query,
        span,
        (asked) => reports.figures(asked, signal),
        0, // no event is read
      );
      const before = span && earlier ? { report: earlier, span } : since;
      const { from, to, zone } = query;
      const summary = summarizeFigures(report, before, { span: { from, to }, zone });
      return { ...report, summary, ...(earlier && { before: earlier }) };
    },
    forms: answered(reports.forms),
    behaviour: answered(reports.behaviour),
    async traffic(
      { zone, unit: _, before: span, ...query }: TrafficQuery,
      signal?: AbortSignal,
    ): Promise<Summarized<Traffic>> {
      const [report, earlier] = await withBefore(query, span, (asked) =>
        reports.traffic(asked, signal),
      );
      const sentence = summarizeTraffic(report, { span: spanOf(query), zone });
      const summary = sayPage(query.filters, sentence);
      return { ...report, summary, ...(earlier && { before: earlier }) };
    },
  };
}

/** A filter counts events, so one by a page leaves out what its visitors did on others, such as their signup. */
const sayPage = (filters: readonly EventFilter[], sentence: string) =>
  filters.some(({ by }) => by === 'path') ? `${sentence} ${summaryWords.onPage}` : sentence;

function noneIfFew(error: unknown): null {
  if (error instanceof FewPeopleError) return null;
  throw error;
}

const spanOf = ({ from, to }: { from: number | null; to: number | null }): Span | null =>
  from === null || to === null ? null : { from, to };
