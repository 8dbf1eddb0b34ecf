import { isZone } from '#shared/time-buckets';
import { DEFAULT_RANGE, NAMED_RANGES, type TimeRange } from './time-range.ts';

export const VIEWS = ['overview', 'funnel', 'traffic', 'signups', 'live'] as const;
export type View = (typeof VIEWS)[number];

/**
 * Everything that determines a view, as the address holds it, so that a shared link shows the same view. Invalid
 * values stay as they are, so that the server can say what it expects.
 */
export interface ViewAddress {
  view: View;
  range: TimeRange;
  /** The IANA name of the time zone in which days begin and times are shown. */
  zone: string;
  /** True if each figure is shown with that of the period before. */
  compare: boolean;
  /** The width of a chart's bars; empty means the usual one of the range. */
  unit: string;
  /** What Traffic groups visitors by; empty means by channel. */
  by: string;
  /** One of the site's own funnels; empty means the first. */
  preset: string;
  breakdown: string;
  /** Each step as in `shared/src/funnel-step-text.ts`; empty means the steps of the preset. */
  steps: readonly string[];
  order: string;
  /** `first` counts only people who took the first of the steps; empty means everybody, or what the preset says. */
  among: string;
  windowDays: string;
  /** Filters and page of the signups. */
  search: string;
  type: string;
  /** One of the API's `Confirmation`s; empty means all. */
  confirmation: string;
  page: number;
}

/** @param ownZone used for an address that names no time zone, or one that this browser does not know */
export function parseAddress(search: string, ownZone: string): ViewAddress {
  const params = new URLSearchParams(search);
  const read = (name: string) => params.get(name) ?? '';
  const from = read('from');
  const to = read('to');
  // Links of earlier versions have `days`.
  const range = NAMED_RANGES.find((known) => known === (read('range') || read('days')));
  return {
    view: VIEWS.find((known) => known === read('view')) ?? 'overview',
    range: from || to ? { from, to } : (range ?? DEFAULT_RANGE),
    zone: isZone(read('zone')) ? read('zone') : ownZone,
    compare: read('compare') !== '0',
    unit: read('unit'),
    by: read('by'),
    preset: read('preset'),
    breakdown: read('breakdown'),
    steps: params.getAll('step'),
    order: read('order'),
    among: read('among'),
    windowDays: read('window'),
    search: read('search'),
    type: read('type'),
    confirmation: read('confirmation'),
    page: wholeNumber(read('page')) ?? 1,
  };
}

/** Returns the shortest query of a view. Leaves out parameters that equal their default, but never the time zone. */
export function formatAddress(address: ViewAddress): string {
  const { view, range, zone, compare, steps, page } = address;
  const params = new URLSearchParams();
  const write = (name: string, value: string) => void (value && params.append(name, value));
  if (view !== 'overview') write('view', view);
  if (typeof range !== 'string') {
    write('from', range.from);
    write('to', range.to);
  } else if (range !== DEFAULT_RANGE) write('range', range);
  write('unit', address.unit);
  if (!compare) write('compare', '0');
  write('by', address.by);
  write('preset', address.preset);
  write('breakdown', address.breakdown);
  for (const step of steps) write('step', step);
  write('order', address.order);
  write('among', address.among);
  write('window', address.windowDays);
  write('search', address.search);
  write('type', address.type);
  write('confirmation', address.confirmation);
  if (page > 1) write('page', String(page));
  write('zone', zone);
  // Keeps colons, commas and slashes readable: a step and a time zone are full of them.
  const text = params
    .toString()
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%7E', '~')
    .replaceAll('%2F', '/');
  return `?${text}`;
}

function wholeNumber(text: string): number | null {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;
}
