import type { Journey } from '../../reports/journey-heap.ts';
import type { Attempt, FindAttempt, FunnelRule } from './rule.ts';

/**
 * Finds the best attempt of an unordered funnel, as PostHog does (`funnel-udf/src/unordered_steps.rs` there): the most
 * steps taken within one window, in any order, each by a separate event. An excluded event discards the steps taken so
 * far. A person who took any step still counts for the first step.
 */
export function unorderedAttempts({ steps, windowMs }: FunnelRule): FindAttempt {
  return (journey) => {
    const held = createHeld(journey, steps);
    let best: Attempt = [];
    let first: Attempt = [];
    const keepBest = () => {
      if (held.completed() > best.length) best = held.times();
    };
    for (let event = 0; event < journey.length && best.length < steps; event++) {
      const time = journey.times[event] ?? 0;
      while (held.completed() === steps || time - held.oldest() > windowMs) {
        keepBest();
        held.dropOldest();
      }
      const met = (journey.met[event] ?? 0) & (2 ** steps - 1);
      if (met === 0) held.clear();
      else held.add(event, met);
      if (met !== 0 && first.length === 0) first = [time];
    }
    keepBest();
    return best.length > 0 ? best : first;
  };
}

/** The events that may still count, by the step that they take, each step's oldest first. */
function createHeld({ times }: Journey, steps: number) {
  const queues: number[][] = Array.from({ length: steps }, () => []);
  const timeOf = (event: number | undefined) =>
    event === undefined ? Number.NaN : (times[event] ?? 0);
  const fronts = () => queues.filter((queue) => queue.length > 0).map(([event]) => timeOf(event));
  /** NaN when there is no event. */
  const oldest = () => fronts().reduce((a, b) => (b >= a ? a : b), Number.NaN);
  return {
    completed: () => queues.filter((queue) => queue.length > 0).length,
    /** The times of the first event of each step taken, in ascending order. */
    times: (): number[] => fronts().sort((a, b) => a - b),
    oldest,
    dropOldest() {
      const time = oldest();
      queues.find(([event]) => timeOf(event) === time)?.shift();
    },
    /**
     * An event that meets several steps counts for one that was not taken yet, or else for the one taken the longest
     * ago.
     */
    add(event: number, met: number) {
      const candidates = queues.filter((_, step) => (met & (1 << step)) !== 0);
      const latest = (queue: number[]) => (queue.length === 0 ? -Infinity : timeOf(queue.at(-1)));
      candidates.sort((a, b) => latest(a) - latest(b))[0]?.push(event);
    },
    clear() {
      for (const queue of queues) queue.length = 0;
    },
  };
}
