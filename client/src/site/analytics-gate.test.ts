import { expect, onTestFinished, test, vi } from 'vitest';
import { createAnalyticsGate } from './analytics-gate.ts';
import { createConsentStore } from './features/consent/consent-store.ts';
import { testPageData } from './test-data.ts';

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

/** One page with a real consent store, whose server records every choice at once. */
function openPage() {
  let cookie = '';
  let now = Date.parse('2026-03-02T09:00:00Z');
  let newIds = 0;
  const consent = createConsentStore({
    readCookies: () => cookie,
    writeCookie(assignment) {
      cookie = /Max-Age=0/.test(assignment) ? '' : (assignment.split(';')[0] ?? '');
    },
    post: async () => 'recorded',
    announce() {},
    now: () => now++,
    monotonic: () => now,
    newId: () => `0195552f-0000-7000-8000-${String(++newIds).padStart(12, '0')}`,
    later: () => () => {},
    exclusively: async (work) => work(),
    secure: false,
    policy: { revision: 3, textHash: 'f'.repeat(64), gpc: false },
  });
  let asked = testPageData({ posthogToken: 'old' });
  /** What the server says when asked; null while it does not answer. */
  let served: typeof asked | null = asked;
  const loads: { token: string | null; arrive(): void; fail(): void }[] = [];
  const waits: { ms: number; end(): void }[] = [];
  const trackers: Tracker[] = [];
  let breaks = false;
  interface Tracker {
    consentId: string;
    isOpen: boolean;
    paths: string[];
    refuse(): void;
    outdate(): void;
  }
  const gate = createAnalyticsGate({
    consent,
    load: (token) =>
      new Promise((resolve, reject) => {
        const start: Parameters<typeof resolve>[0] = (options) => {
          const tracker: Tracker = {
            consentId: options.consentId,
            isOpen: true,
            paths: [],
            refuse: options.onRefused,
            outdate: options.onOutdated,
          };
          trackers.push(tracker);
          return {
            track() {
              if (breaks) throw new Error('no such referrer');
            },
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
      if (!served) return false;
      asked = served;
      consent.refresh();
      return true;
    },
    wait: (ms) => new Promise<void>((end) => waits.push({ ms, end })),
  });
  consent.subscribe(gate.update);
  gate.pageView('/');
  return {
    gate,
    consent,
    loads,
    waits,
    trackers,
    open: () => trackers.filter(({ isOpen }) => isOpen),
    breakTrackers() {
      breaks = true;
    },
    serve(next: typeof served) {
      served = next;
    },
    async decide(analytics: boolean) {
      consent.decide(analytics, 'footer');
      await settled();
    },
    /** All code that is on its way is here. */
    async arrive() {
      for (const load of loads) load.arrive();
      await settled();
    },
  };
}

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
  const { decide, arrive, loads, trackers, waits, serve } = openPage();
  await decide(true);
  await arrive();
  serve(null);
  trackers[0]?.outdate();
  await settled();
  await decide(false);
  serve(testPageData({ posthogToken: 'new' }));
  waits[0]?.end();
  await settled();
  expect([waits.length, loads.length]).toEqual([1, 1]);
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
