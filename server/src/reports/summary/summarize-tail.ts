import { formatCount } from '#shared/format-figures';
import type { SequencedEvent } from '../../store/store.ts';
import { summaryWords } from '../../words/server-messages.ts';

const words = summaryWords.tail;

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
  const count = { visitors: formatCount(visitors) };
  return recent.length === limit && visitors > 1
    ? words.atLeast(count)
    : words.visitors(visitors, count);
}
