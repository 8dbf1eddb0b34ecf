import type { Journey } from '../../reports/journey-heap.ts';
import type { FindAttempt, FunnelRule } from './rule.ts';

/**
 * Finds the best attempt of an ordered or strict funnel, as PostHog does (`funnel-udf/src/steps.rs` there):
 *
 * - Each event that meets step 1 opens an attempt. One event takes one step of an attempt.
 * - Of the attempts that have taken the same number of steps, the newest is followed: its window is open the longest.
 * - The attempt that gets furthest counts, and of several the first to get there.
 * - An attempt is spoilt when an excluded event comes after one of its steps and before the next. Another one that gets
 *   as far and is clean takes its place.
 * - Events of one instant have no order. They are tried in the order of the steps, and among them nothing resets a
 *   strict attempt or spoils one.
 *
 * One person with two attempts, in a funnel of A, B and C with a window of 10 minutes. `began[n]` is when the newest
 * attempt with n steps began:
 *
 * | minute | event | began[1] | began[2] | began[3] | best attempt | why                                            |
 * |--------|-------|----------|----------|----------|--------------|------------------------------------------------|
 * | 0      | A     | 0        |          |          | 0            | the first attempt opens                        |
 * | 1      | B     | 0        | 0        |          | 0, 1         | it takes its second step                       |
 * | 5      | A     | 5        | 0        |          | 0, 1         | the second attempt opens beside it             |
 * | 8      | B     | 5        | 5        |          | 0, 1         | it has two steps too, and is followed from now |
 * | 12     | C     | 5        | 5        | 5        | 5, 8, 12     | the first would have ended at minute 10        |
 *
 * The steps took 3 and 4 minutes. Without the C, the first attempt would be the best: it was the first with two steps.
 * With an excluded event at minute 9, between B and C, both attempts would be spoilt and the person would count nowhere.
 */
export function orderedAttempts(rule: FunnelRule): FindAttempt {
  const { steps, windowMs, strict, exclusions } = rule;
  const stepBits = 2 ** steps - 1;
  const hasExclusions = exclusions.some((bits) => bits !== 0);
  // At index n, for the newest attempt with n steps: when it began (NaN if there is none), whether it is spoilt, and
  // its events. Index 0 stands for an attempt that begins with the current event.
  const began = new Float64Array(steps + 1);
  const spoilt = new Uint8Array(steps + 1);
  /** Bit n is set where an attempt with n steps may be continued. Most events find none, and are passed over. */
  let waiting = 1;
  const takenBy = Array.from({ length: steps + 1 }, () => new Int32Array(steps));
  let journey: Journey;
  /** What is returned, for each number of steps. */
  const attempts = Array.from({ length: steps + 1 }, (_, taken): number[] => Array(taken).fill(0));
  const best = { taken: 0, by: new Int32Array(steps), began: 0, spoilt: false };

  const timeOf = (event: number) => journey.times[event] ?? 0;
  const metBy = (event: number) => journey.met[event] ?? 0;
  const takesStep = (event: number, step: number) => (metBy(event) & (1 << (step - 1))) !== 0;
  const beganAt = (taken: number) => began[taken] ?? Number.NaN;

  /**
   * Copies the events of the attempt that has taken `taken` steps, and adds one. A loop, because `set` and `subarray`
   * cost ten times as much.
   */
  function copyTo(target: Int32Array | undefined, taken: number, event: number) {
    const source = takenBy[taken];
    if (!source || !target) return;
    for (let step = 0; step < taken; step++) target[step] = source[step] ?? 0;
    target[taken] = event;
  }

  function hasTaken(taken: number, event: number): boolean {
    for (let step = 0; step < taken; step++) if (takenBy[taken]?.[step] === event) return true;
    return false;
  }

  /** Returns whether the attempt that has taken `taken` steps can continue at this time. It continues only once. */
  function isWaiting(taken: number, time: number): boolean {
    const from = beganAt(taken);
    return time - from <= windowMs && beganAt(taken + 1) !== from;
  }

  function take(event: number, step: number) {
    const before = step - 1;
    if (!isWaiting(before, timeOf(event))) return;
    const isSpoilt = spoilt[before] === 1;
    if (!isSpoilt) {
      began[step] = beganAt(before);
      spoilt[step] = 0;
      waiting |= 1 << step;
      copyTo(takenBy[step], before, event);
    }
    if (step > best.taken || (step === best.taken && best.spoilt)) {
      copyTo(best.by, before, event);
      best.taken = step;
      best.began = beganAt(before);
      best.spoilt = isSpoilt;
    }
  }

  function exclude(event: number) {
    const time = timeOf(event);
    for (let taken = steps - 1; taken > 0; taken--) {
      if ((metBy(event) & (exclusions[taken] ?? 0)) === 0) continue;
      if (spoilt[taken] === 1 || !isWaiting(taken, time)) continue;
      spoilt[taken] = 1;
      if (best.taken === taken && time - best.began <= windowMs) best.spoilt = true;
    }
  }

  function followOne(event: number) {
    if (hasExclusions) exclude(event);
    // Last step first, so that an event that meets two steps does not take both in one attempt.
    for (let left = metBy(event) & stepBits & waiting; left !== 0; ) {
      const step = 32 - Math.clz32(left);
      left ^= 1 << (step - 1);
      take(event, step);
    }
    if (!strict) return;
    for (let step = 1; step <= steps; step++) {
      if (takesStep(event, step)) continue;
      began[step] = Number.NaN;
      waiting &= ~(1 << step);
    }
  }

  function followInstant(first: number, end: number) {
    for (let step = 1; step <= steps; step++) {
      for (let event = first; event < end; event++) {
        if (takesStep(event, step) && !hasTaken(step - 1, event)) take(event, step);
      }
    }
  }

  function areAlike(first: number, end: number): boolean {
    if (end - first === 1) return true;
    const met = metBy(first);
    const isExcluded = (event: number) => exclusions.map((bits) => (metBy(event) & bits) !== 0);
    for (let event = first + 1; event < end; event++) {
      if (((metBy(event) ^ met) & stepBits) !== 0) return false;
      if (hasExclusions && isExcluded(event).join() !== isExcluded(first).join()) return false;
    }
    return true;
  }

  return (ofOnePerson) => {
    journey = ofOnePerson;
    best.taken = 0;
    best.spoilt = false;
    began.fill(Number.NaN);
    waiting = 1;
    for (let first = 0, end = 0; first < journey.length; first = end) {
      const time = timeOf(first);
      do end += 1;
      while (end < journey.length && timeOf(end) === time);
      began[0] = time;
      if (areAlike(first, end)) for (let event = first; event < end; event++) followOne(event);
      else followInstant(first, end);
      if (!Number.isNaN(beganAt(steps))) break;
    }
    const attempt = attempts[best.spoilt ? 0 : best.taken] as number[];
    for (let step = 0; step < attempt.length; step++) attempt[step] = timeOf(best.by[step] ?? 0);
    return attempt;
  };
}
