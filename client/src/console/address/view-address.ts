export const VIEWS = ['funnel', 'traffic', 'signups', 'live'] as const;
export type View = (typeof VIEWS)[number];
export const LAST_DAYS = [7, 30, 90, 365] as const;
const DEFAULT_LAST_DAYS = 30;

/**
 * Everything that determines a view, as the address holds it, so that a shared link shows the same view. Invalid
 * values stay as they are, so that the server can say what it expects.
 */
export interface ViewAddress {
  view: View;
  /** The last days including today, or the first and the last day. */
  range: { last: number } | { from: string; to: string };
  breakdown: string;
  /** Each step as in `shared/src/funnel-step-text.ts`; empty means the site's own funnel. */
  steps: readonly string[];
  order: string;
  windowDays: string;
  /** Filters and page of the signups. */
  search: string;
  type: string;
  page: number;
}

export function parseAddress(search: string): ViewAddress {
  const params = new URLSearchParams(search);
  const read = (name: string) => params.get(name) ?? '';
  const view = VIEWS.find((known) => known === read('view')) ?? 'funnel';
  const from = read('from');
  const to = read('to');
  return {
    view,
    range: from || to ? { from, to } : { last: wholeNumber(read('days')) ?? DEFAULT_LAST_DAYS },
    breakdown: read('breakdown'),
    steps: params.getAll('step'),
    order: read('order'),
    windowDays: read('window'),
    search: read('search'),
    type: read('type'),
    page: wholeNumber(read('page')) ?? 1,
  };
}

/** Returns the shortest query of a view. Leaves out parameters that equal their default. */
export function formatAddress(address: ViewAddress): string {
  const { view, range, breakdown, steps, order, windowDays, search, type, page } = address;
  const params = new URLSearchParams();
  const write = (name: string, value: string) => void (value && params.append(name, value));
  if (view !== 'funnel') write('view', view);
  if ('from' in range) {
    write('from', range.from);
    write('to', range.to);
  } else if (range.last !== DEFAULT_LAST_DAYS) write('days', String(range.last));
  write('breakdown', breakdown);
  for (const step of steps) write('step', step);
  write('order', order);
  write('window', windowDays);
  write('search', search);
  write('type', type);
  if (page > 1) write('page', String(page));
  // Keeps colons and commas readable, because a step is full of them.
  const text = params.toString().replaceAll('%3A', ':').replaceAll('%2C', ',');
  return text ? `?${text}` : '';
}

function wholeNumber(text: string): number | null {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;
}

const DAY_MS = 86_400_000;

/** Returns the first and the last UTC day. @param now milliseconds since 1970 UTC */
export function daysOf(range: ViewAddress['range'], now: number): { from: string; to: string } {
  if ('from' in range) return range;
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { from: day(now - (range.last - 1) * DAY_MS), to: day(now) };
}
