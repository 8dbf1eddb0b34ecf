import { test } from 'vitest';
import type { SiteStore } from '../../database/site-store.ts';

/** Opens a new, empty store that closes itself after the test. */
export type Open = () => SiteStore | Promise<SiteStore>;

/** Returns a `test` whose tests begin with the same setup. */
export const testWith =
  <T>(open: () => T | Promise<T>) =>
  (name: string, run: (opened: T) => Promise<void>) =>
    test(name, async () => run(await open()));
