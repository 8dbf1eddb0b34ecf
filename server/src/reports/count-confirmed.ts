import type { FunnelQuery } from '#shared/funnel';
import type { FunnelReport } from '#shared/growth';
import type { StoreReader } from '../store/store.ts';

/**
 * Counts the signups that a funnel ends with, and how many of them are confirmed, in the signups table. A confirmation is
 * not an event, because people read their mail elsewhere. So this is about everybody who signed up in the funnel's range
 * by the path of its last step, measured or not. Returns null if the last step is no successful signup.
 */
export async function countConfirmed(
  reader: Pick<StoreReader, 'sumSignups'>,
  { steps, from, to }: FunnelQuery,
): Promise<FunnelReport['confirmed']> {
  const last = steps.at(-1);
  const { form_type: path, event_label: label = 'success' } = last?.properties ?? {};
  if (last?.event !== 'form_submit' || label !== 'success') return null;
  const counted = { signups: 0, confirmed: 0 };
  for (const { type, count, confirmed } of await reader.sumSignups({ from, to })) {
    if (path !== undefined && path !== type) continue;
    counted.signups += count;
    counted.confirmed += confirmed;
  }
  return counted;
}
