import type { FunnelQuery, FunnelResult } from '#shared/funnel';
import type { Access, FunnelReport } from '#shared/growth';
import type { ReportRange } from '#shared/report-range';
import { type StoreReader, StoreUnavailableError } from '../store/store.ts';
import { countBehaviour } from './count-behaviour.ts';
import { countFigures } from './count-figures.ts';
import { countForms } from './count-forms.ts';
import { countTraffic, type EventsRange, type TrafficRange } from './count-traffic.ts';
import { fieldOf, pairOf } from './event-field.ts';
import { exportSignups, type SignupsCsvQuery } from './export/export-signups.ts';
import { filterEvents } from './filter-events.ts';
import { findFew, type NamedValues } from './find-few.ts';
import { countFunnel } from './funnel/count-funnel.ts';
import type { ChannelOf } from './load-channels.ts';

/** The longest time for a report, in milliseconds, from the question to the answer. */
export const REPORT_TIMEOUT_MS = 5 * 60_000;
/**
 * The longest silence of a connection that waits for a report, in milliseconds. It is longer, so that the refusal of a
 * slow report still arrives. The proxies in deploy/ wait as long.
 */
export const REPORT_SILENCE_MS = REPORT_TIMEOUT_MS + 10_000;

/** The report was stopped because it took longer than {@link REPORT_TIMEOUT_MS}. */
export class ReportTooLongError extends Error {
  override name = 'ReportTooLongError';
}

/** Too many reports wait, or one waited too long. The same question may be answered soon. */
export class ReportsBusyError extends StoreUnavailableError {
  override name = 'ReportsBusyError';
}

/** What a funnel counts: people by their events, and signups of the table. */
export type CountedFunnel = FunnelResult & Pick<FunnelReport, 'confirmed'>;

export const createReports = (reader: StoreReader, channelOf: ChannelOf) => ({
  async funnel(query: FunnelQuery): Promise<CountedFunnel> {
    const filtered = filterEvents(reader, query.filters, channelOf);
    const counted = await countFunnel(filtered, query, channelOf);
    return { ...counted, confirmed: await countConfirmed(reader, query) };
  },
  figures: (query: ReportRange) => countFigures(reader, query),
  forms: ({ filters = [], ...range }: EventsRange) =>
    countForms(filterEvents(reader, filters, channelOf), range),
  behaviour: ({ filters = [], ...range }: EventsRange) =>
    countBehaviour(filterEvents(reader, filters, channelOf), range),
  traffic: ({ filters = [], ...query }: TrafficRange) =>
    countTraffic(
      filterEvents(reader, filters, channelOf),
      query,
      query.secondBy ? pairOf(query.by, query.secondBy, channelOf) : fieldOf(query.by, channelOf),
    ),
  findFew: (query: NamedValues) => findFew(filterEvents(reader, query.filters, channelOf), query),
  searchSignups: reader.searchSignups,
  findSignups: reader.findSignups,
  exportSignups: (query: SignupsCsvQuery) => exportSignups(reader, query),
  latestEvents: reader.latestEvents,
  audience: reader.countAudience,
  stages: (_?: null) => reader.applicationStages(),
  delivery: (_?: null) => reader.deliveryState(),
  countedSince: (_?: null) => reader.countedSince(),
  /** Makes what the reports about events read: the job in ./event-chunks.ts stores it. */
  makeChunk: reader.makeChunk,
});
type Answers = ReturnType<typeof createReports>;

/**
 * The questions of the growth team. An answer may take seconds of CPU time: see reports-thread.ts. The signal cancels a
 * question, even one that is being answered.
 */
export type Reports = {
  [R in keyof Answers]: (
    ...asked: [...Parameters<Answers[R]>, signal?: AbortSignal]
  ) => ReturnType<Answers[R]>;
};

/** Who asks. Each has a queue of their own. */
export type Asker = Access | 'site';

/** One thread's reports: of the site itself, and of others. */
export interface SharedReports extends Reports {
  /** Returns the reports for somebody else. The askers' questions are answered in turn, so nobody waits behind many of another. */
  of(asker: Asker): Reports;
}

/**
 * Counts the signups that a funnel ends with, and how many of them are confirmed, in the signups table. A confirmation is
 * not an event, because people read their mail elsewhere. So this is about everybody who signed up in the funnel's range
 * by the path of its last step, measured or not. Returns null if the last step is no successful signup, or has another
 * condition: the table knows no property of the event but the path.
 */
async function countConfirmed(
  reader: Pick<StoreReader, 'countSignups'>,
  { steps, filters, from, to }: FunnelQuery,
): Promise<FunnelReport['confirmed']> {
  const last = steps.at(-1);
  const { event_label: outcome, form_type: path, ...others } = last?.properties ?? {};
  // The table knows nothing of where somebody came from.
  if (filters.length > 0) return null;
  const isSignup = last?.event === 'form_submit' && outcome === 'success';
  if (!isSignup || Object.keys(others).length > 0) return null;
  const counted = { signups: 0, confirmed: 0 };
  for (const { type, count, confirmed } of await reader.countSignups({ from, to })) {
    if (path !== undefined && path !== type) continue;
    counted.signups += count;
    counted.confirmed += confirmed;
  }
  return counted;
}
