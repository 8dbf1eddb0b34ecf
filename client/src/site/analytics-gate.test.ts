import { expect, onTestFinished, test, vi } from 'vitest';
import { testPageData } from './test-data.ts';
import { openPage, settled } from './testing/gate-page.ts';

test('accepting, turning off and accepting again while the code loads starts one tracker', async () => {
  const { decide, arrive, trackers, open } = openPage();
  for (const analytics of [true, false, true]) await decide(analytics);
  await arrive();
  expect(trackers).toHaveLength(1);
  await decide(false);
  expect(open()).toEqual([]);
});

test('a grant that is withdrawn while the code loads starts nothing', async () => {
  const { decide, arrive, trackers } = openPage();
  await decide(true);
  await decide(false);
  await arrive();
  expect(trackers).toEqual([]);
});

test('a repeated grant keeps the same tracker; a new grant gets a new tracker', async () => {
  const { decide, arrive, trackers, open } = openPage();
  await decide(true);
  await arrive();
  await decide(true);
  await arrive();
  expect(trackers).toHaveLength(1);
  await decide(false);
  await decide(true);
  await arrive();
  expect(trackers.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  expect(open()[0]?.paths).toEqual(['/']);
});

test('code that was given up is requested again at the next choice, not at each check of consent', async () => {
  const { gate, decide, arrive, loads, trackers } = openPage();
  await decide(true);
  loads[0]?.fail();
  await settled();
  for (let looks = 0; looks < 5; looks += 1) gate.update();
  expect(loads).toHaveLength(1);
  await decide(false);
  await decide(true);
  await arrive();
  expect([loads.length, trackers.length]).toEqual([2, 1]);
});

test('after a key change, measuring continues with the new key, even when the server answers late', async () => {
  const { decide, arrive, loads, trackers, waits, open, serve } = openPage();
  await decide(true);
  await arrive();
  serve(null);
  trackers[0]?.outdate();
  await settled();
  expect(open()).toEqual([]);
  waits[0]?.end();
  await settled();
  expect(waits.map(({ ms }) => ms)).toEqual([2_000, 4_000]);
  serve(testPageData({ posthogToken: 'new' }));
  waits[1]?.end();
  await settled();
  await arrive();
  expect(loads.map(({ token }) => token)).toEqual(['old', 'new']);
  expect(open()).toHaveLength(1);
});

test('a withdrawal ends the wait for a newer key from a server that does not answer', async () => {
  const { decide, arrive, loads, trackers, waits, serve, asks } = openPage();
  await decide(true);
  await arrive();
  serve(null);
  trackers[0]?.outdate();
  await settled();
  await decide(false);
  serve(testPageData({ posthogToken: 'new' }));
  waits[0]?.end();
  await settled();
  expect([waits.length, loads.length, asks()]).toEqual([1, 1, 1]);
});

test('a key that the server still has is not used for another start', async () => {
  const { decide, arrive, loads, trackers, waits } = openPage();
  await decide(true);
  await arrive();
  trackers[0]?.outdate();
  await settled();
  expect([loads.length, waits.length]).toEqual([1, 0]);
});

test('a grant that the server does not have is forgotten, so that the visitor is asked again', async () => {
  const { consent, decide, arrive, trackers, open } = openPage();
  await decide(true);
  await arrive();
  trackers[0]?.refuse();
  await settled();
  expect(open()).toEqual([]);
  expect(consent.get().status).toBe('unknown');
  await decide(true);
  await arrive();
  expect(open().map(({ consentId }) => consentId)).not.toEqual([trackers[0]?.consentId]);
});

test('callbacks of a stopped tracker are ignored', async () => {
  const { consent, decide, arrive, trackers, open } = openPage();
  await decide(true);
  await arrive();
  await decide(false);
  await decide(true);
  await arrive();
  trackers[0]?.refuse();
  trackers[0]?.outdate();
  await settled();
  expect(consent.get().status).toBe('granted');
  expect(open()).toHaveLength(1);
});

test('an exception in the tracker does not reach its caller: the button and the form still work', async () => {
  const { gate, decide, arrive, breakTrackers, open } = openPage();
  await decide(true);
  await arrive();
  breakTrackers();
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => said.mockRestore());
  gate.track('button_click', { button_name: 'Notify Me', click_location: 'hero' });
  expect(said).toHaveBeenCalledOnce();
  expect(open()).toHaveLength(1);
});

test('events go to the running tracker, and nowhere without one', async () => {
  const { gate, decide, arrive, trackers } = openPage();
  const press = () => gate.track('scroll', { percent_scrolled: 25 });
  press();
  await decide(true);
  await arrive();
  press();
  gate.pageView('/about');
  await decide(false);
  press();
  gate.pageView('/terms');
  expect(trackers).toMatchObject([{ tracked: ['scroll'], paths: ['/', '/about'] }]);
});

test('once the server reports an unknown grant, nothing is measured while the page data is fetched', async () => {
  const { consent, decide, arrive, trackers, open, holdServer, asks } = openPage();
  await decide(true);
  await arrive();
  const release = holdServer();
  trackers[0]?.refuse();
  expect(open()).toEqual([]);
  await settled();
  expect([asks(), consent.get().status]).toEqual([1, 'granted']);
  release();
  await settled();
  expect(consent.get().status).toBe('unknown');
});

test('a grant that is repeated during the fetch is kept and measured once', async () => {
  const { consent, decide, arrive, trackers, open, holdServer } = openPage();
  await decide(true);
  await arrive();
  const release = holdServer();
  trackers[0]?.refuse();
  await decide(false);
  await decide(true);
  await arrive();
  release();
  await settled();
  await arrive();
  expect(consent.get().status).toBe('granted');
  expect([trackers.length, open().length]).toEqual([2, 1]);
});

test('a grant that another tab repeats during the fetch is measured here too', async () => {
  const { consent, decide, arrive, trackers, open, holdServer, tab } = openPage();
  await decide(true);
  await arrive();
  const release = holdServer();
  trackers[0]?.refuse();
  tab().decide(true, 'preferences');
  await settled();
  consent.refresh();
  release();
  await settled();
  await arrive();
  expect(consent.get().status).toBe('granted');
  expect(open()).toHaveLength(1);
});

test('the pauses between two requests for a newer key grow to five minutes', async () => {
  const { decide, arrive, trackers, waits, serve } = openPage();
  await decide(true);
  await arrive();
  serve(null);
  trackers[0]?.outdate();
  for (let tries = 0; tries < 10; tries += 1) {
    await settled();
    waits[tries]?.end();
  }
  const seconds = waits.map(({ ms }) => ms / 1000);
  expect(seconds.slice(0, 10)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
});

test('a withdrawal ends the search for a newer key, and a later grant starts no search', async () => {
  const { decide, arrive, trackers, waits, serve, holdServer, asks } = openPage();
  await decide(true);
  await arrive();
  serve(null);
  let release = holdServer();
  trackers[0]?.outdate();
  await decide(false);
  release();
  await settled();
  expect([asks(), waits.length]).toEqual([1, 0]);

  await decide(true);
  await arrive();
  release = holdServer();
  trackers[1]?.outdate();
  await decide(false);
  await decide(true);
  await arrive();
  serve(testPageData({ posthogToken: 'new' }));
  release();
  await settled();
  await arrive();
  expect(trackers).toHaveLength(3);
});
