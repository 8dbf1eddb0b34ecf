import type { EventFilter } from '#shared/event-filter';
import type { FunnelQuery, FunnelResult } from '#shared/funnel';
import type { Access, FiguresReport, FormsReport, FunnelReport } from '#shared/growth';
import type { ApplicationStages, Audience, AudienceCount } from '#shared/list';
import type { ReportRange } from '#shared/report-range';
import type { Traffic } from '#shared/reports';
import type { Range } from '#shared/time-range';
import type { Issue } from '../lib/issues.ts';
import {
  type DeliveryState,
  type FoundSignups,
  type LatestEventsQuery,
  type NewChunk,
  type SearchedSignups,
  type SearchStep,
  type SequencedEvent,
  type SignupQuery,
  type StoreReader,
  StoreUnavailableError,
} from '../store/store.ts';
import { countFigures } from './count-figures.ts';
import { countForms } from './count-forms.ts';
import { countTraffic, type TrafficRange } from './count-traffic.ts';
import { fieldOf } from './event-field.ts';
import { exportSignups, type SignupsCsv, type SignupsCsvQuery } from './export/export-signups.ts';
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

/** The filters of the events that are counted; none by default. */
interface FormsQuestion extends Range {
  filters?: readonly EventFilter[];
}

/** What a funnel counts: people by their events, and signups of the table. */
export type CountedFunnel = FunnelResult & Pick<FunnelReport, 'confirmed'>;

/**
 * The questions of the growth team. An answer may take seconds of CPU time: see reports-thread.ts. The signal cancels a
 * question, even one that is being answered.
 */
export interface Reports {
  funnel(query: FunnelQuery, signal?: AbortSignal): Promise<CountedFunnel>;
  figures(query: ReportRange, signal?: AbortSignal): Promise<FiguresReport>;
  forms(query: FormsQuestion, signal?: AbortSignal): Promise<FormsReport>;
  traffic(query: TrafficRange, signal?: AbortSignal): Promise<Traffic>;
  findFew(query: NamedValues, signal?: AbortSignal): Promise<Issue[]>;
  searchSignups(query: SearchStep, signal?: AbortSignal): Promise<SearchedSignups>;
  findSignups(query: SignupQuery, signal?: AbortSignal): Promise<FoundSignups>;
  exportSignups(query: SignupsCsvQuery, signal?: AbortSignal): Promise<SignupsCsv>;
  latestEvents(query: LatestEventsQuery, signal?: AbortSignal): Promise<SequencedEvent[]>;
  audience(audience: Audience, signal?: AbortSignal): Promise<AudienceCount>;
  stages(query?: null, signal?: AbortSignal): Promise<ApplicationStages>;
  delivery(query?: null, signal?: AbortSignal): Promise<DeliveryState>;
  /** Makes what the reports about events read: the job in ./event-chunks.ts stores it. */
  makeChunk(parts: { from: number; to: number }, signal?: AbortSignal): Promise<NewChunk | null>;
}

/** Who asks. Each has a queue of their own. */
export type Asker = Access | 'site';

/** One thread's reports: of the site itself, and of others. */
export interface SharedReports extends Reports {
  /** Returns the reports for somebody else. The askers' questions are answered in turn, so nobody waits behind many of another. */
  of(asker: Asker): Reports;
}

export const createReports = (reader: StoreReader, channelOf: ChannelOf): Reports => ({
  funnel: async (query) => ({
    ...(await countFunnel(filterEvents(reader, query.filters, channelOf), query, { channelOf })),
    confirmed: await countConfirmed(reader, query),
  }),
  figures: (query) => countFigures(reader, query),
  forms: ({ filters = [], ...query }) =>
    countForms(filterEvents(reader, filters, channelOf), query),
  traffic: ({ filters = [], ...query }) =>
    countTraffic(filterEvents(reader, filters, channelOf), query, fieldOf(query.by, channelOf)),
  findFew: (query) => findFew(filterEvents(reader, query.filters, channelOf), query),
  searchSignups: (query) => reader.searchSignups(query),
  findSignups: (query) => reader.findSignups(query),
  exportSignups: (query) => exportSignups(reader, query),
  latestEvents: (query) => reader.latestEvents(query),
  audience: (audience) => reader.countAudience(audience),
  stages: () => reader.applicationStages(),
  delivery: () => reader.deliveryState(),
  makeChunk: (parts) => reader.makeChunk(parts),
});

/**
 * Counts the signups that a funnel ends with, and how many of them are confirmed, in the signups table. A confirmation is
 * not an event, because people read their mail elsewhere. So this is about everybody who signed up in the funnel's range
 * by the path of its last step, measured or not. Returns null if the last step is no successful signup, or has another
 * condition: the table knows no property of the event but the path.
 */
export async function countConfirmed(
  reader: Pick<StoreReader, 'sumSignups'>,
  { steps, filters, from, to }: FunnelQuery,
): Promise<FunnelReport['confirmed']> {
  const last = steps.at(-1);
  const { event_label: outcome, form_type: path, ...others } = last?.properties ?? {};
  // The table knows nothing of where somebody came from.
  if (filters.length > 0) return null;
  const isSignup = last?.event === 'form_submit' && outcome === 'success';
  if (!isSignup || Object.keys(others).length > 0) return null;
  const counted = { signups: 0, confirmed: 0 };
  for (const { type, count, confirmed } of await reader.sumSignups({ from, to })) {
    if (path !== undefined && path !== type) continue;
    counted.signups += count;
    counted.confirmed += confirmed;
  }
  return counted;
}
