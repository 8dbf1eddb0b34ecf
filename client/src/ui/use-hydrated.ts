import { useSyncExternalStore } from 'react';

/** False in served HTML and until React has taken it over: what needs a script is then not offered yet. */
export function useHydrated(): boolean {
  return useSyncExternalStore(neverChanges, yes, no);
}

const neverChanges = () => () => {};
const yes = () => true;
const no = () => false;
