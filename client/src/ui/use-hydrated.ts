import { useSyncExternalStore } from 'react';

/**
 * Returns false in served HTML and until React has hydrated the page. Controls that need a script stay disabled until then.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(neverChanges, yes, no);
}

const neverChanges = () => () => {};
const yes = () => true;
const no = () => false;
