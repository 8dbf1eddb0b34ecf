import { utcQuarter } from '#shared/time';
import type { Store } from '../store/store.ts';

/** Counts the pages served, per quarter of an hour and path, without anything about the visitor: the growth team's denominator. */
export interface PageCounts {
  count(path: string): void;
  /** Writes the counts. If that fails, they are kept for the next time. */
  flush(): Promise<void>;
}

export interface PageCountsDeps {
  store: Pick<Store, 'addPageCounts'>;
  now(): number;
}

export function createPageCounts({ store, now }: PageCountsDeps): PageCounts {
  let quarters = new Map<string, Map<string, number>>();

  const add = (quarter: string, path: string, views: number) => {
    const counts = quarters.get(quarter) ?? new Map<string, number>();
    counts.set(path, (counts.get(path) ?? 0) + views);
    quarters.set(quarter, counts);
  };

  return {
    count: (path) => add(utcQuarter(now()), path, 1),
    async flush() {
      const counted = quarters;
      quarters = new Map();
      try {
        for (const [quarter, counts] of counted) {
          await store.addPageCounts(quarter, counts);
          counted.delete(quarter);
        }
      } catch (error) {
        for (const [quarter, counts] of counted) {
          for (const [path, views] of counts) add(quarter, path, views);
        }
        throw error;
      }
    },
  };
}
