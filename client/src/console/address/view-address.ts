import { type EventFilter, formatFilter, parseFilter } from '#shared/event-filter';
import type { FunnelBreakdown } from '#shared/funnel-breakdowns';
import { PRESETS } from '#shared/site-funnels';
import { isZone, UNITS } from '#shared/time-buckets';
import { commonWords, funnelWords, listWords, signupsWords } from '../words/console-messages.ts';
import { DEFAULT_RANGE, NAMED_RANGES, type TimeRange } from './range-in-address.ts';

export type View = keyof typeof commonWords.views;
/** In the order of their links. */
export const VIEWS = Object.keys(commonWords.views) as View[];

const { none, ...others } = funnelWords.breakdowns;
/** In the order in which they can be chosen. */
export const BREAKDOWN_NAMES: Readonly<Record<FunnelBreakdown | 'none', string>> = {
  none,
  ...commonWords.by,
  ...others,
};

/** The name of a parameter with few values. */
type ValueName = keyof typeof commonWords.unknown.values;

const oneOf = (values: readonly string[]) => (value: string) => values.includes(value);
const IS_KNOWN: Record<ValueName, (value: string) => boolean> = {
  view: oneOf(VIEWS),
  range: oneOf(NAMED_RANGES),
  zone: isZone,
  unit: oneOf(UNITS),
  by: oneOf(Object.keys(commonWords.by)),
  preset: oneOf(PRESETS),
  breakdown: oneOf(Object.keys(BREAKDOWN_NAMES)),
  order: oneOf(Object.keys(funnelWords.orders)),
  among: oneOf(['first']),
  window: (value) => /^[1-9]\d{0,3}$/.test(value),
  type: oneOf(Object.keys(signupsWords.types)),
  confirmation: oneOf(Object.keys(signupsWords.confirmations)),
  state: oneOf(Object.keys(listWords.states)),
  page: (value) => /^[1-9]\d{0,5}$/.test(value),
  filter: (value) => parseFilter(value) !== null,
};

/**
 * Everything that determines a view, as the address holds it, so that a shared link shows the same view. Days and steps
 * are not checked: the server says what it expects.
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
  /** One of the site's own funnels; empty means the one from the top. */
  preset: string;
  breakdown: string;
  /** Each step as in `shared/src/funnel-step-text.ts`; empty means the steps of the preset. */
  steps: readonly string[];
  /** Only events with these values count, in all figures. */
  filters: readonly EventFilter[];
  order: string;
  /** `first` counts only people who took the first of the steps; empty means everybody, or what the preset says. */
  among: string;
  /** In days. */
  window: string;
  /** Filters and page of the signups. */
  search: string;
  type: string;
  /** One of the API's `Confirmation`s; empty means all. */
  confirmation: string;
  /** What was decided of applications; empty means all, and in *Applications* those that wait. */
  state: string;
  page: number;
  /** The id of the application that is shown; empty means the first of its page. */
  application: string;
  /** The id of the mailing that is open, or {@link NEW_MAILING}; empty means the list. */
  mailing: string;
  /** Values that do not exist, in place of which the default is shown. They are named until the address changes. */
  unknown: readonly { name: ValueName; value: string }[];
}

/** A mailing that is not saved yet. */
export const NEW_MAILING = 'new';
export const OF_SIGNUPS = ['search', 'type', 'confirmation', 'state'] as const;
/** Shows all signups, from the first page on. */
export const ALL_SIGNUPS = { search: '', type: '', confirmation: '', state: '', page: 1 } as const;

/** The parameters that are a text of few. */
const CHECKED = [
  ...(['unit', 'by', 'breakdown', 'order', 'among', 'window'] as const),
  ...(['type', 'confirmation', 'state'] as const),
];
type Checked = Record<(typeof CHECKED)[number], string>;

/** @param ownZone used for an address that names no time zone, or one that this browser does not know */
export function parseAddress(search: string, ownZone: string): ViewAddress {
  const params = new URLSearchParams(search);
  const read = (name: string) => params.get(name) ?? '';
  const from = read('from');
  const to = read('to');
  const unknown: { name: ValueName; value: string }[] = [];
  const check = (name: ValueName, value = read(name)) => {
    if (value === '' || IS_KNOWN[name](value)) return value;
    unknown.push({ name, value });
    return '';
  };
  const asked = read('view');
  const view = check('view', asked === 'links' ? 'traffic' : asked); // where links are made
  const range = from || to ? '' : check('range');
  return {
    view: VIEWS.find((known) => known === view) ?? 'overview',
    range:
      from || to ? { from, to } : (NAMED_RANGES.find((known) => known === range) ?? DEFAULT_RANGE),
    zone: check('zone') || ownZone,
    compare: read('compare') !== '0',
    ...(Object.fromEntries(CHECKED.map((name) => [name, check(name)])) as Checked),
    // Beside steps, the server refuses any preset.
    preset: params.has('step') ? read('preset') : check('preset'),
    steps: params.getAll('step'),
    filters: params
      .getAll('filter')
      .map((text) => parseFilter(check('filter', text)))
      .filter((filter) => filter !== null),
    search: read('search'),
    page: Number(check('page') || 1),
    application: read('application'),
    mailing: read('mailing'),
    unknown,
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
  for (const name of ['by', 'preset', 'breakdown'] as const) write(name, address[name]);
  for (const step of steps) write('step', step);
  for (const filter of address.filters) write('filter', formatFilter(filter));
  for (const name of ['order', 'among', 'window', ...OF_SIGNUPS] as const)
    write(name, address[name]);
  if (page > 1) write('page', String(page));
  for (const name of ['application', 'mailing'] as const) write(name, address[name]);
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
