import type { Range } from '#shared/time-range';
import { ComputedOnce } from '../computed-once.ts';
import type { OnProgress, StoreReader } from '../store/store.ts';
import { type EventField, readField } from './event-field.ts';
import { type HeapLimits, JourneyHeap, type JourneyVisitor, type Part } from './journey-heap.ts';
import { type EventCondition, matchConditions } from './match-event.ts';

/** The range applies to the time of the events. */
export interface JourneyQuery extends Range {
  /** At most 31. */
  conditions: readonly EventCondition[];
  /** Whether events that meet no condition are included. */
  every: boolean;
  /** The field whose first value each journey carries. */
  touch: EventField | null;
  /** Starts again with each pass, when there are several. */
  onProgress?: OnProgress | undefined;
}

/** About 130 MB. */
const LIMITS: HeapLimits = { maxEvents: 16_000_000 };

const split = ({ parts, index }: Part): Part[] => [
  { parts: parts * 2, index },
  { parts: parts * 2, index: index + parts },
];

/**
 * Visits each person with a matching event once, in no particular order. When the events exceed the limits,
 * a pass over the same events covers half of the people, or a quarter, and there are more passes.
 *
 * @returns the number of people with any event in the range
 */
export async function visitJourneys(
  reader: Pick<StoreReader, 'scanEvents'>,
  { conditions, every, touch, from, to, onProgress }: JourneyQuery,
  visitor: JourneyVisitor,
  limits = LIMITS,
): Promise<number> {
  const metBy = new ComputedOnce(matchConditions(conditions));
  const readTouches = touch ? readField(touch) : () => null;
  const left: Part[] = [];
  const contents = { conditions: conditions.length, every, hasTouch: touch !== null };
  let part: Part = { parts: 1, index: 0 };
  let heap = new JourneyHeap({ ...contents, part }, limits);
  let fits = true;
  return reader.scanEvents(
    { from, to },
    (chunk) => {
      if (!fits) return;
      const met = Int32Array.from(metBy.ofAll(chunk.kindTable));
      if (!every && met.every((bits) => bits === 0)) return;
      fits = heap.add(chunk, met, readTouches(chunk));
    },
    {
      onProgress,
      again() {
        if (fits) heap.visit(visitor);
        else left.push(...split(part));
        const next = left.pop();
        if (!next) return false;
        part = next;
        heap = new JourneyHeap({ ...contents, part }, limits);
        fits = true;
        return true;
      },
    },
  );
}
