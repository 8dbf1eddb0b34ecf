import type { FunnelQuery } from '#shared/funnel';
import type { FunnelReport } from '#shared/growth';
import type { StoreReader } from '../store/store.ts';

/**
 * Counts the signups that a funnel ends with, and how many of them are confirmed, in the signups table. A confirmation is
 * not an event, because people read their mail elsewhere. So this is about everybody who signed up in the funnel's range
 * by the path of its last step, measured or not. Returns null if the last step is no successful signup, or has another
 * condition: the table knows no property of the event but the path.
 */
export async function countConfirmed(
  reader: Pick<StoreReader, 'sumSignups'>,
  { steps, filters, from, to }: FunnelQuery,
): Promise<FunnelReport['confirmed']> {
  const last = steps.at(-1);
  const { event_label: outcome, form_type: path, ...others } = last?.properties ?? {};
  // The table knows nothing of where somebody came from.
  if (filters.length > 0) return null;
  const isSignup = last?.event === 'form_submit' && outcome === 'success';
  if (!isSignup || Object.keys(others).length > 0) return null;
  const counted = { signups: 0, confirmed: 0 };
  for (const { type, count, confirmed } of await reader.sumSignups({ from, to })) {
    if (path !== undefined && path !== type) continue;
    counted.signups += count;
    counted.confirmed += confirmed;
  }
  return counted;
}
