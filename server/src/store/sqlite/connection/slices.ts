import type { Database } from 'better-sqlite3';
import { createTimeSlices } from '../../../time-slices.ts';
import { StoreUnavailableError } from '../../store.ts';

/** Runs long work in small synchronous steps, between which requests are answered. */
export interface Slices {
  /** Runs one step, in the order of the calls. Resolves with its result, or rejects once the database is closed. */
  run<T>(step: () => T): Promise<T>;
}

/** All long work of a store shares one of these, so that a caller with few steps does not wait for one with many. */
export function createSlices(db: Pick<Database, 'open'>): Slices {
  const slice = createTimeSlices()();
  return {
    async run(step) {
      await slice.next();
      if (!db.open) throw new StoreUnavailableError('CLOSED');
      return step();
    },
  };
}
