import { afterEach, expect, test, vi } from 'vitest';
import { uuidv7 } from '#shared/uuid';
import { createTracker } from './tracker.ts';
import type { Batch, SendOutcome, Transport } from './transport.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A tracker on a controllable clock, whose transport keeps what it is given and answers as told. */
function setup() {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T09:00:00Z') });
  const sent: Batch[] = [];
  const last: Batch[] = [];
  const state = { answer: 'taken' as SendOutcome, path: '/', refused: 0, aborted: 0 };
  const transport: Transport = {
    async send(batch) {
      sent.push(structuredClone(batch));
      return state.answer;
    },
    sendLast(batch) {
      last.push(structuredClone(batch));
      return true;
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
    onRefused() {
      state.refused += 1;
    },
  });
  return { tracker, sent, last, state };
}

test('events within two seconds leave in one batch', async () => {
  const { tracker, sent } = setup();
  tracker.track('scroll', { percent_scrolled: 25 });
  tracker.track('section_view', { section_name: 'hero' });
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.events.map((event) => event.name)).toEqual(['scroll', 'section_view']);
});

test('the twentieth event does not wait', async () => {
  const { tracker, sent } = setup();
  for (let i = 0; i < 20; i += 1) tracker.track('scroll', { percent_scrolled: 25 });
  await vi.advanceTimersByTimeAsync(0);
  expect(sent[0]?.events).toHaveLength(20);
});

test('a failed batch is sent again with the same ids until it is taken', async () => {
  const { tracker, sent, state } = setup();
  state.answer = 'retry';
  tracker.track('scroll', { percent_scrolled: 25 });
  await vi.advanceTimersByTimeAsync(10_000);
  state.answer = 'taken';
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.length).toBeGreaterThan(1);
  expect(new Set(sent.map((batch) => batch.events[0]?.id)).size).toBe(1);
  const count = sent.length;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sent).toHaveLength(count);
});

test('events of another page view keep the context they happened in', async () => {
  const { tracker, sent, state } = setup();
  tracker.track('scroll', { percent_scrolled: 25 });
  state.path = '/about';
  tracker.newContext();
  tracker.track('button_click', { button_name: 'Notify me', click_location: 'header' });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent.map((batch) => batch.context.path)).toEqual(['/', '/about']);
});

test('the last flush hands everything over at once', () => {
  const { tracker, last } = setup();
  tracker.track('scroll', { percent_scrolled: 25 });
  tracker.flush(true);
  expect(last).toHaveLength(1);
  tracker.flush(true);
  expect(last).toHaveLength(1);
});

test('a refusal by the server is passed on and nothing more is sent', async () => {
  const { tracker, sent, state } = setup();
  state.answer = 'refused';
  tracker.track('scroll', { percent_scrolled: 25 });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(state.refused).toBe(1);
  expect(sent).toHaveLength(1);
});

test('after dispose nothing leaves, not even what waited', async () => {
  const { tracker, sent, last, state } = setup();
  tracker.track('scroll', { percent_scrolled: 25 });
  tracker.dispose();
  tracker.flush(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect([...sent, ...last]).toEqual([]);
  expect(state.aborted).toBe(1);
});

test('a session ends after half an hour of silence', async () => {
  const { tracker, sent } = setup();
  tracker.track('scroll', { percent_scrolled: 25 });
  await vi.advanceTimersByTimeAsync(29 * 60_000);
  tracker.track('scroll', { percent_scrolled: 50 });
  await vi.advanceTimersByTimeAsync(31 * 60_000);
  tracker.track('scroll', { percent_scrolled: 75 });
  await vi.advanceTimersByTimeAsync(2_000);
  const sessions = sent.map((batch) => batch.sessionId);
  expect(sessions[1]).toBe(sessions[0]);
  expect(sessions[2]).not.toBe(sessions[0]);
});

test('the queue is bounded: fifty batches wait at most', async () => {
  const { tracker, last, state } = setup();
  state.answer = 'retry';
  for (let i = 0; i < 60; i += 1) {
    tracker.newContext();
    tracker.track('scroll', { percent_scrolled: 25 });
  }
  tracker.flush(true);
  expect(last).toHaveLength(50);
});
