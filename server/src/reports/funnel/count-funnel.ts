import type { Channel } from '#shared/channels';
import {
  FUNNEL_ORDERS,
  type FunnelQuery,
  type FunnelResult,
  funnelQuerySchema,
} from '#shared/funnel';
import type { FunnelBreakdown } from '#shared/funnel-breakdowns';
import { keepCompiled } from '../../lib/keep-compiled.ts';
import type { StoreReader } from '../../store/store.ts';
import { type EventField, fieldOf, readField } from '../event-field.ts';
import { matchConditions } from '../filter-events.ts';
import type { ChannelOf } from '../load-channels.ts';
import { type PersonEvents, type PersonVisitor, visitPeople } from '../scan/scan-events.sql.ts';
import { Conversions } from './conversions.ts';
import { OrderedAttempts } from './ordered.ts';
import { type AttemptFinder, toConditions, toRule } from './rule.ts';
import { mergeTallies, Tally } from './tally.ts';
import { UnorderedAttempts } from './unordered.ts';

/** The number of values that PostHog shows. The others are one group. */
const MAX_BREAKDOWN_VALUES = 25;

const UNKNOWN: Channel = 'unknown';
/** An unknown channel is no value: the first known one of a person counts. */
const breakdownFieldOf = (breakdown: FunnelBreakdown, channelOf: ChannelOf): EventField =>
  fieldOf(breakdown, (context) => {
    const channel = channelOf(context);
    return channel === UNKNOWN ? null : channel;
  });

const FIRST_STEP = 0b1;

class PeopleInFunnel implements PersonVisitor {
  readonly tallies = new Map<string | null, Tally>();
  readonly conversions: Conversions;
  readonly #finder: AttemptFinder;
  readonly #splitter: EventSplitter;
  readonly #steps: number;
  readonly #amongFirst: boolean;
  readonly #none: string | null;

  constructor(query: FunnelQuery) {
    const rule = toRule(query);
    this.conversions = new Conversions(query);
    this.#finder =
      query.order === 'unordered' ? new UnorderedAttempts(rule) : new OrderedAttempts(rule);
    this.#splitter = new EventSplitter(query);
    this.#steps = rule.steps;
    this.#amongFirst = query.amongFirst;
    this.#none = query.breakdown === 'channel' ? UNKNOWN : null;
  }

  visit(events: PersonEvents, breakdown: string | null): void {
    if (this.#amongFirst && !meets(events, FIRST_STEP)) return;
    const attempt = this.#finder.find(this.#splitter.split(events));
    if (attempt.length === 0) return;
    this.#tallyOf(breakdown ?? this.#none).add(attempt);
    this.conversions.add(attempt);
  }

  #tallyOf(value: string | null): Tally {
    const known = this.tallies.get(value);
    if (known) return known;
    const tally = new Tally(this.#steps);
    this.tallies.set(value, tally);
    return tally;
  }
}

const meets = ({ start, end, matchedSteps }: PersonEvents, bits: number) => {
  for (let event = start; event < end; event++)
    if (((matchedSteps[event] ?? 0) & bits) !== 0) return true;
  return false;
};

/**
 * Counts how many people reached each step and how long they took, from the events alone. The numbers are exact and
 * equal PostHog's (docs/decisions/012-funnels-as-posthog-counts-them.md).
 */
export async function countFunnel(
  reader: Pick<StoreReader, 'scanEvents'>,
  query: FunnelQuery,
  channelOf: ChannelOf,
): Promise<FunnelResult> {
  const { order, from, to, breakdown, steps } = query;
  const people = new PeopleInFunnel(query);
  const { tallies, conversions } = people;
  const conditions = toConditions(query);
  const asked = {
    conditions: conditions.length,
    matchedSteps: matchConditions(conditions),
    withOthers: order === 'strict', // any event between two steps ends an attempt
    readBreakdown: breakdown && readField(breakdownFieldOf(breakdown, channelOf)),
    from,
    to,
  };
  const measured = await visitPeople(reader, asked, people);

  const events = steps.map(({ event }) => event);
  const merge = (some: Tally[]) => mergeTallies(steps.length, some).result(events);
  const all = merge([...tallies.values()]);
  const whole = { steps: all, measured, ...conversions.result() };
  if (breakdown === null) return { ...whole, breakdown: [], others: null };
  const sorted = [...tallies].sort(
    ([a, { counts: own }], [b, { counts: other }]) =>
      (other[0] ?? 0) - (own[0] ?? 0) || ((a ?? '') < (b ?? '') ? -1 : 1),
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

/**
 * Makes two events of one that may take two steps: an event that meets a step with `sameEvent` and the step before it. They
 * share their instant, so the rules try them in the order of the steps.
 */
class EventSplitter {
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

for (const order of FUNNEL_ORDERS) {
  keepCompiled(new PeopleInFunnel(funnelQuerySchema.parse({ order, steps: [{ event: null }] })));
}
