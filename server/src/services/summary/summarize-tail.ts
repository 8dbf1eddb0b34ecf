import { formatCount } from '#shared/format-figures';
import type { ViewedEvent } from '#shared/growth';
import type { SequencedEvent } from '../../store/store.ts';

const RECENT_MS = 30 * 60_000;

/**
 * Says in one sentence who is on the site now, of those who agreed to be measured.
 *
 * @param events the latest ones. All of the last half hour may be more than are listed
 */
export function summarizeTail(
  events: readonly SequencedEvent[],
  { now, limit }: { now: number; limit: number },
): string {
  const recent = events.filter(({ occurredAt }) => now - occurredAt <= RECENT_MS);
  const visitors = new Set(recent.map(({ consentId }) => consentId)).size;
  const count = `${recent.length === limit ? 'at least ' : ''}${formatCount(visitors)}`;
  const who = visitors === 0 ? 'No visitor' : visitors === 1 ? 'One visitor' : `${count} visitors`;
  return `${who.charAt(0).toUpperCase()}${who.slice(1)} who agreed to be measured did something in the last 30 minutes.`;
}

/** The same for access to figures only: of the latest quarter of an hour in which five people did the same. */
export function summarizeViewedTail(events: readonly ViewedEvent[]): string {
  const [latest] = events;
  if (!latest) return 'No five visitors did the same within a quarter of an hour.';
  const same = events.filter(({ arrivedAt }) => arrivedAt === latest.arrivedAt);
  const most = Math.max(...same.map(({ people }) => people));
  return `At least ${formatCount(most)} visitors were on the site in the latest quarter of an hour that can be shown.`;
}
