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
  /** For each step, where its oldest time is in the queue. */
  const heads = new Int32Array(steps);
  let completed = 0;

  const frontOf = (step: number) => queues[step]?.[heads[step] as number] ?? Number.NaN;
  const latestOf = (step: number) =>
    Number.isNaN(frontOf(step)) ? -Infinity : (queues[step]?.at(-1) as number);

  /** Returns the step with the oldest time, or -1 if no step has a time. Of equal times the first step counts. */
  function oldestStep(): number {
    let oldest = -1;
    for (let step = 0; step < steps; step++) {
      const time = frontOf(step);
      if (!Number.isNaN(time) && (oldest < 0 || time < frontOf(oldest))) oldest = step;
    }
    return oldest;
  }

  return {
    completed: () => completed,
    /** The times of the first event of each step taken, in ascending order. */
    times: (): number[] =>
      queues
        .map((_, step) => frontOf(step))
        .filter((time) => !Number.isNaN(time))
        .sort((a, b) => a - b),
    /** NaN when there is no event. */
    oldest: () => frontOf(oldestStep()),
    dropOldest() {
      const step = oldestStep();
      heads[step] = (heads[step] ?? 0) + 1;
      if (Number.isNaN(frontOf(step))) completed -= 1;
    },
    /**
     * An event that meets several steps counts for one that was not taken yet, or else for the one taken the longest
     * ago.
     */
    add(time: number, bits: number) {
      let chosen = -1;
      for (let step = 0; step < steps; step++) {
        if ((bits & (1 << step)) === 0) continue;
        if (chosen < 0 || latestOf(step) < latestOf(chosen)) chosen = step;
      }
      if (Number.isNaN(frontOf(chosen))) completed += 1;
      queues[chosen]?.push(time);
    },
    clear() {
      completed = 0;
      heads.fill(0);
      for (const queue of queues) queue.length = 0;
    },
  };
}
