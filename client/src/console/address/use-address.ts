import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { formatAddress, parseAddress, type ViewAddress } from './view-address.ts';

const CHANGED = 'growth:address';

function subscribe(listener: () => void) {
  addEventListener('popstate', listener);
  addEventListener(CHANGED, listener);
  return () => {
    removeEventListener('popstate', listener);
    removeEventListener(CHANGED, listener);
  };
}

/** Every change is a step that the back button undoes. */
export type ChangeAddress = (change: Partial<ViewAddress>) => void;

export interface ViewProps {
  address: ViewAddress;
  change: ChangeAddress;
}

/** What the address bar says, and a way to change it. */
export function useAddress(): [ViewAddress, ChangeAddress] {
  const search = useSyncExternalStore(subscribe, () => location.search);
  const address = useMemo(() => parseAddress(search), [search]);
  const change = useCallback<ChangeAddress>((part) => {
    const next = formatAddress({ ...parseAddress(location.search), ...part });
    if (next === location.search) return;
    history.pushState(null, '', location.pathname + next);
    dispatchEvent(new Event(CHANGED));
  }, []);
  return [address, change];
}
