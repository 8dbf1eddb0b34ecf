import { expect, onTestFinished, test, vi } from 'vitest';
import { testPageData } from './test-data.ts';
import { openPage, settled } from './testing/gate-page.ts';

test('accepting, turning off and accepting again while the code is on its way starts one tracker', async () => {
  const { decide, arrive, trackers, open } = openPage();
  for (const analytics of [true, false, true]) await decide(analytics);
  await arrive();
  expect(trackers).toHaveLength(1);
  await decide(false);
  expect(open()).toEqual([]);
});

test('a grant that is withdrawn while the code is on its way starts nothing', async () => {
  const { decide, arrive, trackers } = openPage();
  await decide(true);
  await decide(false);
  await arrive();
  expect(trackers).toEqual([]);
});

test('a grant that is repeated goes on with the same tracker; a new one has a tracker of its own', async () => {
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

test('code that is given up is asked for again at the next choice, not at each look at consent', async () => {
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

test('a key that is out of date: measuring goes on with the new one, also when the server answers late', async () => {
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

test('a withdrawal while the server does not answer ends the wait for a newer key', async () => {
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

test('a key that the server still has is not tried again', async () => {
  const { decide, arrive, loads, trackers, waits } = openPage();
  await decide(true);
  await arrive();
  trackers[0]?.outdate();
  await settled();
  expect([loads.length, waits.length]).toEqual([1, 0]);
});

test('a grant that the server does not know is forgotten, so that the visitor is asked again', async () => {
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

test('a tracker that was stopped has no say any more', async () => {
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

test('what fails while it measures reaches nobody who asks for it: their button and their form go on', async () => {
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

test('what happens is reported to the tracker that is open, and to nobody without one', async () => {
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

test('once the server knows no such grant nothing is measured, before it has said what it asks now', async () => {
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

test('a grant that is given again while the server is asked is not forgotten, and measured once', async () => {
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

test('a grant that another tab gives again while the server is asked is measured here too', async () => {
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

test('the pauses between two looks for a newer key grow to five minutes', async () => {
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

test('a withdrawal ends the search for a newer key, and a grant after it begins none', async () => {
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
