import { readAudit, recordAudit } from '../erasure/audit-entries.ts';
import { eraseSignup, eraseSignups, readSignups } from '../erasure/signup-requests.ts';
import { createFillSearch } from '../intake/signup-search.ts';
import type { Engine } from '../sql/operation.ts';
import type { Store } from '../store.ts';
import { endSession, isSessionEnded } from './ended-sessions.ts';
import { createFoldAddresses } from './fold-addresses.ts';
import { countQuarters } from './forget-quarters.ts';
import { seeTime, trustedTime } from './trusted-time.ts';

type Upkeep = Pick<
  Store,
  | 'readSignups'
  | 'eraseSignups'
  | 'eraseSignup'
  | 'foldAddresses'
  | 'fillSearch'
  | 'recordAudit'
  | 'readAudit'
  | 'endSession'
  | 'isSessionEnded'
  | 'seeTime'
  | 'trustedTime'
  | 'countQuarters'
>;

export const createUpkeep = (engine: Engine): Upkeep => {
  const { reads, writes, erases } = engine;
  return {
    readSignups: reads(readSignups),
    eraseSignups: erases(eraseSignups),
    eraseSignup: erases(eraseSignup),
    foldAddresses: createFoldAddresses(engine),
    fillSearch: createFillSearch(engine),
    recordAudit: writes(1, recordAudit),
    readAudit: reads(readAudit),
    endSession: writes(1, endSession),
    isSessionEnded: reads(isSessionEnded),
    seeTime: writes(1, seeTime),
    trustedTime: reads(trustedTime),
    countQuarters: reads(countQuarters),
  };
};
