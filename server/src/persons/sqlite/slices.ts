import type { Database } from 'better-sqlite3';
import { createTimeSlices } from '../../lib/time-slices.ts';
import { StoreUnavailableError } from '../../store/store.ts';

export type Slices = ReturnType<typeof createSlices>;

/**
 * Runs long work in small synchronous steps, between which requests are answered. All long work of a store shares one of these,
 * so that a caller with few steps does not wait for one with many.
 */
export function createSlices(db: Pick<Database, 'open'>) {
  const begin = createTimeSlices();
  return {
    /** Those about one person run in the order of the calls, and persons take turns. Rejects once the database is closed. */
    async run<T>(person: string, step: () => T): Promise<T> {
      await begin(person).next();
      if (!db.open) throw new StoreUnavailableError('CLOSED');
      return step();
    },
  };
}
