import { keepCompiled } from '../keep-compiled.ts';
import type { EventChunk } from '../store/store.ts';
import type { Places } from './event-field.ts';
import { PersonSet } from './person-set.ts';

interface Sum {
  events: number;
  people: PersonSet;
  signedUp: PersonSet;
}

/** Values that count. */
export interface CountedValues<Value> {
  has(value: Value): boolean;
}

/** Sums by a value that each event has. */
export class Sums<Value extends string | null> {
  readonly #sums = new Map<Value, Sum>();
  readonly #people = new PeopleBySum();
  readonly #signedUp = new PeopleBySum();

  /**
   * @param places for each event, a place in `values`
   * @param signups for each kind, whether it is a signup
   * @param only which values count; null for all
   */
  add(
    { people, starts, kinds }: EventChunk,
    places: Places,
    values: readonly Value[],
    signups: readonly boolean[],
    only: CountedValues<Value> | null,
  ): void {
    const { own, sumAt } = this.#sumsOf(places, values, only);
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

  keep(kept: CountedValues<Value>): void {
    for (const value of this.#sums.keys()) if (!kept.has(value)) this.#sums.delete(value);
  }

  list() {
    return Array.from(this.#sums, ([value, { events, people, signedUp }]) => {
      const counted = { events, people: people.size(), signups: signedUp.size() };
      return [value, counted, people] as const;
    });
  }

  /**
   * Returns the sums of the events of a chunk, and for each place in `values` the place of its sum, or -1. The tables of a
   * chunk may have values without an event in the range, and the same value at several places.
   */
  #sumsOf(places: Places, values: readonly Value[], only: CountedValues<Value> | null) {
    const counts = countPlaces(places, values.length);
    const found = new Map<Sum, number>();
    const sumAt = new Int32Array(values.length).fill(-1);
    for (const [place, value] of values.entries()) {
      const events = counts[place] as number;
      if (events === 0 || only?.has(value) === false) continue;
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

function countPlaces(places: Places, length: number): Uint32Array {
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
class PeopleBySum {
  #sumOf = new Uint16Array(0);
  #people = new Int32Array(0);
  #size = 0;
  /** At `sum + 2`, how many people were added. After `sort`: at `sum`, where its people start. */
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

keepCompiled(new Sums(), new PersonSet());
