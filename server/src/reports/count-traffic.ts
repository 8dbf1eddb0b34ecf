import { MAX_TRAFFIC_ROWS, type Traffic, type TrafficField } from '#shared/reports';
import type { Range } from '#shared/time-range';
import type { EventChunk, EventKind, StoreReader } from '../store/store.ts';
import { type EventField, readField } from './event-field.ts';
import { oncePerEntry } from './once-per-entry.ts';
import { createPersonSet, type PersonSet } from './person-set.ts';

/** The number of values counted. Anybody can make up any number; values that first appear later are not listed. */
const MAX_COUNTED_VALUES = 100_000;

export interface TrafficQuery extends Range {
  by: TrafficField;
}

interface Sum {
  events: number;
  people: PersonSet;
  signedUp: PersonSet;
}

/**
 * Counts events and people by name and by the values of a field, in one scan. Memory grows with the people, not with
 * their events.
 */
export async function countTraffic(
  reader: Pick<StoreReader, 'scanEvents'>,
  { from, to, by }: TrafficQuery,
  field: EventField,
): Promise<Traffic> {
  const names = createSums<string>();
  const rows = createSums<string | null>(MAX_COUNTED_VALUES);
  const readValues = readField(field);
  const isSignup = oncePerEntry(signsUp);
  await reader.scanEvents({ from, to }, (chunk) => {
    const signups = isSignup(chunk.kindTable);
    const { places, values } = readValues(chunk);
    const kindNames = chunk.kindTable.map(({ name }) => name);
    names.add(chunk, chunk.kinds, kindNames, signups);
    rows.add(chunk, places, values, signups);
  });
  const listed = rows
    .list()
    .map(([value, sum]) => ({ value, ...sum }))
    .sort((a, b) => b.people - a.people || compare(a.value ?? '', b.value ?? ''));
  const shown = listed.slice(0, MAX_TRAFFIC_ROWS);
  return {
    events: names
      .list()
      .map(([name, { events, people }]) => ({ name, count: events, people }))
      .sort((a, b) => b.count - a.count || compare(a.name, b.name)),
    by,
    rows: shown,
    ...(listed.length > shown.length && { more: listed.length - shown.length }),
  };
}

const signsUp = ({ name, properties }: EventKind) =>
  name === 'form_submit' && properties['event_label'] === 'success';

const compare = (a: string, b: string) => (a < b ? -1 : 1);

/** Sums by a value that each event has. */
function createSums<Value extends string | null>(limit = Number.POSITIVE_INFINITY) {
  const sums = new Map<Value, Sum>();
  const sumOf = (value: Value): Sum | null => {
    const known = sums.get(value);
    if (known) return known;
    if (sums.size >= limit) return null;
    const sum = { events: 0, people: createPersonSet(), signedUp: createPersonSet() };
    sums.set(value, sum);
    return sum;
  };

  return {
    /**
     * @param places for each event, a place in `values`
     * @param signups for each kind, whether it is a signup
     */
    add(
      { people, starts, kinds }: EventChunk,
      places: Uint16Array,
      values: readonly Value[],
      signups: readonly boolean[],
    ): void {
      const counts = new Uint32Array(values.length);
      for (const place of places) counts[place] = (counts[place] as number) + 1;
      // The tables may have values without an event in the range.
      const own = values.map((value, place) => (counts[place] === 0 ? null : sumOf(value)));
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
    list: () =>
      Array.from(sums, ([value, { events, people, signedUp }]) => {
        const counted = { events, people: people.size(), signups: signedUp.size() };
        return [value, counted] as const;
      }),
  };
}
