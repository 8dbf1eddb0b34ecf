import { BYTE_ORDER_MARK } from '#shared/byte-order-mark';
import { cleanAddress } from '#shared/email-address';
import type { SignupFilter } from '#shared/growth-queries';
import { foldEmail } from '../lib/fold-email.ts';
import type { Reports } from '../reports/ask-reports.ts';
import { PAGE, type SignupsCsv } from '../reports/export/export-signups.ts';

type SearchedReports = Pick<Reports, 'searchSignups' | 'exportSignups'>;

/**
 * Returns the ids of all signups in which the text of the filter is found, latest first; null without a text. Between two
 * steps the thread of the reports answers others.
 */
export async function findMatches(
  reports: Pick<Reports, 'searchSignups'>,
  { search, type, confirmation, state }: SignupFilter,
  signal?: AbortSignal,
): Promise<string[] | null> {
  const text = search && toSearch(search);
  if (!text) return null;
  const all: { id: string; createdAt: number }[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const query = { search: text, type, confirmation, state, after };
    const step = await reports.searchSignups(query, signal);
    for (const found of step.found) all.push(found);
    after = step.after;
  }
  return all
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);
}

/** An address, or the domain of one, is found however it is written. Other columns hold their text as it was typed. */
function toSearch(text: string): string {
  const address = foldEmail(text);
  return /@|^xn--/i.test(cleanAddress(text)) ? address : text;
}

/** Returns matching signups as CSV, in pieces. The first ones are read before it resolves. */
export async function writeSignupsCsv(
  reports: SearchedReports,
  filter: SignupFilter,
  signal?: AbortSignal,
): Promise<AsyncIterable<string>> {
  const ids = await findMatches(reports, filter, signal);
  const { type, confirmation, state } = filter;
  const read = (query: { ids: string[] | null; before: SignupsCsv['before']; header: boolean }) =>
    reports.exportSignups({ type, confirmation, state, ...query }, signal);
  const first = await read({ ids: ids?.slice(0, PAGE) ?? null, before: null, header: true });

  async function* pieces() {
    yield BYTE_ORDER_MARK;
    yield* first.texts;
    for (let start = PAGE; ids && start < ids.length; start += PAGE) {
      const some = ids.slice(start, start + PAGE);
      yield* (await read({ ids: some, before: null, header: false })).texts;
    }
    for (let before = ids ? null : first.before; before !== null; ) {
      const page = await read({ ids: null, before, header: false });
      yield* page.texts;
      before = page.before;
    }
  }
  return pieces();
}
