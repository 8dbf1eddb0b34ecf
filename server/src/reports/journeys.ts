import { ComputedOnce } from '../computed-once.ts';
import type { OnProgress, ReceivedRange, StoreReader } from '../store/store.ts';
import { type EventField, readField } from './event-field.ts';
import { EventsOf, MatchingEvents, type SomePeople } from './event-finder.ts';
import {
  type EventLimits,
  EventsByPerson,
  type JourneyVisitor,
  type Part,
} from './events-by-person.ts';
import { type EventCondition, matchConditions } from './match-event.ts';
import { StrictEvents } from './strict-events.ts';

/** The range applies to the time of the events. */
export interface JourneyQuery extends ReceivedRange {
  /** At most 31. */
  conditions: readonly EventCondition[];
  /**
   * 0 collects the events that meet a condition. For a strict funnel, the number of its steps, which are the first
   * conditions. Other events are then collected too, if they may end an attempt.
   */
  strictSteps: number;
  /** The field whose first value each journey carries. */
  breakdown: EventField | null;
  /** Starts again with each pass, when there are several. */
  onProgress?: OnProgress | undefined;
}

/** A scan for some of the people. */
interface Pass {
  part: Part;
  /** Of these, only those who were incomplete in another pass; null for all. */
  only: SomePeople | null;
}

/** About 130 MB. */
const LIMITS: EventLimits = { maxEvents: 16_000_000 };

const split = ({ parts, index }: Part): Part[] => [
  { parts: parts * 2, index },
  { parts: parts * 2, index: index + parts },
];

/**
 * Visits everybody who has an event to collect, once each and in no particular order. When the events exceed the limits,
 * a pass over the same events covers half of the people, or a quarter, and there are more passes. For a strict funnel,
 * another pass covers the people whose events arrived late.
 *
 * @returns the number of people with any event in the range
 */
export async function visitJourneys(
  reader: Pick<StoreReader, 'scanEvents'>,
  { conditions, strictSteps, breakdown, from, to, receivedBefore, onProgress }: JourneyQuery,
  visitor: JourneyVisitor,
  limits = LIMITS,
): Promise<number> {
  const matchedStepsBy = new ComputedOnce(matchConditions(conditions));
  const readBreakdown = breakdown ? readField(breakdown) : () => null;
  const finderOf = ({ part, only }: Pass) => {
    if (only) return new EventsOf(only);
    return strictSteps > 0
      ? new StrictEvents(part, strictSteps, conditions.length)
      : new MatchingEvents();
  };
  const contents = { conditions: conditions.length, hasBreakdown: breakdown !== null };
  const newEvents = (pass: Pass) =>
    new EventsByPerson({ ...contents, part: pass.part, finder: finderOf(pass) }, limits);
  const left: Pass[] = [];
  let pass: Pass = { part: { parts: 1, index: 0 }, only: null };
  let collected = newEvents(pass);
  let fits = true;
  return reader.scanEvents(
    { from, to, receivedBefore },
    (chunk) => {
      if (!fits) return;
      const matchedSteps = Int32Array.from(matchedStepsBy.ofAll(chunk.kindTable));
      if (strictSteps === 0 && matchedSteps.every((bits) => bits === 0)) return;
      fits = collected.add(chunk, matchedSteps, readBreakdown(chunk));
    },
    {
      onProgress,
      again() {
        const { part, only } = pass;
        if (fits) {
          collected.visit(visitor);
          const incomplete = collected.incomplete();
          if (incomplete) left.push({ part, only: incomplete });
        } else {
          left.push(...split(part).map((half) => ({ part: half, only })));
        }
        const next = left.pop();
        if (!next) return false;
        pass = next;
        collected = newEvents(pass);
        fits = true;
        return true;
      },
    },
  );
}
