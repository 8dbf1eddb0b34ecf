import { doubtOfClock, judgeClock } from '../clock/clock.sql.ts';
import { endSession, isSessionEnded } from '../console/ended-sessions.sql.ts';
import { countQuarters } from '../counts/forget-quarters.sql.ts';
import { readAudit, recordAudit } from '../store/audit-entries.sql.ts';
import type { Engine } from '../store/sql/operation.ts';
import type { Store } from '../store/store.ts';

type Upkeep = Pick<
  Store,
  | 'recordAudit'
  | 'readAudit'
  | 'endSession'
  | 'isSessionEnded'
  | 'judgeClock'
  | 'doubtOfClock'
  | 'countQuarters'
>;

export const createUpkeep = (engine: Engine): Upkeep => {
  const { reads, writes } = engine;
  return {
    recordAudit: writes(1, recordAudit),
    readAudit: reads(readAudit),
    endSession: writes(1, endSession),
    isSessionEnded: reads(isSessionEnded),
    judgeClock: writes(1, judgeClock),
    doubtOfClock: reads(doubtOfClock),
    countQuarters: reads(countQuarters),
  };
};
