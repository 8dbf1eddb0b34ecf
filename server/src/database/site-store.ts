import { doubtOfClock, judgeClock } from '../clock/clock.sql.ts';
import { createConsentTexts, type OtherProcesses } from '../consent/consent-texts.sql.ts';
import { createSessions } from '../console/ended-sessions.sql.ts';
import { createCounts } from '../counts/counts.sql.ts';
import { createList, messagesOfList } from '../list/list-operations.ts';
import { createOutbox } from '../mail/outbox/outbox.sql.ts';
import { readDeliveryState } from '../posthog/delivery/delivery-state.sql.ts';
import { createChunks, type OtherWriters } from '../reports/scan/scan-events.sql.ts';
import { createSignups } from '../signups/signup-operations.ts';
import type { Engine } from '../store/sql/operation.ts';
import type { Store } from '../store/store.ts';
import { createTeam } from '../team/team.sql.ts';
import type { LockPersons } from '../upkeep/expiry.sql.ts';
import { createUpkeep } from '../upkeep/upkeep.sql.ts';

/** The whole store. A subject takes the methods that it uses of its own part; `Store` is what no subject has taken. */
export type SiteStore = Store & ReturnType<typeof createOperations>;

/** How a database does what operations need of it. */
interface OwnWays extends OtherProcesses, OtherWriters {
  /** Returns what tells the database from a copy of it. */
  home(): Promise<string>;
  lockPersons: LockPersons;
}

/** Makes the methods whose operations are written once. */
export const createOperations = (engine: Engine, own: OwnWays) => ({
  ...createOutbox(engine, messagesOfList),
  ...createSignups(engine),
  ...createConsentTexts(engine, own),
  ...createChunks(engine, own),
  ...createTeam(engine),
  ...createCounts(engine),
  ...createSessions(engine),
  ...createList(engine, own.home),
  ...createUpkeep(engine, own.lockPersons),
  deliveryState: engine.reads(readDeliveryState),
  judgeClock: engine.writes(1, judgeClock),
  doubtOfClock: engine.reads(doubtOfClock),
});
