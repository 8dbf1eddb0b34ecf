import { createContext, useEffect, useMemo } from 'react';
import { navigate, useSearch } from 'wouter/use-browser-location';
import { type EventFilter, formatFilter } from '#shared/event-filter';
import { isZone } from '#shared/time-buckets';
import { formatAddress, parseAddress, type ViewAddress } from './view-address.ts';

type Change = Partial<ViewAddress>;
/**
 * Each change adds a history entry, so that the Back button undoes it. What depends on the address is a function of it,
 * because a second press may come before the view has followed the first.
 */
export type ChangeAddress = (
  change: Change | ((now: ViewAddress) => Change),
  /** `replace`: the address before it cannot be shown, so the Back button must not return to it. */
  how?: { replace: boolean },
) => void;

/** A change to another page of a list whose last page is `last`. */
export const turnPage =
  (by: number, last: number) =>
  ({ page }: ViewAddress) => ({
    page: Math.min(Math.max(page + by, 1), last),
    application: '',
  });

type Filtered = Pick<ViewAddress, 'filters'>;

/** Returns whether an address has all of some filters. */
export const hasFilters = ({ filters }: Filtered, some: readonly EventFilter[]) =>
  some.every((one) => filters.map(formatFilter).includes(formatFilter(one)));

/** Filters in place of others by the same fields. Those that the address has already are removed. */
export const filterBy =
  (...chosen: readonly EventFilter[]) =>
  (now: Filtered) => {
    const others = now.filters.filter(({ by }) => !chosen.some((one) => one.by === by));
    return { filters: hasFilters(now, chosen) ? others : [...others, ...chosen] };
  };

export interface ViewProps {
  address: ViewAddress;
  change: ChangeAddress;
}

/**
 * The address as it is now. The view may still be drawn with an earlier one, for a tenth of a second on a slow machine. Inputs
 * whose value the address holds read this one: they would jump back for that long.
 */
export const AddressNow = createContext(parseAddress('', 'UTC'));

/** The time zone of the analyst's browser; UTC if that reports none, or one which it does not know, such as `Etc/Unknown`. */
export function ownZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone && isZone(timeZone) ? timeZone : 'UTC';
}

/** Writes the text of {@link formatAddress}: wouter's `useSearchParams` would write `%3A` for each colon of a step. */
export const change: ChangeAddress = (part, how) => {
  const now = parseAddress(location.search, ownZone());
  const next = formatAddress({ ...now, ...(typeof part === 'function' ? part(now) : part) });
  if (next !== location.search) navigate(location.pathname + next, how);
};

/** Changes the address to what is read from its beginning. */
export const openAddress: ChangeAddress = (part, how) => {
  change(part, how);
  document.querySelector('main')?.focus({ preventScroll: true });
  scrollTo(0, 0);
};

export function useAddress(): ViewAddress {
  const search = useSearch();
  const address = useMemo(() => parseAddress(search, ownZone()), [search]);
  // A link must show colleagues in other time zones the same days. One with an unknown value stays, so that the page can name it.
  useEffect(() => {
    const isNamed = new URLSearchParams(search).get('zone') === address.zone;
    if (!isNamed && address.unknown.length === 0)
      navigate(location.pathname + formatAddress(address), { replace: true });
  }, [search, address]);
  return address;
}
