import type { FunnelQuery, FunnelResult } from '#shared/funnel';
import type { DecisionCount, EventCount, PageCount, SignupCount } from '#shared/reports';
import type { Range } from '#shared/time-range';
import type { EventCountQuery, StoreReader } from '../store/store.ts';
import { countFunnel } from './funnel/count-funnel.ts';

/** What the growth team asks. Each answer may take seconds of a processor: see reports-thread.ts. */
export interface Reports {
  funnel(query: FunnelQuery): Promise<FunnelResult>;
  events(query: EventCountQuery): Promise<EventCount[]>;
  signups(range: Range): Promise<SignupCount[]>;
  decisions(range: Range): Promise<DecisionCount[]>;
  pages(range: Range): Promise<PageCount[]>;
}

export const createReports = (reader: StoreReader): Reports => ({
  funnel: (query) => countFunnel(reader, query),
  events: (query) => reader.countEvents(query),
  signups: (range) => reader.countSignups(range),
  decisions: (range) => reader.countDecisions(range),
  pages: (range) => reader.countPages(range),
});
