import { seeTime, trustedTime } from '../clock/trusted-time.sql.ts';
import type { Engine } from '../store/sql/operation.ts';
import type { Store } from '../store/store.ts';

export const createClock = ({ reads, writes }: Engine): Pick<Store, 'seeTime' | 'trustedTime'> => ({
  seeTime: writes(1, seeTime),
  trustedTime: reads(trustedTime),
});
