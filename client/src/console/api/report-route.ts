import { daysOf, type ViewAddress } from '../address/view-address.ts';

/** Returns the API route for the given address. */
export function funnelRoute(address: ViewAddress, now: number): string {
  const params = new URLSearchParams(daysOf(address.range, now));
  for (const step of address.steps) params.append('step', step);
  if (address.breakdown) params.set('breakdown', address.breakdown);
  if (address.order) params.set('order', address.order);
  if (address.windowDays) params.set('window', address.windowDays);
  return `funnel?${params}`;
}

export const rangeRoute = (name: string, { range }: ViewAddress, now: number): string =>
  `${name}?${new URLSearchParams(daysOf(range, now))}`;

export function signupsQuery({ search, type, page }: ViewAddress): URLSearchParams {
  const params = new URLSearchParams();
  if (search) params.set('search', search);
  if (type) params.set('type', type);
  if (page > 1) params.set('page', String(page));
  return params;
}
