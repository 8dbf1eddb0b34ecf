import { doubtOfClock, judgeClock } from '../clock/clock.sql.ts';
import { createConsentTexts, type OtherProcesses } from '../consent/consent-texts.sql.ts';
import { createCounts } from '../counts/quarter-counts.sql.ts';
import { createList, createListReader, messagesOfList } from '../list/list-operations.ts';
import { createOutbox, mailReasons, mailState } from '../mail/outbox/outbox.sql.ts';
import { createPeople, hasPasskeys } from '../people/console-people.sql.ts';
import { readDeliveryState } from '../posthog/delivery/delivery-state.sql.ts';
import { countDecisions, countedSince, countPages, countSignups } from '../reports/counts.sql.ts';
import { latestEvents } from '../reports/latest-events.sql.ts';
import { createChunks, type OtherWriters } from '../reports/scan/scan-events.sql.ts';
import { findSignups, searchSignups } from '../signups/find-signups.sql.ts';
import { createSignups } from '../signups/signup-operations.ts';
import type { Stamps } from '../store/database-stamps.ts';
import type { Engine } from '../store/sql/operation.ts';
import type { Store, StoreReader } from '../store/store.ts';
import { createTeam, readFunnels, readMark } from '../team/team.sql.ts';
import type { LockPersons } from '../upkeep/expiry.sql.ts';
import { createUpkeep } from '../upkeep/upkeep.sql.ts';

/** The whole store. A subject takes the methods that it uses of its own part; `Store` is what no subject has taken. */
export type SiteStore = Store & ReturnType<typeof createOperations>;

/** How a database does what operations need of it. */
interface OwnWays extends OtherProcesses, OtherWriters {
  stamps: Stamps;
  lockPersons: LockPersons;
}

/** Makes the methods whose operations are written once. */
export const createOperations = (engine: Engine, own: OwnWays) => ({
  ...createOutbox(engine, messagesOfList(own.stamps)),
  ...createSignups(engine),
  ...createConsentTexts(engine, own),
  ...createChunks(engine, own),
  ...createTeam(engine),
  ...createCounts(engine),
  ...createPeople(engine),
  ...createList(engine, own.stamps),
  ...createUpkeep(engine, own.lockPersons),
  deliveryState: engine.reads(readDeliveryState),
  judgeClock: engine.writes(1, judgeClock),
  doubtOfClock: engine.reads(doubtOfClock),
});

export type SiteReader = StoreReader & ReturnType<typeof createReportStore>;

/** What a reader answers by a few statements. */
export const createReportStore = ({ reads }: Pick<Engine, 'reads'>) => ({
  ...createListReader({ reads }),
  countSignups: reads(countSignups),
  countDecisions: reads(countDecisions),
  countPages: reads(countPages),
  countedSince: reads(countedSince),
  searchSignups: reads(searchSignups),
  findSignups: reads(findSignups),
  latestEvents: reads(latestEvents),
  deliveryState: reads(readDeliveryState),
  mailState: reads(mailState),
  mailReasons: reads(mailReasons),
  readMark: reads(readMark),
  doubtOfClock: reads(doubtOfClock),
  readFunnels: reads(readFunnels),
  hasPasskeys: reads(hasPasskeys),
});
