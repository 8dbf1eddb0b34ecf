import { expect, test, vi } from 'vitest';
import { createAnalyticsGate } from './analytics-gate.ts';
import { testBrowser } from './features/consent/testing/test-browser.ts';
import { testPageData } from './testing/test-page-data.ts';

type Start = Awaited<ReturnType<Parameters<typeof createAnalyticsGate>[0]['load']>>;

/** A tracker that the gate has started, as the test sees it. */
const newTracker = ({ consentId, onRefused, onOutdated }: Parameters<Start>[0]) => ({
  ...{ consentId, isOpen: true, refuse: onRefused, outdate: onOutdated },
  paths: [] as string[],
  tracked: [] as string[],
});

/** One page of a browser, whose server records every choice at once. */
function openPage() {
  const { tab, settle } = testBrowser();
  const consent = tab();
  let asked = testPageData({ posthogToken: 'old' });
  const server = {
    /** The page data that it answers with; null while it does not answer. */
    page: asked as typeof asked | null,
    asks: 0,
    /** Answers come once this is resolved. */
    ready: Promise.resolve(),
  };
  const loads: { token: string | null; arrive(): void; fail(): void }[] = [];
  const waits: { ms: number; end(): void }[] = [];
  const trackers: ReturnType<typeof newTracker>[] = [];
  const gate = createAnalyticsGate({
    consent,
    load: (token) =>
      new Promise((resolve, reject) => {
        const start: Start = (options) => {
          const tracker = newTracker(options);
          trackers.push(tracker);
          return {
            track: (name) => void tracker.tracked.push(name),
            pageView: (path) => void tracker.paths.push(path),
            dispose() {
              tracker.isOpen = false;
            },
          };
        };
        loads.push({ token, arrive: () => resolve(start), fail: () => reject(new Error('gone')) });
      }),
    asked: () => asked,
    async catchUp() {
      server.asks += 1;
      await server.ready;
      if (!server.page) return false;
      asked = server.page;
      consent.refresh();
      return true;
    },
    wait: (ms) => new Promise<void>((end) => waits.push({ ms, end })),
  });
  consent.subscribe(gate.update);
  gate.pageView('/');
  async function decide(analytics: boolean) {
    consent.decide(analytics, 'footer');
    await settle();
  }
  /** Finishes loading all requested code. */
  async function arrive() {
    for (const load of loads) load.arrive();
    await settle();
  }
  return {
    ...{ gate, consent, server, loads, waits, trackers, tab, settle, decide, arrive },
    open: () => trackers.filter(({ isOpen }) => isOpen),
    /** Starts a tracker. */
    async grant() {
      await decide(true);
      await arrive();
    },
    /** Delays the server's answers until the returned function is called. */
    holdServer() {
      let release = () => {};
      server.ready = new Promise((resolve) => {
        release = resolve;
      });
      return async () => {
        release();
        await settle();
        await arrive();
      };
    },
  };
}

test.each([
  ['accepting, turning off and accepting again', [true, false, true], 1],
  ['a grant that is withdrawn', [true, false], 0],
])('%s while the code loads: %j starts %i trackers', async (_, choices, count) => {
  const { decide, arrive, trackers, open } = openPage();
  for (const analytics of choices) await decide(analytics);
  await arrive();
  expect(trackers).toHaveLength(count);
  await decide(false);
  expect(open()).toEqual([]);
});

