import type { SessionStore } from '../console/ended-sessions.sql.ts';
import type { CountStore } from '../counts/counts.sql.ts';
import type { ListStore } from '../list/list-operations.ts';
import type { Store, StoreReader } from '../store/store.ts';
import type { TeamStore } from '../team/team.sql.ts';
import type { UpkeepStore } from '../upkeep/upkeep.sql.ts';
import type { createReports } from './report-operations.ts';

/** The whole store. A subject takes the methods that it uses of its own part; `Store` is what no subject has taken yet. */
export type SiteStore = Store & CountStore & ListStore & SessionStore & TeamStore & UpkeepStore;

export type SiteReader = StoreReader & ReturnType<typeof createReports>;
