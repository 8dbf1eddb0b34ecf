import { largestUnitOf } from '#shared/format-figures';
import type { TailEvent } from '#shared/growth';

/** The lamp is lit while the latest event is younger than this. */
const LIT_MS = 5 * 60_000;

/**
 * Returns the events by the time at which they happened, latest first. The server sends the latest arrival first, and a
 * page may send an event minutes after it happened.
 */
export const byTime = (events: readonly TailEvent[]): TailEvent[] =>
  events.toSorted((a, b) => Date.parse(b.occurredAt) - Date.parse(a.occurredAt));

/**
 * Returns the age of an event in its largest unit, and whether the lamp is lit. An event from a clock that is fast
 * has the age 0.
 * @param now milliseconds since 1970 UTC
 */
export function ageOf(event: TailEvent, now: number): { text: string; isLit: boolean } {
  const age = Math.max(0, now - Date.parse(event.occurredAt));
  const [size, sign] = largestUnitOf(age / 1000);
  return { text: `${Math.floor(age / 1000 / size)} ${sign}`, isLit: age < LIT_MS };
}
