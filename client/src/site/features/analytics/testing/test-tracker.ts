import { onTestFinished, vi } from 'vitest';
import { uuidv7 } from '#shared/uuid';
import type { Batch, SendOutcome, Transport } from '../beacon.ts';
import { createTracker } from '../tracker.ts';

export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/**
 * Creates a tracker on a controllable clock. Its transport keeps the batches that it gets and
 * answers as the test says.
 */
export function testTracker() {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T09:00:00Z') });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const sent: Batch[] = [];
  const last: Batch[] = [];
  const state = {
    answer: 'taken' as SendOutcome | Promise<SendOutcome>,
    online: true,
    path: '/',
    refused: 0,
    aborted: 0,
  };
  const transport: Transport = {
    async send(batch, isLast) {
      (isLast ? last : sent).push(structuredClone(batch));
      return state.answer;
    },
    abort() {
      state.aborted += 1;
    },
  };
  const tracker = createTracker({
    transport,
    now: Date.now,
    newId: () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10))),
    context: () => ({ path: state.path }),
    isOnline: () => state.online,
    onRefused() {
      state.refused += 1;
    },
  });
  const scroll = () => tracker.track('scroll', { percent_scrolled: 25 });
  return {
    ...{ tracker, sent, last, state, scroll },
    /** Lets the next batches wait until the returned function answers them. */
    holdAnswer() {
      let answer = (_: SendOutcome) => {};
      state.answer = new Promise((resolve) => {
        answer = resolve;
      });
      return (outcome: SendOutcome) => answer(outcome);
    },
    /** Queues the given number of batches, of one event each, in a tracker that cannot send yet. */
    fill(batches: number) {
      for (let i = 0; i < batches; i += 1) {
        tracker.newContext();
        scroll();
      }
    },
  };
}
