export const VIEWS = ['funnel', 'traffic', 'signups', 'live'] as const;
export type View = (typeof VIEWS)[number];
export const LAST_DAYS = [7, 30, 90, 365] as const;
const DEFAULT_LAST_DAYS = 30;

/**
 * Everything that makes a view, as it stands in the address: what somebody else sees who is sent it. What is typed
 * there and makes no sense stays as it is, so that the server can say what it expects.
 */
export interface ViewAddress {
  view: View;
  /** So many days up to today, or these. */
  range: { last: number } | { from: string; to: string };
  breakdown: string;
  /** Each as of `shared/src/funnel-step-text.ts`; none is the site's own funnel. */
  steps: readonly string[];
  order: string;
  windowDays: string;
  /** Of the signups. */
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

/** Without what is so anyway: the shortest address of the view. */
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
  // Readable where it may be: a step is full of colons and equals signs.
  const text = params.toString().replaceAll('%3A', ':').replaceAll('%2C', ',');
  return text ? `?${text}` : '';
}

function wholeNumber(text: string): number | null {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;
}

const DAY_MS = 86_400_000;

/** The first and the last UTC day. @param now milliseconds since 1970 UTC */
export function daysOf(range: ViewAddress['range'], now: number): { from: string; to: string } {
  if ('from' in range) return range;
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { from: day(now - (range.last - 1) * DAY_MS), to: day(now) };
}
