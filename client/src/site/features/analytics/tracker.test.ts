import { expect, test, vi } from 'vitest';
import type { SendOutcome } from './beacon.ts';
import { fill, pass, scroll, testTracker } from './testing/test-tracker.ts';

test('events within two seconds leave in one batch', async () => {
  const { tracker, sent } = testTracker();
  scroll(tracker);
  tracker.track('section_view', { section_name: 'hero' });
  expect(sent).toEqual([]);
  await pass(2_000);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.events.map((event) => event.name)).toEqual(['scroll', 'section_view']);
});

test('the twentieth event sends the batch at once', async () => {
  const { tracker, sent } = testTracker();
  for (let i = 0; i < 20; i += 1) scroll(tracker);
  await pass(0);
  expect(sent[0]?.events).toHaveLength(20);
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

test('events of an earlier page view keep its context', async () => {
  const { tracker, sent, state } = testTracker();
  scroll(tracker);
  state.path = '/about';
  tracker.newContext();
  tracker.track('button_click', { button_name: 'Notify me', click_location: 'header' });
  await pass(2_000);
  expect(sent.map((batch) => batch.context.path)).toEqual(['/', '/about']);
});

test('a session ends after half an hour of silence', async () => {
  const { tracker, sent } = testTracker();
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

test('a session continues as long as no silence lasts half an hour', async () => {
  const { tracker, sent } = testTracker();
  for (let i = 0; i < 6; i += 1) {
    scroll(tracker);
    await pass(29 * 60_000);
  }
  expect(sent).toHaveLength(6);
  expect(new Set(sent.map((batch) => batch.sessionId)).size).toBe(1);
});

test('the queue holds at most fifty batches; it drops the oldest and logs each drop', async () => {
  const { tracker, last, state } = testTracker();
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  state.online = false;
  state.path = '/oldest';
  fill(tracker, 10);
  state.path = '/';
  fill(tracker, 50);
  expect(warn).toHaveBeenCalledTimes(10);
  expect(warn).toHaveBeenLastCalledWith('analytics: 1 dropped: too many wait');
  state.online = true;
  tracker.flush(true);
  expect(last).toHaveLength(50);
  expect(last.filter(({ context }) => context.path === '/oldest')).toEqual([]);
});

test('a full queue does not drop the batch that is being sent: it may have arrived', async () => {
  const { tracker, sent, state } = testTracker();
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

test('events that happen while the batch after a slow one is being sent are sent too', async () => {
  const { tracker, sent, state } = testTracker();
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
  await pass(0); // the second batch is being sent
  scroll(tracker);
  state.answer = 'taken';
  answers[1]?.('taken');
  await pass(10_000);
  expect(sent.map(({ events }) => events.length)).toEqual([1, 1, 1]);
});

test('a batch in flight is sent once, whatever happens before its answer comes', async () => {
  const { tracker, sent, state } = testTracker();
  let answer = (_: SendOutcome) => {};
  state.answer = new Promise((resolve) => {
    answer = resolve;
  });
  scroll(tracker);
  await pass(2_000);
  for (let i = 0; i < 25; i += 1) scroll(tracker); // a twentieth event in one batch would send it at once
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
