import { seeTime, trustedTime } from '../clock/trusted-time.sql.ts';
import { endSession, isSessionEnded } from '../console/ended-sessions.sql.ts';
import { readAudit, recordAudit } from '../store/audit-entries.sql.ts';
import type { Engine } from '../store/sql/operation.ts';
import type { Store } from '../store/store.ts';

type Upkeep = Pick<
  Store,
  'recordAudit' | 'readAudit' | 'endSession' | 'isSessionEnded' | 'seeTime' | 'trustedTime'
>;

export const createUpkeep = (engine: Engine): Upkeep => {
  const { reads, writes } = engine;
  return {
    recordAudit: writes(1, recordAudit),
    readAudit: reads(readAudit),
    endSession: writes(1, endSession),
    isSessionEnded: reads(isSessionEnded),
    seeTime: writes(1, seeTime),
    trustedTime: reads(trustedTime),
  };
};
