import { SCROLL_MILESTONES } from '#shared/event-values';
import type { BehaviourReport } from '#shared/growth';
import type { Range } from '#shared/time-range';
import { ComputedOnce } from '../lib/computed-once.ts';
import { keepCompiled } from '../lib/keep-compiled.ts';
import type { EventChunk, EventKind, StoreReader } from '../store/store.ts';
import { Counting, signsUp } from './count-traffic.ts';
import { BUTTON, splitPair } from './event-field.ts';
import { PersonSet } from './person-set.ts';
import { type PersonEvents, visitPeople } from './scan/scan-events.sql.ts';

/** Counts who pressed which button and how far people scrolled, in the passes of {@link Counting} and one more. */
export async function countBehaviour(
  reader: Pick<StoreReader, 'scanEvents'>,
  range: Range,
  maxValues?: number,
): Promise<BehaviourReport> {
  const scrolled = new Scrolled();
  const counting = new Counting(BUTTON, maxValues, false);
  const people = await counting.scan(reader, range, (chunk) => scrolled.add(chunk));
  const { rows, others } = counting.ranking.result();
  const pressed = rows.length > 0 ? await countPressers(reader, range, rows) : [];
  return {
    people,
    scroll: scrolled.result(),
    buttons: rows.map(({ value, events }, index) => {
      const [name, location] = splitPair(value);
      return { name, location, ...(pressed[index] ?? { people: 0, signups: 0 }), presses: events };
    }),
    ...(others && {
      others: { buttons: others.values, people: others.people, presses: others.events },
    }),
  };
}

/** The bit of a signup, and above it the number of a button: at most 100. */
const PRESSED_BITS = 8;

/** Counts who pressed each button, and who of them signed up later, which takes everybody's events in their order. */
async function countPressers(
  reader: Pick<StoreReader, 'scanEvents'>,
  range: Range,
  buttons: readonly { value: string | null }[],
) {
  const counts = buttons.map(() => ({ people: 0, signups: 0 }));
  const numberOf = new Map(buttons.map(({ value }, index) => [value, index + 1]));
  const visit = ({ start, end, times, matchedSteps }: PersonEvents) => {
    const firstAt = new Map<number, number>();
    let signedUpAt = -Infinity;
    for (let event = start; event < end; event++) {
      const time = times[event] ?? 0;
      const matched = (matchedSteps[event] ?? 0) & ((1 << PRESSED_BITS) - 1);
      if (matched === 1) signedUpAt = time;
      else if (!firstAt.has(matched >> 1)) firstAt.set(matched >> 1, time);
    }
    for (const [number, at] of firstAt) {
      const count = counts[number - 1];
      if (!count) continue;
      count.people += 1;
      if (at <= signedUpAt) count.signups += 1;
    }
  };
  const asked = {
    conditions: PRESSED_BITS,
    matchedSteps: (kind: EventKind) =>
      signsUp(kind) ? 1 : (numberOf.get(BUTTON.read(kind)) ?? 0) << 1,
    withOthers: false,
    readBreakdown: null,
  };
  await visitPeople(reader, { ...asked, from: range.from, to: range.to }, { visit });
  return counts;
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
