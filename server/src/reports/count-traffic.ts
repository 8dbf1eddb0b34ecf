import { MAX_TRAFFIC_ROWS, type Traffic, type TrafficField } from '#shared/reports';
import type { Range } from '#shared/time-range';
import { keepCompiled } from '../keep-compiled.ts';
import type { EventChunk, EventKind, StoreReader } from '../store/store.ts';
import { type ChunkValues, type EventField, readField } from './event-field.ts';
import { OncePerEntry } from './once-per-entry.ts';
import { PersonSet } from './person-set.ts';

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
  const counting = new Counting(field, maxValues);
  await reader.scanEvents({ from, to }, (chunk) => counting.add(chunk), {
    again: () => counting.again(),
  });
  return {
    events: counting.names
      .list()
      .map(([name, { events, people }]) => ({ name, count: events, people }))
      .sort((a, b) => b.count - a.count || compare(a.name, b.name)),
    by,
    ...counting.ranking.result(),
  };
}

/** Counts in as many passes over the same chunks as are necessary. */
class Counting {
  readonly names = new Sums<string>();
  readonly ranking = createRanking();
  readonly #maxValues: number;
  readonly #readValues: (chunk: EventChunk) => ChunkValues;
  readonly #isSignup = new OncePerEntry(signsUp);
  readonly #nameOf = new OncePerEntry(({ name }: EventKind) => name);
  #rows = new Sums<string | null>();
  /** This pass counts values after the first bound and up to the second. Null as a value comes before all others. */
  #after: string | null = null;
  #upTo: string | null = null;
  #isFirst = true;

  constructor(field: EventField, maxValues: number) {
    this.#maxValues = maxValues;
    this.#readValues = readField(field);
  }

