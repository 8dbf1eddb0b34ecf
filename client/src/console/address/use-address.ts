import { useCallback, useMemo } from 'react';
import { navigate, useSearch } from 'wouter/use-browser-location';
import { formatAddress, parseAddress, type ViewAddress } from './view-address.ts';

/** Each change adds a history entry, so that the Back button undoes it. */
export type ChangeAddress = (change: Partial<ViewAddress>) => void;

export interface ViewProps {
  address: ViewAddress;
  change: ChangeAddress;
}

/**
 * Returns the parsed address and a function that changes it. It writes the text of {@link formatAddress} itself,
 * because wouter's `useSearchParams` would write `%3A` for each colon of a step.
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
