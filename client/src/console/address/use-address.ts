import { useCallback, useMemo } from 'react';
import { navigate, useSearch } from 'wouter/use-browser-location';
import { formatAddress, parseAddress, type ViewAddress } from './view-address.ts';

/** Every change is a step that the back button undoes. */
export type ChangeAddress = (change: Partial<ViewAddress>) => void;

export interface ViewProps {
  address: ViewAddress;
  change: ChangeAddress;
}

/**
 * Returns what the address bar says, and a function that changes it. wouter's `useSearchParams` would write `%3A` for each
 * colon of a step, so this writes the text of {@link formatAddress} itself.
 */
export function useAddress(): [ViewAddress, ChangeAddress] {
  const search = useSearch();
  const address = useMemo(() => parseAddress(search), [search]);
  const change = useCallback<ChangeAddress>((part) => {
    const next = formatAddress({ ...parseAddress(location.search), ...part });
    if (next !== location.search) navigate(location.pathname + next);
  }, []);
  return [address, change];
}
