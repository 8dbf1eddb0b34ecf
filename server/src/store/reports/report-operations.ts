import { createListReader } from '../list/list-operations.ts';
import { readDeliveryState } from '../relay/delivery-state.ts';
import type { Engine } from '../sql/operation.ts';
import type { StoreReader } from '../store.ts';
import { readFunnels, readMark } from '../team/team.ts';
import { countDecisions, countPages, countSignups, sumSignups } from './counts.ts';
import { findSignups, searchSignups } from './find-signups.ts';
import { latestEvents } from './latest-events.ts';

/** What a reader answers by a few statements. */
export const createReports = ({ reads }: Pick<Engine, 'reads'>) =>
  ({
    ...createListReader({ reads }),
    countSignups: reads(countSignups),
    sumSignups: reads(sumSignups),
    countDecisions: reads(countDecisions),
    countPages: reads(countPages),
    searchSignups: reads(searchSignups),
    findSignups: reads(findSignups),
    latestEvents: reads(latestEvents),
    deliveryState: reads(readDeliveryState),
    readMark: reads(readMark),
    readFunnels: reads(readFunnels),
  }) satisfies Partial<StoreReader>;
