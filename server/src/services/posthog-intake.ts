import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DropReason, IntakeMetrics } from '../metrics.ts';
import type { CapturedEvent } from '../posthog/decode-capture.ts';
import { reduceProperties } from '../posthog/reduce-properties.ts';
import {
  type Intake,
  isKnownEvent,
  type Sender,
  type Submission,
  type SubmissionOutcome,
} from './event-intake.ts';

export interface CaptureDeps {
  take: Intake;
  /** For events that came without one. */
  newId(): string;
  metrics: IntakeMetrics;
}

/** What became of one captured event; null: it is kept, now or since an earlier request. */
export type CaptureOutcome = { id: string; dropped: DropReason | null };

/** Takes decoded events and answers for each what became of it, in the same order. */
export type TakeCapture = (
  events: Iterable<CapturedEvent>,
  sender: Sender,
) => Promise<CaptureOutcome[]>;

/** Events that are written in one turn: more would keep the event loop from everyone else. */
const WAVE = 300;

/** PostHog's door: reduces its events to ours and hands them to the same intake. */
export function createTakeCapture({ take, newId, metrics }: CaptureDeps): TakeCapture {
  return async (captured, sender) => {
    const outcomes: CaptureOutcome[] = [];
    let wave: CapturedEvent[] = [];
    for (const event of captured) {
      if (wave.length === WAVE) {
        outcomes.push(...(await takeWave(wave, sender)));
        wave = [];
        await nextTurn();
      }
      wave.push(event);
    }
    outcomes.push(...(await takeWave(wave, sender)));
    return outcomes;
  };

  async function takeWave(captured: readonly CapturedEvent[], sender: Sender) {
    const outcomes = captured.map(
      ({ uuid, event }): CaptureOutcome => ({
        id: uuid ?? newId(),
        dropped: isKnownEvent(event) ? null : 'other_name',
      }),
    );
    const groups = new Map<string, Group>();
    for (const [index, event] of captured.entries()) {
      const outcome = outcomes[index];
      if (outcome?.dropped === null) addTo(groups, event, outcome);
    }
    const others = outcomes.filter(({ dropped }) => dropped !== null).length;
    metrics.dropped('other_name', others);
    const submissions = [...groups.values()];
    const taken = await Promise.all(submissions.map((one) => take(one, sender)));
    for (const [index, { outcomes: own }] of submissions.entries()) note(own, taken[index]);
    return outcomes;
  }
}

type Group = Submission & { events: unknown[]; outcomes: CaptureOutcome[] };

/** Events that share a visitor, a session and a place are one submission. */
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

function note(outcomes: readonly CaptureOutcome[], taken: SubmissionOutcome | undefined) {
  if (!taken) return;
  if (taken.outcome !== 'taken') {
    for (const outcome of outcomes) outcome.dropped = taken.outcome;
    return;
  }
  for (const { index } of taken.rejected) {
    const outcome = outcomes[index];
    if (outcome) outcome.dropped = 'invalid';
  }
}
