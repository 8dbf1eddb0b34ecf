import type { EventFilter } from '#shared/event-filter';
import type { EventChunk, EventKind, StoreReader } from '../store/store.ts';
import { fieldOf, readField } from './event-field.ts';
import type { ChannelOf } from './load-channels.ts';
import { PersonSet } from './person-set.ts';

type Scanning = Pick<StoreReader, 'scanEvents'>;

/**
 * Returns a reader of the events that pass all filters, and of nobody else's. So every report can be filtered, and a
 * filter by a value of Traffic finds the people of its row.
 */
export function filterEvents(
  reader: Scanning,
  filters: readonly EventFilter[],
  channelOf: ChannelOf,
): Scanning {
  if (filters.length === 0) return reader;
  const passing = filters.map(({ by, value }) => {
    const read = readField(fieldOf(by, channelOf));
    return (chunk: EventChunk) => read(chunk).values.map((own) => own === value);
  });
  return {
    async scanEvents(range, visit, again) {
      const people = new PersonSet();
      await reader.scanEvents(
        range,
        (chunk) => {
          const tables = passing.map((pass) => pass(chunk));
          const kept = keepEvents(chunk, (context) => tables.every((table) => table[context]));
          for (const person of kept.people) people.add(person);
          if (kept.people.length > 0) visit(kept);
        },
        again,
      );
      return people.size();
    },
  };
}

/** Returns a chunk of the events whose context passes. @param passes is asked for a place in the table of contexts */
function keepEvents(chunk: EventChunk, passes: (context: number) => boolean): EventChunk {
  const contexts = chunk.contexts();
  const people: number[] = [];
  const starts: number[] = [];
  const kept: number[] = [];
  for (let at = 0; at < chunk.people.length; at++) {
    const first = kept.length;
    const end = chunk.starts[at + 1] ?? 0;
    for (let event = chunk.starts[at] ?? 0; event < end; event++)
      if (passes(contexts[event] ?? 0)) kept.push(event);
    if (kept.length === first) continue;
    people.push(chunk.people[at] ?? 0);
    starts.push(first);
  }
  starts.push(kept.length);
  const pick = (column: ArrayLike<number>) => kept.map((event) => column[event] ?? 0);
  const keptContexts = Uint16Array.from(pick(contexts));
  return {
    ...chunk,
    people: Int32Array.from(people),
    starts: Uint32Array.from(starts),
    offsets: Float64Array.from(pick(chunk.offsets)),
    kinds: Uint16Array.from(pick(chunk.kinds)),
    contexts: () => keptContexts,
  };
}

/** Matches events by name (null for any) and by the values of their properties. */
export interface EventCondition {
  event: string | null;
  properties: Readonly<Record<string, string | number | boolean>>;
}

/** Returns a function whose bit i says whether an event meets condition i. There are at most 31 conditions. */
export function matchConditions(conditions: readonly EventCondition[]) {
  return (kind: EventKind): number =>
    conditions.reduce((bits, one, index) => (meets(kind, one) ? bits | (1 << index) : bits), 0);
}

function meets(kind: EventKind, { event, properties }: EventCondition): boolean {
  if (event !== null && event !== kind.name) return false;
  return Object.entries(properties).every(([name, value]) =>
    equals(Object.hasOwn(kind.properties, name) ? kind.properties[name] : null, String(value)),
  );
}

/** Compares as PostHog does: "25" and 25 are equal, and so are "true" and true; 1 and true are not. */
function equals(property: unknown, text: string): boolean {
  if (typeof property === 'string') return property === text;
  if (typeof property === 'boolean') return String(property) === text;
  return typeof property === 'number' && String(Number(text)) === text && property === Number(text);
}
