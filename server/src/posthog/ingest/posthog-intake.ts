import { isStorableText } from '#shared/text';
import type { RetrySeconds } from '../../edge/budgets.ts';
import type { DropReason, IntakeMetrics } from '../../edge/metrics.ts';
import {
  isKnownEvent,
  type Source,
  type Submission,
  type SubmissionOutcome,
  type Take,
} from '../../events/event-intake.ts';
import type { TimeSlice } from '../../lib/time-slices.ts';
import type { World } from '../../lib/world.ts';
import type { CapturedEvent } from './decode-capture.ts';
import { reduceProperties } from './reduce-properties.ts';

interface CaptureDeps extends Pick<World, 'newId'> {
  take: Take;
  metrics: IntakeMetrics;
}

/** The outcome of one captured event. `dropped: null` means that it is kept, now or since an earlier request. */
export type CaptureOutcome = { id: string; dropped: DropReason | null };

/** How many events one commit writes. A larger commit would block the event loop for everybody else. */
const MAX_TOGETHER = 300;

/** Reduces PostHog's events to ours and hands them to the shared intake. */
export function createTakeCapture({ take, newId, metrics }: CaptureDeps) {
  /** Takes decoded events, a slice at a time. Returns the outcome of each, in the same order. */
  return async (captured: Iterable<CapturedEvent>, sender: Source, slice: TimeSlice) => {
    const outcomes: CaptureOutcome[] = [];
    /** When a visitor in this request who is over the budget may send again; 0 when nobody is. */
    let retrySeconds: RetrySeconds = 0;
    let groups = new Map<string, Group>();
    let together = 0;
    for (const event of captured) {
      const outcome = outcomeOf(event);
      outcomes.push(outcome);
      if (outcome.dropped === null) addTo(groups, event, outcome);
      together += 1;
      if (together === MAX_TOGETHER) {
        retrySeconds = Math.max(retrySeconds, await takeGroups(groups, sender, slice));
        groups = new Map();
        together = 0;
      }
      if (slice.isOver()) await slice.next();
    }
    retrySeconds = Math.max(retrySeconds, await takeGroups(groups, sender, slice));
    return { outcomes, retrySeconds };
  };

  function outcomeOf(event: CapturedEvent): CaptureOutcome {
    const dropped = reasonToDrop(event);
    if (dropped !== null) metrics.dropped(dropped, 1);
    return { id: event.uuid ?? newId(), dropped };
  }

  async function takeGroups(groups: ReadonlyMap<string, Group>, sender: Source, slice: TimeSlice) {
    const taking: Promise<RetrySeconds>[] = [];
    for (const one of groups.values()) {
      const taken = take(one, sender).then((outcome) => note(one.outcomes, outcome));
      taken.catch(() => {}); // it may fail while the next slice is awaited; `Promise.all` then reports it
      taking.push(taken);
      if (slice.isOver()) await slice.next();
    }
    return Math.max(0, ...(await Promise.all(taking)));
  }
}
export type TakeCapture = ReturnType<typeof createTakeCapture>;

function reasonToDrop({ event, distinctId, hasTooManyKeys }: CapturedEvent): DropReason | null {
  if (!isKnownEvent(event)) return 'other_name';
  if (!isStorableText(distinctId)) return 'consent_required'; // PostgreSQL refuses to look for it
  return hasTooManyKeys ? 'invalid' : null;
}

type Group = Submission & { events: unknown[]; outcomes: CaptureOutcome[] };

/** Groups events by visitor, session and place: each group is one submission. */
function addTo(groups: Map<string, Group>, captured: CapturedEvent, outcome: CaptureOutcome) {
  const { properties, sessionId, context } = reduceProperties(captured.properties);
  const consentId = captured.distinctId.toLowerCase();
  const key = JSON.stringify([consentId, sessionId, context]);
  const group = groups.get(key) ?? {
    consentId,
    sessionId,
    context,
    sentAt: null,
    events: [],
    outcomes: [],
  };
  groups.set(key, group);
  const timestamp = new Date(captured.occurredAt).toISOString();
  group.events.push({ id: outcome.id, name: captured.event, timestamp, properties });
  group.outcomes.push(outcome);
}

function note(outcomes: readonly CaptureOutcome[], taken: SubmissionOutcome): RetrySeconds {
  const rejected = new Set(
    taken.outcome === 'taken' ? taken.rejected.map(({ index }) => index) : [],
  );
  for (const [index, outcome] of outcomes.entries()) {
    if (taken.outcome !== 'taken') outcome.dropped = taken.outcome;
    else if (rejected.has(index)) outcome.dropped = 'invalid';
  }
  return taken.outcome === 'over_budget' ? taken.retrySeconds : 0;
}
