import type { Attempt, FindAttempt, FunnelRule } from './rule.ts';

/**
 * Finds the best attempt of an unordered funnel, as PostHog does (`funnel-udf/src/unordered_steps.rs` there): the most
 * steps taken within one window, in any order, each by a separate event. An excluded event discards the steps taken so
 * far. A person who took any step still counts for the first step.
 */
export function unorderedAttempts({ steps, windowMs }: FunnelRule): FindAttempt {
  const held = createHeld(steps);
  const stepBits = 2 ** steps - 1;
  return ({ length, times, met }) => {
    held.clear();
    let best: Attempt = [];
    let first: number | null = null;
    const keepBest = () => {
      if (held.completed() > best.length) best = held.times();
    };
    for (let event = 0; event < length && best.length < steps; event++) {
      const time = times[event] as number;
      while (held.completed() === steps || time - held.oldest() > windowMs) {
        keepBest();
        held.dropOldest();
      }
      const bits = (met[event] as number) & stepBits;
      if (bits === 0) held.clear();
      else held.add(time, bits);
      if (bits !== 0) first ??= time;
    }
    keepBest();
    return best.length > 0 || first === null ? best : [first];
  };
}

/**
 * The times of the events that may still count, by the step that they take, each step's oldest first. It is used again
 * for each person, because making it anew took most of the time.
 */
function createHeld(steps: number) {
  const queues: number[][] = Array.from({ length: steps }, () => []);
  /** For each step, where its oldest time is in the queue, and where the queue ends. Beyond are times of earlier people. */
  const heads = new Int32Array(steps);
  const ends = new Int32Array(steps);
  /** The oldest and the latest time of each step: Infinity and -Infinity for a step without events. */
  const fronts = new Float64Array(steps);
  const latest = new Float64Array(steps);
  let completed = 0;
  /** The step with the oldest time. Of equal times the first step counts. */
  let oldest = 0;

  function findOldest() {
    oldest = 0;
    for (let step = 1; step < steps; step++) {
      if ((fronts[step] as number) < (fronts[oldest] as number)) oldest = step;
    }
  }

  return {
    completed: () => completed,
    /** The times of the first event of each step taken, in ascending order. */
    times(): number[] {
      const times: number[] = [];
      for (let step = 0; step < steps; step++) {
        const time = fronts[step] as number;
        if (time === Number.POSITIVE_INFINITY) continue;
        // There are few, and `sort` with a function takes three times as long.
        let place = times.length;
        for (; place > 0 && (times[place - 1] as number) > time; place--) {
          times[place] = times[place - 1] as number;
        }
        times[place] = time;
      }
      return times;
    },
    /** Infinity when there is no event. */
    oldest: () => fronts[oldest] as number,
    dropOldest() {
      const queue = queues[oldest] as number[];
      const head = (heads[oldest] as number) + 1;
      heads[oldest] = head;
      if (head < (ends[oldest] as number)) {
        fronts[oldest] = queue[head] as number;
      } else {
        fronts[oldest] = Number.POSITIVE_INFINITY;
        latest[oldest] = Number.NEGATIVE_INFINITY;
        completed -= 1;
      }
      findOldest();
    },
    /**
     * An event that meets several steps counts for one that was not taken yet, or else for the one taken the longest
     * ago.
     */
    add(time: number, bits: number) {
      let chosen = -1;
      for (let step = 0; step < steps; step++) {
        if ((bits & (1 << step)) === 0) continue;
        if (chosen < 0 || (latest[step] as number) < (latest[chosen] as number)) chosen = step;
      }
      const end = ends[chosen] as number;
      (queues[chosen] as number[])[end] = time;
      ends[chosen] = end + 1;
      latest[chosen] = time;
      if (fronts[chosen] !== Number.POSITIVE_INFINITY) return;
      fronts[chosen] = time;
      completed += 1;
      findOldest();
    },
    clear() {
      completed = 0;
      for (let step = 0; step < steps; step++) {
        heads[step] = 0;
        ends[step] = 0;
        fronts[step] = Number.POSITIVE_INFINITY;
        latest[step] = Number.NEGATIVE_INFINITY;
      }
    },
  };
}