test('a repeated grant keeps the same tracker; a new grant gets a new one, and calls of the old one are ignored', async () => {
  const { grant, decide, settle, consent, trackers, open } = openPage();
  await grant();
  await grant();
  expect(trackers).toHaveLength(1);
  await decide(false);
  await grant();
  trackers[0]?.refuse();
  trackers[0]?.outdate();
  await settle();
  expect(consent.get().status).toBe('granted');
  expect(trackers.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  expect(open()[0]?.paths).toEqual(['/']);
});

test('code that was given up is requested again at the next choice, not at each check of consent', async () => {
  const { gate, grant, decide, settle, loads, trackers } = openPage();
  await decide(true);
  loads[0]?.fail();
  await settle();
  for (let looks = 0; looks < 5; looks += 1) gate.update();
  expect(loads).toHaveLength(1);
  await decide(false);
  await grant();
  expect([loads.length, trackers.length]).toEqual([2, 1]);
});

test('after a key change, measuring continues with the new key, however late the server answers', async () => {
  const { grant, arrive, settle, loads, trackers, waits, open, server } = openPage();
  await grant();
  server.page = null;
  trackers[0]?.outdate();
  await settle();
  expect(open()).toEqual([]);
  for (let tries = 0; tries < 10; tries += 1) {
    if (tries === 9) server.page = testPageData({ posthogToken: 'new' });
    waits[tries]?.end();
    await settle();
  }
  await arrive();
  const seconds = waits.map(({ ms }) => ms / 1000);
  expect(seconds).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  expect(loads.map(({ token }) => token)).toEqual(['old', 'new']);
  expect(open()).toHaveLength(1);
});

test('a key that the server still has is not used for another start', async () => {
  const { grant, settle, loads, trackers, waits } = openPage();
  await grant();
  trackers[0]?.outdate();
  await settle();
  expect([loads.length, waits.length]).toEqual([1, 0]);
});

test.each(['wait', 'fetch'])('a withdrawal ends the search for a newer key: %s', async (during) => {
  const { grant, decide, settle, loads, trackers, waits, server, holdServer } = openPage();
  await grant();
  server.page = null;
  const release = holdServer();
  trackers[0]?.outdate();
  if (during === 'wait') await release();
  await decide(false);
  if (during === 'wait') server.page = testPageData({ posthogToken: 'new' });
  await release();
  for (const wait of waits) wait.end();
  await settle();
  expect([waits.length, loads.length, server.asks]).toEqual([during === 'wait' ? 1 : 0, 1, 1]);
});

test('a grant during the search for a newer key ends it: one tracker runs', async () => {
  const { grant, decide, trackers, open, server, holdServer } = openPage();
  await grant();
  const release = holdServer();
  trackers[0]?.outdate();
  await decide(false);
  await grant();
  server.page = testPageData({ posthogToken: 'new' });
  await release();
  expect([trackers.length, open().length]).toEqual([2, 1]);
});

test('a grant that the server does not have is forgotten once its page data is there, and nothing is measured meanwhile', async () => {
  const { consent, grant, settle, trackers, open, server, holdServer } = openPage();
  await grant();
  const release = holdServer();
  trackers[0]?.refuse();
  expect(open()).toEqual([]);
  await settle();
  expect([server.asks, consent.get().status]).toEqual([1, 'granted']);
  await release();
  expect(consent.get().status).toBe('unknown');
  await grant();
  expect(open().map(({ consentId }) => consentId)).not.toEqual([trackers[0]?.consentId]);
});

test.each(['this', 'another'])('a grant that %s tab repeats meanwhile is kept', async (where) => {
  const { consent, grant, decide, settle, trackers, open, holdServer, tab } = openPage();
  await grant();
  const release = holdServer();
  trackers[0]?.refuse();
  if (where === 'this') {
    await decide(false);
    await grant();
  } else {
    tab().decide(true, 'preferences');
    await settle();
    consent.refresh();
  }
  await release();
  expect(consent.get().status).toBe('granted');
  expect([trackers.length, open().length]).toEqual([2, 1]);
});

test('an exception in the tracker does not reach its caller: the button and the form still work', async () => {
  const { gate, grant, trackers, open } = openPage();
  await grant();
  Object.assign(trackers[0] ?? {}, { tracked: null });
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  gate.track('button_click', { button_name: 'Notify Me', click_location: 'hero' });
  expect(said).toHaveBeenCalledOnce();
  expect(open()).toHaveLength(1);
});

test('events go to the running tracker, and nowhere without one', async () => {
  const { gate, grant, decide, trackers } = openPage();
  const press = () => gate.track('scroll', { percent_scrolled: 25 });
  press();
  await grant();
  press();
  gate.pageView('/about');
  await decide(false);
  press();
  gate.pageView('/terms');
  expect(trackers).toMatchObject([{ tracked: ['scroll'], paths: ['/', '/about'] }]);
});
