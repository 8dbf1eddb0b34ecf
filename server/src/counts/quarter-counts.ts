import { utcQuarter } from '#shared/time';
import type { World } from '../lib/world.ts';

export type QuarterCounts = ReturnType<typeof createQuarterCounts>;

export interface QuarterCountsDeps extends Pick<World, 'now'> {
  write(quarter: string, counts: ReadonlyMap<string, number>): Promise<void>;
}

/** Counts by the quarter of an hour and a key, in memory until they are written. */
export function createQuarterCounts<Key extends string = string>(deps: QuarterCountsDeps) {
  const { write, now } = deps;
  let quarters = new Map<string, Map<string, number>>();

  const add = (quarter: string, key: string, more: number) => {
    const counts = quarters.get(quarter) ?? new Map<string, number>();
    counts.set(key, (counts.get(key) ?? 0) + more);
    quarters.set(quarter, counts);
  };

  return {
    count: (key: Key) => add(utcQuarter(now()), key, 1),
    /** Writes the counts. If that fails, they are kept for the next time. */
    async flush() {
      const counted = quarters;
      quarters = new Map();
      try {
        for (const [quarter, counts] of counted) {
          await write(quarter, counts);
          counted.delete(quarter);
        }
      } catch (error) {
        for (const [quarter, counts] of counted) {
          for (const [key, more] of counts) add(quarter, key, more);
        }
        throw error;
      }
    },
  };
}
