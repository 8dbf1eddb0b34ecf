import { expect, test, vi } from 'vitest';
import { pass, testTracker } from './testing/test-tracker.ts';

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
  expect(warn).toHaveBeenLastCalledWith('analytics: 1 dropped: too many wait');
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
