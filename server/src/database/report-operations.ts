import { doubtOfClock } from '../clock/clock.sql.ts';
import { createListReader } from '../list/list-operations.ts';
import { mailReasons, mailState } from '../mail/outbox/outbox.sql.ts';
import { readDeliveryState } from '../posthog/delivery/delivery-state.sql.ts';
import { countDecisions, countPages, countSignups, sumSignups } from '../reports/counts.sql.ts';
import { latestEvents } from '../reports/latest-events.sql.ts';
import { findSignups, searchSignups } from '../signups/find-signups.sql.ts';
import type { Engine } from '../store/sql/operation.ts';
import type { StoreReader } from '../store/store.ts';
import { readFunnels, readMark } from '../team/team.sql.ts';

export type SiteReader = StoreReader & ReturnType<typeof createReportStore>;

/** What a reader answers by a few statements. */
export const createReportStore = ({ reads }: Pick<Engine, 'reads'>) => ({
  ...createListReader({ reads }),
  countSignups: reads(countSignups),
  sumSignups: reads(sumSignups),
  countDecisions: reads(countDecisions),
  countPages: reads(countPages),
  searchSignups: reads(searchSignups),
  findSignups: reads(findSignups),
  latestEvents: reads(latestEvents),
  deliveryState: reads(readDeliveryState),
  mailState: reads(mailState),
  mailReasons: reads(mailReasons),
  readMark: reads(readMark),
  doubtOfClock: reads(doubtOfClock),
  readFunnels: reads(readFunnels),
});