  add(chunk: EventChunk): void {
    const signups = this.#isSignup.ofAll(chunk.kindTable);
    const { places, values } = this.#readValues(chunk);
    if (this.#isFirst) {
      this.names.add(chunk, chunk.kinds, this.#nameOf.ofAll(chunk.kindTable), signups, null);
    }
    this.#rows.add(chunk, places, values, signups, this.#isCounted);
    if (this.#rows.size() <= this.#maxValues) return;
    const sorted = this.#rows.values().sort((a, b) => compare(a ?? '', b ?? ''));
    this.#upTo = sorted[this.#maxValues >> 1] ?? '';
    this.#rows.keep(this.#isCounted);
  }

  /** Ends a pass, and returns whether there are more values. */
  again(): boolean {
    this.ranking.add(this.#rows.list().map(([value, sum]) => ({ value, ...sum })));
    this.#after = this.#upTo;
    this.#upTo = null;
    this.#rows = new Sums();
    this.#isFirst = false;
    return this.#after !== null;
  }

  readonly #isCounted = (value: string | null): boolean =>
    (this.#after === null || (value ?? '') > this.#after) &&
    (this.#upTo === null || (value ?? '') <= this.#upTo);
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
class Sums<Value extends string | null> {
  readonly #sums = new Map<Value, Sum>();
  readonly #people = new People();
  readonly #signedUp = new People();

  /**
   * @param places for each event, a place in `values`
   * @param signups for each kind, whether it is a signup
   * @param isCounted says which values count; null for all
   */
  add(
    { people, starts, kinds }: EventChunk,
    places: ChunkValues['places'],
    values: readonly Value[],
    signups: readonly boolean[],
    isCounted: ((value: Value) => boolean) | null,
  ): void {
    const { own, sumAt } = this.#sumsOf(places, values, isCounted);
    const counted = this.#people;
    const signedUp = this.#signedUp;
    counted.begin(own.length, places.length);
    signedUp.begin(own.length, places.length);
    // The person who was added last, so that a person with many events is added once.
    const latest = new Int32Array(own.length).fill(-1);
    for (let at = 0; at < people.length; at++) {
      const person = people[at] as number;
      const end = starts[at + 1] as number;
      for (let event = starts[at] as number; event < end; event++) {
        const sum = sumAt[places[event] as number] as number;
        if (sum === -1) continue;
        if (latest[sum] !== at) {
          latest[sum] = at;
          counted.add(sum, person);
        }
        if (signups[kinds[event] as number]) signedUp.add(sum, person);
      }
    }
    counted.sort();
    signedUp.sort();
    for (const [place, sum] of own.entries()) {
      sum.people.addAll(counted.of(place));
      sum.signedUp.addAll(signedUp.of(place));
    }
  }

  size(): number {
    return this.#sums.size;
  }

  values(): Value[] {
    return [...this.#sums.keys()];
  }

  keep(isKept: (value: Value) => boolean): void {
    for (const value of this.#sums.keys()) if (!isKept(value)) this.#sums.delete(value);
  }

  list() {
    return Array.from(this.#sums, ([value, { events, people, signedUp }]) => {
      const counted = { events, people: people.size(), signups: signedUp.size() };
      return [value, counted] as const;
    });
  }

  /**
   * Returns the sums of the events of a chunk, and for each place in `values` the place of its sum, or -1. The tables of a
   * chunk may have values without an event in the range, and the same value at several places.
   */
  #sumsOf(
    places: ChunkValues['places'],
    values: readonly Value[],
    isCounted: ((value: Value) => boolean) | null,
  ) {
    const counts = countPlaces(places, values.length);
    const found = new Map<Sum, number>();
    const sumAt = new Int32Array(values.length).fill(-1);
    for (const [place, value] of values.entries()) {
      const events = counts[place] as number;
      if (events === 0 || isCounted?.(value) === false) continue;
      const sum = this.#sumOf(value);
      sum.events += events;
      const at = found.get(sum) ?? found.size;
      found.set(sum, at);
      sumAt[place] = at;
    }
    return { own: [...found.keys()], sumAt };
  }

  #sumOf(value: Value): Sum {
    const known = this.#sums.get(value);
    if (known) return known;
    const sum = { events: 0, people: new PersonSet(), signedUp: new PersonSet() };
    this.#sums.set(value, sum);
    return sum;
  }
}

function countPlaces(places: ChunkValues['places'], length: number): Uint32Array {
  const counts = new Uint32Array(length);
  for (let event = 0; event < places.length; event++) {
    const place = places[event] as number;
    counts[place] = (counts[place] as number) + 1;
  }
  return counts;
}

/**
 * The people of each sum in one chunk. The set of a sum gets them together: to add them to the sets one at a time took
 * half of *Traffic*.
 */
class People {
  #sumOf = new Uint16Array(0);
  #people = new Int32Array(0);
  #size = 0;
  /** While people are added, their number of each sum, two places further. Then where those of each sum start. */
  #starts = new Uint32Array(0);
  #sorted = new Int32Array(0);

  /** @param most the most people that will be added */
  begin(sums: number, most: number): void {
    if (this.#people.length < most) {
      this.#sumOf = new Uint16Array(most);
      this.#people = new Int32Array(most);
      this.#sorted = new Int32Array(most);
    }
    this.#size = 0;
    this.#starts = new Uint32Array(sums + 2);
  }

  add(sum: number, person: number): void {
    this.#sumOf[this.#size] = sum;
    this.#people[this.#size] = person;
    this.#starts[sum + 2] = (this.#starts[sum + 2] as number) + 1;
    this.#size += 1;
  }

  sort(): void {
    const starts = this.#starts;
    for (let sum = 2; sum < starts.length; sum++) {
      starts[sum] = (starts[sum] as number) + (starts[sum - 1] as number);
    }
    // Each person moves the start of the sum on, to where its people end and those of the next one start.
    for (let at = 0; at < this.#size; at++) {
      const next = (this.#sumOf[at] as number) + 1;
      const place = starts[next] as number;
      starts[next] = place + 1;
      this.#sorted[place] = this.#people[at] as number;
    }
  }

  of(sum: number): Int32Array {
    return this.#sorted.subarray(this.#starts[sum], this.#starts[sum + 1]);
  }
}

keepCompiled(new Counting({ of: 'context', read: () => null }, 0), new PersonSet());
