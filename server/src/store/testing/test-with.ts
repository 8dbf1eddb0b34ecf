import { test } from 'vitest';
import type { Store } from '../store.ts';

/** Opens a new, empty store that closes itself after the test. */
export type Open = () => Store | Promise<Store>;

/** Returns a `test` whose tests begin with the same setup. */
export const testWith =
  <T>(open: () => T | Promise<T>) =>
  (name: string, run: (opened: T) => Promise<void>) =>
    test(name, async () => run(await open()));
