import type { Span } from '#shared/time-buckets';
import { unitsOf } from '../address/range-in-address.ts';
import { OF_SIGNUPS, type ViewAddress } from '../address/view-address.ts';

/** Null leaves a parameter out. */
export type ReportParams = readonly (readonly [name: string, value: string | null])[];

/**
 * Returns the API route of a report.
 *
 * @param period its ends are NaN for days that the server has to refuse
 * @param before the period to compare with
 */
export function reportRoute(
  name: string,
  { range, zone, unit, view }: Pick<ViewAddress, 'range' | 'zone' | 'unit' | 'view'>,
  period: Span,
  params: ReportParams = [],
  before: Span | null = null,
): string {
  const isValid = !Number.isNaN(period.from);
  const time = (end: 'from' | 'to') =>
    isValid || typeof range === 'string' ? new Date(period[end]).toISOString() : range[end];
  const query = new URLSearchParams({
    from: time('from'),
    to: time('to'),
    zone,
  });
  const bars = unit || (isValid && unitsOf(period, view)[0]);
  if (bars) query.set('unit', bars);
  if (before && isValid) {
    query.set('beforeFrom', new Date(before.from).toISOString());
    query.set('beforeTo', new Date(before.to).toISOString());
  }
  for (const [name, value] of params) if (value !== null) query.append(name, value);
  return `${name}?${query}`;
}

export function signupsQuery(address: ViewAddress): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of OF_SIGNUPS) if (address[name]) params.set(name, address[name]);
  if (address.page > 1) params.set('page', String(address.page));
  return params;
}
