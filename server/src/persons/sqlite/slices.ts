import type { Database } from 'better-sqlite3';
import { createTimeSlices } from '../../lib/time-slices.ts';
import { StoreUnavailableError } from '../../store/store.ts';

/** Runs long work in small synchronous steps, between which requests are answered. */
export interface Slices {
  /**
   * Runs one step about a person. Those about one run in the order of the calls, and persons take turns. Resolves with its
   * result, or rejects once the database is closed.
   */
  run<T>(person: string, step: () => T): Promise<T>;
}

/** All long work of a store shares one of these, so that a caller with few steps does not wait for one with many. */
export function createSlices(db: Pick<Database, 'open'>): Slices {
  const begin = createTimeSlices();
  return {
    async run(person, step) {
      await begin(person).next();
      if (!db.open) throw new StoreUnavailableError('CLOSED');
      return step();
    },
  };
}
