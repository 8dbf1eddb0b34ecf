import type { FunnelQuery, FunnelResult } from '#shared/funnel';
import type { DecisionCount, EventCount, PageCount, SignupCount, Traffic } from '#shared/reports';
import type { Range } from '#shared/time-range';
import type {
  DeliveryState,
  EventCountQuery,
  FoundSignups,
  SequencedEvent,
  SignupQuery,
  StoreReader,
} from '../store/store.ts';
import { countFunnel } from './funnel/count-funnel.ts';

/** What the growth team asks. Each answer may take seconds of a processor: see reports-thread.ts. */
export interface Reports {
  funnel(query: FunnelQuery): Promise<FunnelResult>;
  events(query: EventCountQuery): Promise<EventCount[]>;
  signups(range: Range): Promise<SignupCount[]>;
  decisions(range: Range): Promise<DecisionCount[]>;
  pages(range: Range): Promise<PageCount[]>;
  traffic(range: Range): Promise<Traffic>;
  findSignups(query: SignupQuery): Promise<FoundSignups>;
  latestEvents(limit: number): Promise<SequencedEvent[]>;
  delivery(): Promise<DeliveryState>;
}

export const createReports = (reader: StoreReader): Reports => ({
  funnel: (query) => countFunnel(reader, query),
  events: (query) => reader.countEvents(query),
  signups: (range) => reader.countSignups(range),
  decisions: (range) => reader.countDecisions(range),
  pages: (range) => reader.countPages(range),
  traffic: (range) => reader.countTraffic(range),
  findSignups: (query) => reader.findSignups(query),
  latestEvents: (limit) => reader.latestEvents(limit),
  delivery: () => reader.deliveryState(),
});
