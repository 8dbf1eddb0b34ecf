import { MAX_TRAFFIC_ROWS, type Traffic, type TrafficField } from '#shared/reports';
import type { Range } from '#shared/time-range';
import type { EventChunk, EventKind, StoreReader } from '../store/store.ts';
import { type ChunkValues, type EventField, readField } from './event-field.ts';
import { oncePerEntry } from './once-per-entry.ts';
import { createPersonSet, type PersonSet } from './person-set.ts';

/** The most values counted in one pass. Anybody can make up any number of them, and each takes about 1 KB. */
const MAX_COUNTED_VALUES = 50_000;

export interface TrafficQuery extends Range {
  by: TrafficField;
}

interface Sum {
  events: number;
  people: PersonSet;
  signedUp: PersonSet;
}

/**
 * Counts events and people by name and by the values of a field. All counts are exact, whatever values somebody makes up.
 * Memory grows with the people and not with their events. When there are more values than `maxValues`, a pass over the
 * events counts the first of them in alphabetical order, and another pass counts the next.
 */
export async function countTraffic(
  reader: Pick<StoreReader, 'scanEvents'>,
  { from, to, by }: TrafficQuery,
  field: EventField,
  maxValues = MAX_COUNTED_VALUES,
): Promise<Traffic> {
  const names = createSums<string>();
  const ranking = createRanking();
  let rows = createSums<string | null>();
  /** This pass counts values after the first bound and up to the second. Null as a value comes before all others. */
  let after: string | null = null;
  let upTo: string | null = null;
  let isFirst = true;
  const isCounted = (value: string | null) =>
    (after === null || (value ?? '') > after) && (upTo === null || (value ?? '') <= upTo);
  const readValues = readField(field);
  const isSignup = oncePerEntry(signsUp);
  await reader.scanEvents(
    { from, to },
    (chunk) => {
      const signups = isSignup(chunk.kindTable);
      const { places, values } = readValues(chunk);
      const kindNames = chunk.kindTable.map(({ name }) => name);
      if (isFirst) names.add(chunk, chunk.kinds, kindNames, signups);
      rows.add(chunk, places, values, signups, isCounted);
      if (rows.size() <= maxValues) return;
      const sorted = rows.values().sort((a, b) => compare(a ?? '', b ?? ''));
      upTo = sorted[maxValues >> 1] ?? '';
      rows.keep(isCounted);
    },
    {
      again() {
        ranking.add(rows.list().map(([value, sum]) => ({ value, ...sum })));
        after = upTo;
        upTo = null;
        rows = createSums();
        isFirst = false;
        return after !== null;
      },
    },
  );
  return {
    events: names
      .list()
      .map(([name, { events, people }]) => ({ name, count: events, people }))
      .sort((a, b) => b.count - a.count || compare(a.name, b.name)),
    by,
    ...ranking.result(),
  };
}

type Row = Traffic['rows'][number];

/** Collects the rows with the most people, and adds up the others. */
function createRanking() {
  let rows: Row[] = [];
  const others = { values: 0, events: 0 };
  return {
    add(some: readonly Row[]) {
      rows = [...rows, ...some].sort(
        (a, b) =>
          b.people - a.people ||
          b.signups - a.signups ||
          b.events - a.events ||
          compare(a.value ?? '', b.value ?? ''),
      );
      for (const { events } of rows.splice(MAX_TRAFFIC_ROWS)) {
        others.values += 1;
        others.events += events;
      }
    },
    result: () => ({ rows, ...(others.values > 0 && { others }) }),
  };
}

const signsUp = ({ name, properties }: EventKind) =>
  name === 'form_submit' && properties['event_label'] === 'success';

const compare = (a: string, b: string) => (a < b ? -1 : 1);

/** Sums by a value that each event has. */
function createSums<Value extends string | null>() {
  const sums = new Map<Value, Sum>();
  const sumOf = (value: Value): Sum => {
    const known = sums.get(value);
    if (known) return known;
    const sum = { events: 0, people: createPersonSet(), signedUp: createPersonSet() };
    sums.set(value, sum);
    return sum;
  };

  return {
    /**
     * @param places for each event, a place in `values`
     * @param signups for each kind, whether it is a signup
     * @param isCounted says which values count
     */
    add(
      { people, starts, kinds }: EventChunk,
      places: ChunkValues['places'],
      values: readonly Value[],
      signups: readonly boolean[],
      isCounted: (value: Value) => boolean = () => true,
    ): void {
      const counts = new Uint32Array(values.length);
      for (const place of places) counts[place] = (counts[place] as number) + 1;
      // The tables may have values without an event in the range.
      const own = values.map((value, place) =>
        counts[place] === 0 || !isCounted(value) ? null : sumOf(value),
      );
      for (const [place, sum] of own.entries()) if (sum) sum.events += counts[place] as number;
      // The person who was added last, so that a person with many events is added once.
      const latest = new Int32Array(values.length).fill(-1);
      for (let at = 0; at < people.length; at++) {
        const person = people[at] as number;
        const end = starts[at + 1] as number;
        for (let event = starts[at] as number; event < end; event++) {
          const place = places[event] as number;
          if (latest[place] !== at) {
            latest[place] = at;
            own[place]?.people.add(person);
          }
          if (signups[kinds[event] as number]) own[place]?.signedUp.add(person);
        }
      }
    },
    size: () => sums.size,
    values: () => [...sums.keys()],
    keep(isKept: (value: Value) => boolean): void {
      for (const value of sums.keys()) if (!isKept(value)) sums.delete(value);
    },
    list: () =>
      Array.from(sums, ([value, { events, people, signedUp }]) => {
        const counted = { events, people: people.size(), signups: signedUp.size() };
        return [value, counted] as const;
      }),
  };
}
