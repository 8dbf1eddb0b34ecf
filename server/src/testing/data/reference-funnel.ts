import type { FunnelRule } from '../../reports/funnel/rule.ts';

/**
 * PostHog's rules for one person's events, read one by one. It is slow and written for comparison with the rules
 * (docs/decisions/012-funnels-as-posthog-counts-them.md), not for speed. It shares no code with the engine.
 */
export interface PlainEvent {
  time: number;
  matchedSteps: number;
}

interface Arrival {
  step: number;
  began: number;
  /** The events that completed the steps. */
  by: PlainEvent[];
  isClean: boolean;
  /** A counter of the moments at which anything arrived. */
  moment: number;
}

/** Follows each attempt separately through all events, then chooses the best of them. */
export function referenceOrdered(events: readonly PlainEvent[], rule: FunnelRule): number[] {
  const instants = groupByTime(events);
  const all = instants.flatMap((_, first) => followAttempt(instants, first, rule));
  // Where one event completes the same step of several attempts, the newest attempt counts.
  const arrivals = all.filter((one) =>
    all.every((other) => {
      const isTogether = other.moment === one.moment && other.step === one.step;
      return !isTogether || other.began <= one.began;
    }),
  );
  const furthest = Math.max(0, ...arrivals.map(({ step }) => step));
  const [best] = arrivals
    .filter(({ step, isClean }) => step === furthest && isClean)
    .sort((one, other) => one.moment - other.moment);
  return best?.by.map(({ time }) => time) ?? [];
}

const groupByTime = (events: readonly PlainEvent[]) =>
  [...new Set(events.map(({ time }) => time))].map((time) =>
    events.filter((event) => event.time === time),
  );

function followAttempt(instants: PlainEvent[][], first: number, rule: FunnelRule): Arrival[] {
  const { steps, windowMs, strict, exclusions } = rule;
  const began = instants[first]?.[0]?.time ?? 0;
  const arrivals: Arrival[] = [];
  /** How far the attempt has come: it may continue from each of these. */
  const standing = new Map<number, Arrival>();
  const takes = (event: PlainEvent, step: number) =>
    Boolean(event.matchedSteps & (1 << (step - 1)));
  const spoils = (event: PlainEvent, step: number) =>
    Boolean(event.matchedSteps & (exclusions[step] ?? 0));

  function take(event: PlainEvent, step: number, isFirstInstant: boolean, moment: number) {
    const before = standing.get(step - 1);
    if (step === 1 ? !isFirstInstant : !before) return;
    if (standing.has(step)) return;
    const isClean = before?.isClean ?? true;
    const arrival = { step, began, by: [...(before?.by ?? []), event], isClean, moment };
    arrivals.push(arrival);
    if (isClean) standing.set(step, arrival);
  }

  const descending = Array.from({ length: steps }, (_, index) => steps - index);
  for (const [index, instant] of instants.entries()) {
    const [{ time } = { time: 0 }] = instant;
    if (index < first || time - began > windowMs) continue;
    const isFirst = index === first;
    const kinds = instant.map((event) =>
      descending.map((step) => [takes(event, step), spoils(event, step)]).join(),
    );
    if (new Set(kinds).size > 1) {
      let tried = 0;
      for (const step of descending.toReversed()) {
        for (const event of instant.filter((candidate) => takes(candidate, step))) {
          tried += 1;
          if (standing.get(step - 1)?.by.includes(event)) continue;
          take(event, step, isFirst, index * 1e6 + tried);
        }
      }
      continue;
    }
    for (const [turn, event] of instant.entries()) {
      for (const step of descending) {
        const arrival = standing.get(step);
        if (spoils(event, step) && arrival && !standing.has(step + 1)) arrival.isClean = false;
      }
      for (const step of descending) {
        if (takes(event, step)) take(event, step, isFirst, index * 1e6 + turn);
      }
      if (!strict) continue;
      for (const step of descending) if (!takes(event, step)) standing.delete(step);
    }
  }
  return arrivals;
}

/** Keeps a plain list of the events taken, and examines all of it again after each event. */
export function referenceUnordered(events: readonly PlainEvent[], rule: FunnelRule): number[] {
  const { steps, windowMs } = rule;
  let held: { step: number; time: number }[] = [];
  let best: number[] = [];
  const stepsOf = (matchedSteps: number) =>
    [...Array(steps).keys()].filter((step) => matchedSteps & (1 << step));
  const firsts = () =>
    [...new Set(held.map(({ step }) => step))].map(
      (step) => held.find((one) => one.step === step)?.time ?? 0,
    );
  const look = () => {
    if (firsts().length > best.length) best = firsts().sort((a, b) => a - b);
  };
  for (const { time, matchedSteps } of events) {
    for (;;) {
      const oldest = Math.min(...held.map((one) => one.time));
      if (held.length === 0 || (firsts().length < steps && time - oldest <= windowMs)) break;
      look();
      const ofOldest = held.filter((one) => one.time === oldest);
      const dropped = ofOldest.sort((a, b) => a.step - b.step)[0];
      held = held.filter((one) => one !== dropped);
    }
    if (best.length === steps) break;
    const [candidate] = stepsOf(matchedSteps)
      .map((step) => ({
        step,
        latest: held.findLast((one) => one.step === step)?.time ?? -Infinity,
      }))
      .sort((a, b) => a.latest - b.latest);
    if (candidate) held = [...held, { step: candidate.step, time }];
    else held = [];
  }
  look();
  if (best.length > 0) return best;
  return events
    .filter(({ matchedSteps }) => stepsOf(matchedSteps).length > 0)
    .slice(0, 1)
    .map(({ time }) => time);
}
