import type { Channel } from '#shared/channels';
import type { FunnelBreakdown, FunnelQuery, FunnelResult } from '#shared/funnel';
import type { ChannelOf } from '../../channels.ts';
import { type EventField, fieldOf } from '../../reports/event-field.ts';
import type { Journey } from '../../reports/journey-heap.ts';
import { type JourneyQuery, visitJourneys } from '../../reports/journeys.ts';
import type { StoreReader } from '../../store/store.ts';
import { createConversions } from './conversions.ts';
import { orderedAttempts } from './ordered.ts';
import { toConditions, toRule } from './rule.ts';
import { splitEvents } from './split-events.ts';
import { createTally, mergeTallies, type Tally } from './tally.ts';
import { unorderedAttempts } from './unordered.ts';

/** The number of values that PostHog shows. The others are one group. */
const MAX_BREAKDOWN_VALUES = 25;

export interface FunnelOptions {
  channelOf: ChannelOf;
  onProgress?: JourneyQuery['onProgress'];
}

const UNKNOWN: Channel = 'unknown';
/** An unknown channel is no value: the first known one of a person counts. */
const touchOf = (breakdown: FunnelBreakdown, channelOf: ChannelOf): EventField =>
  fieldOf(breakdown, (context) => {
    const channel = channelOf(context);
    return channel === UNKNOWN ? null : channel;
  });

const FIRST_STEP = 0b1;

const meets = ({ length, met }: Journey, bits: number) => {
  for (let event = 0; event < length; event++) if (((met[event] ?? 0) & bits) !== 0) return true;
  return false;
};

/**
 * Counts how many people reached each step and how long they took, from the events alone. The numbers are exact and
 * equal PostHog's (docs/decisions/012-funnels-as-posthog-counts-them.md).
 */
export async function countFunnel(
  reader: Pick<StoreReader, 'scanEvents'>,
  query: FunnelQuery,
  { channelOf, onProgress }: FunnelOptions,
): Promise<FunnelResult> {
  const { order, from, to, breakdown, steps } = query;
  const rule = toRule(query);
  const findAttempt = order === 'unordered' ? unorderedAttempts(rule) : orderedAttempts(rule);
  const tallies = new Map<string | null, Tally>();
  const none = breakdown === 'channel' ? UNKNOWN : null;
  const journeys = {
    conditions: toConditions(query),
    every: order === 'strict',
    touch: breakdown && touchOf(breakdown, channelOf),
    from,
    to,
    onProgress,
  };
  const split = splitEvents(query);
  const conversions = createConversions(query);
  const measured = await visitJourneys(reader, journeys, (journey) => {
    if (query.amongFirst && !meets(journey, FIRST_STEP)) return;
    const attempt = findAttempt(split(journey));
    if (attempt.length === 0) return;
    const value = journey.firstTouch ?? none;
    const tally = tallies.get(value) ?? createTally(steps.length);
    tallies.set(value, tally);
    tally.add(attempt);
    conversions.add(attempt);
  });

  const events = steps.map(({ event }) => event);
  const merge = (some: Tally[]) => mergeTallies(steps.length, some).result(events);
  const all = merge([...tallies.values()]);
  const whole = { steps: all, measured, ...conversions.result() };
  if (breakdown === null) return { ...whole, breakdown: [], others: null };
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
    ...whole,
    breakdown: sorted.map(([value, tally]) => ({ value, steps: tally.result(events) })),
    others:
      rest.length === 0
        ? null
        : { values: rest.length, steps: merge(rest.map(([, tally]) => tally)) },
  };
}
