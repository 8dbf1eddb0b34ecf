import { keepCompiled } from '../lib/keep-compiled.ts';
import type { EventChunk } from '../store/store.ts';
import type { Places } from './event-field.ts';
import { PersonSet } from './person-set.ts';

export interface CountedValues<Value> {
  has(value: Value): boolean;
}

export class Sums<Value extends string | null> {
  readonly #sums = new Map<Value, Sum>();

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
    const sums = values.map((value) => (only?.has(value) === false ? null : this.#sumOf(value)));
    for (let at = 0; at < people.length; at++) {
      const person = people[at] as number;
      const end = starts[at + 1] as number;
      for (let event = starts[at] as number; event < end; event++) {
        const sum = sums[places[event] as number];
        if (sum) sum.add(person, signups[kinds[event] as number] === true);
      }
    }
    // The tables of a chunk may have values without an event in the range.
    for (const value of values) if (this.#sums.get(value)?.events === 0) this.#sums.delete(value);
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
      return [value, counted] as const;
    });
  }

  #sumOf(value: Value): Sum {
    const known = this.#sums.get(value);
    if (known) return known;
    const sum = new Sum();
    this.#sums.set(value, sum);
    return sum;
  }
}

class Sum {
  events = 0;
  readonly people = new PersonSet();
  readonly signedUp = new PersonSet();
  /** The person of the last event: somebody with many events is added once. */
  #latest = -1;

  add(person: number, hasSignedUp: boolean): void {
    this.events += 1;
    if (person !== this.#latest) this.people.add(person);
    this.#latest = person;
    if (hasSignedUp) this.signedUp.add(person);
  }
}

keepCompiled(new Sums(), new Sum(), new PersonSet());
