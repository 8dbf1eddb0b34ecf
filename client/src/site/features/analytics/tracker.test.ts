// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { uuidv7 } from '#shared/uuid';
import type { BeaconBatch, BeaconOutcome, Transport } from './beacon.ts';
import { createTracker } from './tracker.ts';

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/**
 * Creates a tracker on a controllable clock. Its transport keeps the batches that it gets and
 * answers as the test says.
 */
function testTracker() {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T09:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const sent: BeaconBatch[] = [];
  const last: BeaconBatch[] = [];
  const state = {
    answer: 'taken' as BeaconOutcome | Promise<BeaconOutcome>,
    online: true,
    path: '/',
  };
  const [onRefused, abort] = [vi.fn(), vi.fn()];
  const transport: Transport = {
    async send(batch, isLast) {
      (isLast ? last : sent).push(structuredClone(batch));
      return state.answer;
    },
    abort,
  };
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => state.online);
  const options = {
    consentId: 'x',
    newId: () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10))),
    context: () => ({ path: state.path }),
    onRefused,
    onOutdated() {},
  };
  const tracker = createTracker(options, transport);
  const scroll = () => tracker.track('scroll', { percent_scrolled: 25 });
  return {
    ...{ tracker, sent, last, state, scroll, onRefused, abort },
    /** Lets the next batches wait until the returned function answers them. */
    holdAnswer() {
      let answer = (_: BeaconOutcome) => {};
      state.answer = new Promise((resolve) => {
        answer = resolve;
      });
      return answer;
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

test('events within two seconds leave in one batch; the twentieth sends it at once', async () => {
  const { tracker, sent, scroll } = testTracker();
  scroll();
  tracker.track('section_view', { section_name: 'hero' });
  expect(sent).toEqual([]);
  await pass(2_000);
  expect(sent.map(({ events }) => events.map(({ name }) => name))).toEqual([
    ['scroll', 'section_view'],
  ]);
  for (let i = 0; i < 20; i += 1) scroll();
  await pass(0);
  expect(sent[1]?.events).toHaveLength(20);
});

test('a batch with any content stays within the limit of a beacon', async () => {
  const { tracker, sent } = testTracker();
  for (let i = 0; i < 19; i += 1) {
    tracker.track('button_click', { button_name: '語'.repeat(5_000), click_location: 'hero' });
  }
  await pass(2_000);
  expect(sent.flatMap(({ events }) => events)).toHaveLength(19);
  for (const batch of sent) {
    expect(new TextEncoder().encode(JSON.stringify(batch)).length).toBeLessThan(60_000);
  }
});

test('a session ends after half an hour of silence, and not before', async () => {
  const { sent, scroll } = testTracker();
  for (const minutes of [29, 29, 29, 31, 29]) {
    scroll();
    await pass(minutes * 60_000);
  }
  const sessions = sent.map((batch) => batch.sessionId);
  const order = sessions.map((id) => [...new Set(sessions)].indexOf(id));
  expect(order).toEqual([0, 0, 0, 0, 1]);
});

test('the queue holds at most fifty batches; it drops the oldest and logs each drop', async () => {
  const { tracker, last, state, fill } = testTracker();
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  state.online = false;
  state.path = '/oldest';
  fill(10);
  state.path = '/';
  fill(50);
  expect(warn).toHaveBeenCalledTimes(10);
  expect(warn).toHaveBeenLastCalledWith('analytics: 1 dropped: full');
  state.online = true;
  tracker.flush(true);
  expect(last.map(({ context }) => context.path)).toEqual(Array(50).fill('/'));
});

test('a full queue does not drop the batch that is being sent: it may have arrived', async () => {
  const { sent, state, scroll, fill, holdAnswer } = testTracker();
  vi.spyOn(console, 'warn').mockReturnValue();
  const answer = holdAnswer();
  scroll();
  await pass(2_000);
  fill(60);
  answer(0);
  state.answer = 'taken';
  await pass(10_000);
  expect(sent).toHaveLength(51);
  expect(sent[1]).toEqual(sent[0]);
});

test('events that happen while the batch after a slow one is being sent are sent too', async () => {
  const { tracker, sent, state, scroll, holdAnswer } = testTracker();
  const first = holdAnswer();
  scroll();
  tracker.flush();
  scroll(); // opens the second batch
  const second = holdAnswer();
  first('taken');
  await pass(0); // the second batch is being sent
  scroll();
  state.answer = 'taken';
  second('taken');
  await pass(10_000);
  expect(sent.map(({ events }) => events.length)).toEqual([1, 1, 1]);
});

test('a batch in flight is sent once, whatever happens before its answer comes', async () => {
  const { tracker, sent, state, scroll, holdAnswer } = testTracker();
  const answer = holdAnswer();
  scroll();
  await pass(2_000);
  for (let i = 0; i < 25; i += 1) scroll(); // a twentieth event in one batch would send it at once
  tracker.flush();
  tracker.resume();
  await pass(60_000);
  expect(sent).toHaveLength(1);
  state.answer = 'taken';
  answer('taken');
  await pass(60_000);
  const ids = sent.flatMap(({ events }) => events.map(({ id }) => id));
  expect([ids.length, new Set(ids).size]).toEqual([26, 26]);
});

test('a failed batch is sent again with the same ids until it is taken, after pauses that grow to five minutes plus a jitter', async () => {
  const { sent, state, scroll } = testTracker();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  /** Returns the seconds before each of the next tries. */
  async function tries(count: number) {
    const seconds: number[] = [];
    for (const end = sent.length + count; sent.length < end; ) {
      const [since, before] = [Date.now(), sent.length];
      while (sent.length === before) await vi.advanceTimersToNextTimerAsync();
      seconds.push((Date.now() - since) / 1000);
    }
    return seconds;
  }
  state.answer = 0;
  scroll();
  expect(await tries(11)).toEqual([2, 3, 6, 12, 24, 48, 96, 192, 384, 450, 450]);
  state.answer = 'taken';
  await pass(600_000);
  expect(sent).toHaveLength(12);
  expect(new Set(sent.map((batch) => JSON.stringify(batch.events))).size).toBe(1);
  state.answer = 0;
  scroll();
  expect(await tries(2)).toEqual([2, 3]);
});

test('new events do not bring the next try forward', async () => {
  const { tracker, sent, state, scroll } = testTracker();
  state.answer = 30_000;
  scroll();
  await pass(2_000);
  for (let i = 0; i < 45; i += 1) scroll();
  tracker.flush();
  tracker.resume();
  await pass(29_999);
  expect(sent).toHaveLength(1);
  state.answer = 'taken';
  await pass(4_001);
  expect(sent.flatMap(({ events }) => events)).toHaveLength(47);
});

test('a restored network is used at once, and the next failure waits as briefly as the first', async () => {
  const { tracker, sent, state, scroll } = testTracker();
  state.answer = 0;
  scroll();
  await pass(600_000);
  const before = sent.length;
  tracker.resume();
  expect(sent).toHaveLength(before + 1);
  await pass(4_000);
  expect(sent).toHaveLength(before + 2);
});

test('offline nothing is tried, not even when the page closes; back online everything leaves at once', async () => {
  const { tracker, sent, last, state, fill } = testTracker();
  state.online = false;
  fill(3);
  await pass(600_000);
  tracker.flush(true);
  expect([...sent, ...last]).toEqual([]);
  state.online = true;
  tracker.resume();
  await pass(0);
  expect(sent).toHaveLength(3);
});

test('the last flush sends everything at once, and what failed again after a return', async () => {
  const { tracker, sent, last, state, fill } = testTracker();
  state.answer = 0;
  fill(2);
  tracker.flush(true);
  tracker.flush(); // the page becomes hidden
  expect([last.length, sent.length]).toEqual([2, 0]);
  await pass(0);
  state.answer = 'taken';
  tracker.resume();
  await pass(10_000);
  tracker.flush(true);
  expect(last).toHaveLength(2);
  expect(sent).toEqual(last);
});

test('a refusal by the server is passed on and nothing more is sent', async () => {
  const { sent, state, scroll, onRefused } = testTracker();
  state.answer = 'refused';
  scroll();
  await pass(600_000);
  expect(onRefused).toHaveBeenCalledOnce();
  expect(sent).toHaveLength(1);
});

test('a batch that the server would never take is dropped with a warning and delays no other batch', async () => {
  const { tracker, sent, state, scroll } = testTracker();
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  state.answer = 'dropped';
  scroll();
  await pass(2_000);
  state.answer = 'taken';
  tracker.track('section_view', { section_name: 'hero' });
  await pass(600_000);
  expect(sent.map(({ events }) => events[0]?.name)).toEqual(['scroll', 'section_view']);
  expect(warn.mock.calls).toEqual([['analytics: 1 dropped: refused']]);
});

test.each([null, 0, 'refused'] as const)(
  'after dispose nothing leaves, and the answer (%s) to a batch in flight changes nothing',
  async (late) => {
    const { tracker, sent, last, scroll, holdAnswer, onRefused, abort } = testTracker();
    const answer = holdAnswer();
    scroll();
    if (late !== null) await pass(2_000);
    tracker.dispose();
    if (late !== null) answer(late);
    tracker.flush(true);
    tracker.resume();
    await pass(600_000);
    expect(sent).toHaveLength(late === null ? 0 : 1);
    expect(last).toEqual([]);
    expect(onRefused).not.toHaveBeenCalled();
    expect(abort).toHaveBeenCalledOnce();
  },
);
