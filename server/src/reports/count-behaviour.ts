import { SCROLL_MILESTONES } from '#shared/event-values';
import type { BehaviourReport } from '#shared/growth';
import type { Range } from '#shared/time-range';
import { ComputedOnce } from '../lib/computed-once.ts';
import { keepCompiled } from '../lib/keep-compiled.ts';
import type { EventChunk, EventKind, StoreReader } from '../store/store.ts';
import { Counting } from './count-traffic.ts';
import { BUTTON, splitPair } from './event-field.ts';
import { PersonSet } from './person-set.ts';

/** Counts who pressed which button and how far people scrolled, in the passes of {@link Counting}. */
export async function countBehaviour(
  reader: Pick<StoreReader, 'scanEvents'>,
  range: Range,
  maxValues?: number,
): Promise<BehaviourReport> {
  const scrolled = new Scrolled();
  const counting = new Counting(BUTTON, maxValues, false);
  const people = await counting.scan(reader, range, (chunk) => scrolled.add(chunk));
  const { rows, others } = counting.ranking.result();
  return {
    people,
    scroll: scrolled.result(),
    buttons: rows.map(({ value, people, events }) => {
      const [name, location] = splitPair(value);
      return { name, location, people, presses: events };
    }),
    ...(others && {
      others: { buttons: others.values, people: others.people, presses: others.events },
    }),
  };
}

class Scrolled {
  readonly #people = SCROLL_MILESTONES.map(() => new PersonSet());
  readonly #percentOf = new ComputedOnce(({ name, properties }: EventKind) =>
    name === 'scroll' ? Number(properties['percent_scrolled']) : 0,
  );

  add({ people, starts, kinds, kindTable }: EventChunk): void {
    const percents = this.#percentOf.ofAll(kindTable);
    for (let at = 0; at < people.length; at++) {
      let furthest = 0;
      const end = starts[at + 1] as number;
      for (let event = starts[at] as number; event < end; event++) {
        const percent = percents[kinds[event] as number] as number;
        if (percent > furthest) furthest = percent;
      }
      // Who is further down has passed what is above, also if those events are lost.
      for (const [index, percent] of SCROLL_MILESTONES.entries())
        if (furthest >= percent) this.#people[index]?.add(people[at] as number);
    }
  }

  result(): BehaviourReport['scroll'] {
    return SCROLL_MILESTONES.map((percent, index) => ({
      percent,
      people: this.#people[index]?.size() ?? 0,
    }));
  }
}

keepCompiled(new Scrolled());
