import type { FunnelQuery, FunnelResult } from '#shared/funnel';
import { EVENT_FIELDS } from '../../reports/event-field.ts';
import { type JourneyQuery, visitJourneys } from '../../reports/journeys.ts';
import type { StoreReader } from '../../store/store.ts';
import { orderedAttempts } from './ordered.ts';
import { toConditions, toRule } from './rule.ts';
import { createTally, mergeTallies, type Tally } from './tally.ts';
import { unorderedAttempts } from './unordered.ts';

/** The number of values that PostHog shows. The others are one group. */
const MAX_BREAKDOWN_VALUES = 25;

/**
 * Counts how many people reached each step and how long they took, from the events alone. The numbers are exact and
 * equal PostHog's (docs/decisions/012-funnels-as-posthog-counts-them.md).
 */
export async function countFunnel(
  reader: Pick<StoreReader, 'scanEvents'>,
  query: FunnelQuery,
  onProgress?: JourneyQuery['onProgress'],
): Promise<FunnelResult> {
  const { order, from, to, breakdown, steps } = query;
  const rule = toRule(query);
  const findAttempt = order === 'unordered' ? unorderedAttempts(rule) : orderedAttempts(rule);
  const tallies = new Map<string | null, Tally>();
  const journeys = {
    conditions: toConditions(query),
    every: order === 'strict',
    touch: breakdown && EVENT_FIELDS[breakdown],
    from,
    to,
    onProgress,
  };
  await visitJourneys(reader, journeys, (journey) => {
    const attempt = findAttempt(journey);
    if (attempt.length === 0) return;
    const tally = tallies.get(journey.firstTouch) ?? createTally(steps.length);
    tallies.set(journey.firstTouch, tally);
    tally.add(attempt);
  });

  const events = steps.map(({ event }) => event);
  const merge = (some: Tally[]) => mergeTallies(steps.length, some).result(events);
  const all = merge([...tallies.values()]);
  if (breakdown === null) return { steps: all, breakdown: [], others: null };
  const sorted = [...tallies].sort(
    (
      [
        a,
        {
          counts: [countA = 0],
        },
      ],
      [
        b,
        {
          counts: [countB = 0],
        },
      ],
    ) => countB - countA || ((a ?? '') < (b ?? '') ? -1 : 1),
  );
  const rest = sorted.splice(MAX_BREAKDOWN_VALUES);
  return {
    steps: all,
    breakdown: sorted.map(([value, tally]) => ({ value, steps: tally.result(events) })),
    others:
      rest.length === 0
        ? null
        : { values: rest.length, steps: merge(rest.map(([, tally]) => tally)) },
  };
}
