import { expect, test } from 'vitest';
import { openLoop, spread } from './pace.ts';

/** A clock that moves only while somebody sleeps. */
function createClock() {
  let time = 5_000;
  return {
    now: () => time,
    async sleep(ms: number) {
      time += ms;
    },
    stall(ms: number) {
      time += ms;
    },
  };
}

test('an open loop sends at its rate and skips no request', async () => {
  const clock = createClock();
  const pace = openLoop(200, clock);
  const sent = [];
  for (let count = 0; count < 1_000; count++) sent.push((await pace()) - 5_000);
  expect(sent.slice(0, 4)).toEqual([0, 5, 10, 15]);
  expect(sent.at(-1)).toBe(4_995);
});

test('a request that an open loop could not send in time goes out at once and counts from when it was due', async () => {
  const clock = createClock();
  const pace = openLoop(1_000, clock);
  await pace();
  clock.stall(10);
  const late = [await pace(), await pace(), await pace()];
  expect(late).toEqual([5_001, 5_002, 5_003]);
  expect(clock.now()).toBe(5_010);
});

test('a mix has each kind as often as its weight, spread evenly', () => {
  const mix = spread({ page: 5, event: 3, signup: 1 });
  expect(mix.join(' ')).toBe('page event page signup page event page event page');
});
