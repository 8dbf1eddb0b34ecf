import type { FunnelQuery } from '#shared/funnel';
import type { PersonEvents } from '../scan/scan-events.sql.ts';

/**
 * Makes two events of one that may take two steps: an event that meets a step with `sameEvent` and the step before it. They
 * share their instant, so the rules try them in the order of the steps.
 */
export class EventSplitter {
  /** The steps that the event of the step before may take too. */
  readonly #shared: readonly number[];
  readonly #split: PersonEvents = {
    start: 0,
    end: 0,
    times: new Float64Array(0),
    matchedSteps: new Int32Array(0),
  };

  constructor({ steps }: FunnelQuery) {
    this.#shared = steps.flatMap(({ sameEvent }, step) => (sameEvent && step > 0 ? [step] : []));
  }

  /** Returns the same object each time, or the given one where nothing can be split. */
  split(person: PersonEvents): PersonEvents {
    const shared = this.#shared;
    if (shared.length === 0) return person;
    const most = (person.end - person.start) * (1 + shared.length);
    if (most > this.#split.times.length) {
      this.#split.times = new Float64Array(most * 2);
      this.#split.matchedSteps = new Int32Array(most * 2);
    }
    const { times, matchedSteps } = this.#split;
    let end = 0;
    for (let event = person.start; event < person.end; event++) {
      const time = person.times[event] as number;
      const whole = end;
      let left = person.matchedSteps[event] as number;
      const all = left;
      for (const step of shared) {
        if ((all & (0b11 << (step - 1))) !== 0b11 << (step - 1)) continue;
        left &= ~(1 << step);
        end += 1;
        times[end] = time;
        matchedSteps[end] = 1 << step;
      }
      times[whole] = time;
      matchedSteps[whole] = left;
      end += 1;
    }
    this.#split.end = end;
    return this.#split;
  }
}
