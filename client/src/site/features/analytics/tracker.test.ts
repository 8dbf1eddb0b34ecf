import { afterEach, expect, test, vi } from 'vitest';
import { uuidv7 } from '#shared/uuid';
import { createTracker, type Tracker } from './tracker.ts';
import type { Batch, SendOutcome, Transport } from './transport.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A tracker on a controllable clock, whose transport keeps what it is given and answers as told. */
function setup() {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T09:00:00Z') });
  const sent: Batch[] = [];
  const last: Batch[] = [];
  const state = {
    answer: 'taken' as SendOutcome | Promise<SendOutcome>,
    takesLast: true,
    online: true,
    path: '/',
    refused: 0,
    aborted: 0,
  };
  const transport: Transport = {
    async send(batch) {
      sent.push(structuredClone(batch));
      return state.answer;
    },
    sendLast(batch) {
      if (state.takesLast) last.push(structuredClone(batch));
      return state.takesLast;
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
  return { tracker, sent, last, state };
}

const scroll = (tracker: Tracker) => tracker.track('scroll', { percent_scrolled: 25 });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** So many batches of one event each, in a tracker that cannot send yet. */
function fill(tracker: Tracker, batches: number) {
  for (let i = 0; i < batches; i += 1) {
    tracker.newContext();
    scroll(tracker);
  }
}

test('events within two seconds leave in one batch', async () => {
  const { tracker, sent } = setup();
  scroll(tracker);
  tracker.track('section_view', { section_name: 'hero' });
  expect(sent).toEqual([]);
  await pass(2_000);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.events.map((event) => event.name)).toEqual(['scroll', 'section_view']);
});

test('the twentieth event does not wait', async () => {
  const { tracker, sent } = setup();
  for (let i = 0; i < 20; i += 1) scroll(tracker);
  await pass(0);
  expect(sent[0]?.events).toHaveLength(20);
});

test('a batch is never larger than a beacon can be, whatever is in it', async () => {
  const { tracker, sent } = setup();
  for (let i = 0; i < 19; i += 1) {
    tracker.track('button_click', { button_name: '語'.repeat(5_000), click_location: 'hero' });
  }
  await pass(2_000);
  expect(sent.flatMap(({ events }) => events)).toHaveLength(19);
  for (const batch of sent) {
    expect(new TextEncoder().encode(JSON.stringify(batch)).length).toBeLessThan(60_000);
  }
});

test('a failed batch is sent again with the same ids until it is taken', async () => {
  const { tracker, sent, state } = setup();
  state.answer = 0;
  scroll(tracker);
  await pass(10_000);
  state.answer = 'taken';
  await pass(60_000);
  expect(sent.length).toBeGreaterThan(1);
  expect(new Set(sent.map((batch) => JSON.stringify(batch.events))).size).toBe(1);
  const count = sent.length;
  await pass(600_000);
  expect(sent).toHaveLength(count);
});

test('the time between tries grows, with jitter, to five minutes and at most as much again', async () => {
  const { tracker, sent, state } = setup();
  state.answer = 0;
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  scroll(tracker);
  const tries: number[] = [];
  let since = Date.now();
  for (let i = 0; i < 11; i += 1) {
    while (sent.length === i) await vi.advanceTimersToNextTimerAsync();
    tries.push((Date.now() - since) / 1000);
    since = Date.now();
  }
  expect(tries).toEqual([2, 3, 6, 12, 24, 48, 96, 192, 384, 450, 450]);
});

test('what happens meanwhile does not hasten the next try', async () => {
  const { tracker, sent, state } = setup();
  state.answer = 30_000;
  scroll(tracker);
  await pass(2_000);
  for (let i = 0; i < 45; i += 1) scroll(tracker);
  tracker.flush();
  tracker.resume();
  await pass(29_999);
  expect(sent).toHaveLength(1);
  state.answer = 'taken';
  await pass(2_001);
  expect(sent.flatMap(({ events }) => events)).toHaveLength(47);
});

test('a network that is back is used at once, and the next failure waits as little as the first', async () => {
  const { tracker, sent, state } = setup();
  state.answer = 0;
  scroll(tracker);
  await pass(600_000);
  const before = sent.length;
  tracker.resume();
  expect(sent).toHaveLength(before + 1);
  await pass(4_000);
  expect(sent).toHaveLength(before + 2);
});

test('offline nothing is tried, not even at the end; back online everything leaves at once', async () => {
  const { tracker, sent, last, state } = setup();
  state.online = false;
  fill(tracker, 3);
  await pass(600_000);
  tracker.flush(true);
  expect([...sent, ...last]).toEqual([]);
  state.online = true;
  tracker.resume();
  await pass(0);
  expect(sent).toHaveLength(3);
});

test('events of another page view keep the context they happened in', async () => {
  const { tracker, sent, state } = setup();
  scroll(tracker);
  state.path = '/about';
  tracker.newContext();
  tracker.track('button_click', { button_name: 'Notify me', click_location: 'header' });
  await pass(2_000);
  expect(sent.map((batch) => batch.context.path)).toEqual(['/', '/about']);
});

test('the last flush hands everything over at once, and keeps what the browser would not take', async () => {
  const { tracker, sent, last, state } = setup();
  scroll(tracker);
  state.takesLast = false;
  tracker.flush(true);
  state.takesLast = true;
  tracker.flush(true);
  expect(last).toHaveLength(1);
  tracker.flush(true);
  await pass(10_000);
  expect(last).toHaveLength(1);
  expect(sent).toEqual([]);
});

test('a refusal by the server is passed on and nothing more is sent', async () => {
  const { tracker, sent, state } = setup();
  state.answer = 'refused';
  scroll(tracker);
  await pass(600_000);
  expect(state.refused).toBe(1);
  expect(sent).toHaveLength(1);
});

test('a batch that would never be taken is given up, says so, and holds up no other', async () => {
  const { tracker, sent, state } = setup();
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  state.answer = 'dropped';
  scroll(tracker);
  await pass(2_000);
  state.answer = 'taken';
  tracker.track('section_view', { section_name: 'hero' });
  await pass(600_000);
  expect(sent.map(({ events }) => events[0]?.name)).toEqual(['scroll', 'section_view']);
  expect(warn.mock.calls).toEqual([['analytics: 1 event(s) dropped, the server refused them']]);
});

test('after dispose nothing leaves, not even what waited', async () => {
  const { tracker, sent, last, state } = setup();
  scroll(tracker);
  tracker.dispose();
  tracker.flush(true);
  tracker.resume();
  await pass(600_000);
  expect([...sent, ...last]).toEqual([]);
  expect(state.aborted).toBe(1);
});

test.each<SendOutcome>([0, 'refused'])(
  'disposed while a batch is under way, its answer (%s) changes nothing',
  async (late) => {
    const { tracker, sent, state } = setup();
    let answer = (_: SendOutcome) => {};
    state.answer = new Promise((resolve) => {
      answer = resolve;
    });
    scroll(tracker);
    await pass(2_000);
    tracker.dispose();
    answer(late);
    await pass(600_000);
    expect(sent).toHaveLength(1);
    expect(state.refused).toBe(0);
  },
);

test('a session ends after half an hour of silence', async () => {
  const { tracker, sent } = setup();
  scroll(tracker);
  await pass(29 * 60_000);
  scroll(tracker);
  await pass(31 * 60_000);
  scroll(tracker);
  await pass(2_000);
  const sessions = sent.map((batch) => batch.sessionId);
  expect(sessions[1]).toBe(sessions[0]);
  expect(sessions[2]).not.toBe(sessions[0]);
});

test('the queue is bounded: fifty batches wait at most, the oldest go, and each drop is said', async () => {
  const { tracker, last, state } = setup();
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  state.online = false;
  state.path = '/oldest';
  fill(tracker, 10);
  state.path = '/';
  fill(tracker, 50);
  expect(warn).toHaveBeenCalledTimes(10);
  expect(warn).toHaveBeenLastCalledWith('analytics: 1 event(s) dropped, too many wait');
  state.online = true;
  tracker.flush(true);
  expect(last).toHaveLength(50);
  expect(last.filter(({ context }) => context.path === '/oldest')).toEqual([]);
});

test('a full queue does not drop the batch that is under way: it may have arrived', async () => {
  const { tracker, sent, state } = setup();
  vi.spyOn(console, 'warn').mockReturnValue();
  let answer = (_: SendOutcome) => {};
  state.answer = new Promise((resolve) => {
    answer = resolve;
  });
  scroll(tracker);
  await pass(2_000);
  fill(tracker, 60);
  answer(0);
  state.answer = 'taken';
  await pass(10_000);
  expect(sent).toHaveLength(51);
  expect(sent[1]).toEqual(sent[0]);
});

test('what happens while the batch after a slow one is under way is sent too', async () => {
  const { tracker, sent, state } = setup();
  const answers: ((outcome: SendOutcome) => void)[] = [];
  const slowly = () => {
    state.answer = new Promise((resolve) => {
      answers.push(resolve);
    });
  };
  slowly();
  scroll(tracker);
  tracker.flush();
  scroll(tracker); // opens the second batch
  const [first] = answers;
  slowly();
  first?.('taken');
  await pass(0); // the second batch is under way
  scroll(tracker);
  state.answer = 'taken';
  answers[1]?.('taken');
  await pass(10_000);
  expect(sent.map(({ events }) => events.length)).toEqual([1, 1, 1]);
});
