import { utcDay } from '#shared/time';
import type { Store } from '../store/store.ts';

/** Counts the pages served, per UTC day and path, without anything about the visitor: the growth team's denominator. */
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
  let days = new Map<string, Map<string, number>>();

  const add = (day: string, path: string, views: number) => {
    const counts = days.get(day) ?? new Map<string, number>();
    counts.set(path, (counts.get(path) ?? 0) + views);
    days.set(day, counts);
  };

  return {
    count: (path) => add(utcDay(now()), path, 1),
    async flush() {
      const counted = days;
      days = new Map();
      try {
        for (const [day, counts] of counted) {
          await store.addPageCounts(day, counts);
          counted.delete(day);
        }
      } catch (error) {
        for (const [day, counts] of counted) {
          for (const [path, views] of counts) add(day, path, views);
        }
        throw error;
      }
    },
  };
}
