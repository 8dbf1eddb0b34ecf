import type { HeapLimits, JourneyHeap } from './journey-heap.ts';

/** About 230 MB. */
export const LIMITS: HeapLimits = { maxEvents: 8_000_000, maxPeople: 1_000_000 };

/** The people whose hash modulo `parts` is `index`: few enough to fit into one heap. */
export interface Part {
  parts: number;
  index: number;
}

export const EVERYBODY: Part = { parts: 1, index: 0 };

export const split = ({ parts, index }: Part): Part[] => [
  { parts: parts * 2, index },
  { parts: parts * 2, index: index + parts },
];

function isIn({ parts, index }: Part, person: string): boolean {
  if (parts === 1) return true;
  let hash = 0;
  for (let at = 0; at < person.length; at++)
    hash = (Math.imul(hash, 31) + person.charCodeAt(at)) >>> 0;
  return hash % parts === index;
}

/**
 * Rows in the form in which a database returns them: one JSON array for each column. Separate rows would take three
 * times as long.
 */
export type JourneyRows = Record<'people' | 'times' | 'met' | 'touches', string>;

/** Returns false when the heap is full. */
export function addRows(heap: JourneyHeap, rows: JourneyRows, every: boolean, part: Part): boolean {
  const people = JSON.parse(rows.people) as string[];
  const times = JSON.parse(rows.times) as number[];
  const met = JSON.parse(rows.met) as number[];
  const touches = JSON.parse(rows.touches) as (string | null)[];
  for (let row = 0; row < people.length; row++) {
    const [person, conditions] = [people[row] ?? '', met[row] ?? 0];
    if ((conditions === 0 && !every) || !isIn(part, person)) continue;
    if (!heap.add(person, times[row] ?? 0, conditions, touches[row] ?? null)) return false;
  }
  return true;
}
