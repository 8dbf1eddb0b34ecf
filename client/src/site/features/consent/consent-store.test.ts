import { expect, test, vi } from 'vitest';
import type { ConsentPolicy, ConsentStore } from './consent-store.ts';
import { DAY, ids, policy, START, testBrowser } from './testing/test-browser.ts';

const german = { language: 'de', textHash: 'd'.repeat(64), textsSince: { en: 1, de: 1 } } as const;

test('before a choice nothing is stored, sent or granted', () => {
  const { tab, shared } = testBrowser();
  const store = tab();
  store.refresh();
  expect(store.get()).toMatchObject({ status: 'unknown', gpc: false, consentId: null });
  expect(store.recordedId()).toBeNull();
  expect([shared.cookie, shared.told]).toEqual(['', []]);
});

test('a refusal by someone who never granted carries no identifier', async () => {
  const { tab, shared, click } = testBrowser();
  const store = tab();
  await click(store, false, 'banner');
  expect(store.get().status).toBe('refused');
  expect(JSON.parse(decodeURIComponent(shared.cookie.split('=')[1] ?? '')).consentId).toBe('none');
  expect(shared.cookie).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  expect(shared.told).toMatchObject([{ consentId: null, analytics: false, source: 'banner' }]);
});

test.each([
  ['not at all', 0, true],
  ['nearly two minutes', 119_000, true],
  ['ten days', 10 * DAY, false],
])(
  'a withdrawal takes effect at once in every tab, also offline, after the clock was set back by %s, and has the id of the grant',
  async (_, ms, isLater) => {
    const { tab, shared, settle, granted } = testBrowser();
    const other = tab();
    const store = await granted();
    other.refresh();
    expect(other.recordedId()).toBe(ids[0]);
    shared.now -= ms;
    shared.answer = 'retry';
    store.decide(false, 'footer');
    other.refresh();
    for (const each of [store, other, tab()]) {
      expect(each.recordedId()).toBeNull();
      expect(each.get().status).toBe('refused');
    }
    await settle();
    const [grant] = shared.told;
    const withdrawal = shared.told.at(-1);
    // By the age the server dates the click itself.
    const own = { consentId: ids[0], source: 'footer', ageMs: 0 };
    expect(withdrawal).toMatchObject({ analytics: false, ...own });
    const times = [grant, withdrawal].map((told) => Date.parse(told?.decidedAt ?? ''));
    expect((times[1] ?? 0) > (times[0] ?? 0)).toBe(isLater);
  },
);

test.each([
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  new Date(START + DAY / 24).toISOString(),
])('a cookie of %s, of another site, undoes no choice; a click replaces it', async (time) => {
  const { tab, shared, click, granted } = testBrowser();
  const value = { categories: ['analytics'], revision: 1, consentId: ids[1], data: null };
  const json = JSON.stringify({ ...value, lastConsentTimestamp: time });
  const theirs = `cc_cookie=${encodeURIComponent(json)}`;
  const store = await granted();
  for (const status of ['granted', 'refused']) {
    const own = shared.cookie;
    shared.cookie = `${theirs}; ${own}`;
    for (const each of [store, tab()]) {
      each.refresh();
      expect(each.get()).toMatchObject({ status, consentId: ids[0] });
    }
    expect(shared.cookie).toBe(`${theirs}; ${own}`);
    shared.cookie = own;
    await click(store, false);
  }
  shared.cookie = theirs;
  await click(tab(), false);
  expect(tab().get().status).toBe('refused');
  expect(Date.parse(shared.told.at(-1)?.decidedAt ?? '')).toBeLessThan(START + DAY);
});

test('an answer in another language counts until the text in that language changes', async () => {
  const { tab, shared, click } = testBrowser();
  await click(tab(german), true);
  expect(shared.told[0]).toMatchObject({ language: 'de', textHash: german.textHash });
  const onEnglish = (textsSince: ConsentPolicy['textsSince']) => tab({ revision: 2, textsSince });
  expect(onEnglish({ en: 2, de: 1 }).recordedId()).toBe(ids[0]);
  expect(onEnglish({ en: 1, de: 2 }).get().status).toBe('unknown');
  expect(onEnglish({ en: 1 }).get().status).toBe('unknown');
});

test('an answer that the next page sends, in another language, names the text that was shown', async () => {
  const { tab, shared, settle, click, closePages } = testBrowser();
  shared.answer = 'retry';
  await click(tab(german), true);
  closePages();
  tab({ textsSince: german.textsSince }).refresh();
  await settle();
  expect(shared.told).toHaveLength(2);
  expect(shared.told[1]).toMatchObject({ language: 'de', textHash: german.textHash });
});

const REVISED = { revision: 2, textsSince: { en: 2 }, textHash: 'e'.repeat(64) };
test.each<[string, (browser: ReturnType<typeof testBrowser>, store: ConsentStore) => unknown]>([
  ['its cookie is deleted', ({ shared }) => (shared.cookie = '')],
  ['its cookie is broken', ({ shared }) => (shared.cookie = 'cc_cookie=%E0%A4%A')],
  ['the server does not have it', (_, store) => store.forget()],
  ['182 days are over', ({ shared }) => (shared.now += 1)],
  ['its question changes', (_, store) => store.adopt({ ...policy, ...REVISED })],
])('a grant counts no more when %s', async (_, end) => {
  const browser = testBrowser();
  const store = await browser.granted();
  browser.shared.now += 182 * DAY - 1;
  store.refresh();
  expect(store.recordedId()).toBe(ids[0]);
  end(browser, store);
  store.refresh();
  expect(store.get()).toMatchObject({ status: 'unknown', decidedAt: null });
  expect(store.recordedId()).toBeNull();
});

test('the next answer to a new question is to the new text, under the same id', async () => {
  const { shared, click, granted } = testBrowser();
  const store = await granted();
  store.adopt({ ...policy, ...REVISED });
  await click(store, true);
  expect(shared.told.at(-1)).toMatchObject({ revision: 2, textHash: REVISED.textHash });
  expect(store.recordedId()).toBe(ids[0]);
});

test('the state is one object until it changes, and who no longer listens hears nothing', async () => {
  const { tab, click } = testBrowser();
  const store = tab();
  const heard = vi.fn();
  const leave = store.subscribe(heard);
  const before = store.get();
  store.refresh();
  expect(store.get()).toBe(before);
  await click(store, true);
  expect(store.get()).toMatchObject({ decidedAt: START, isRecorded: true });
  expect(heard.mock.calls.length).toBeGreaterThan(1);
  leave();
  heard.mockClear();
  await click(store, false);
  expect(heard).not.toHaveBeenCalled();
});

test('under GPC a visitor who never granted stores and sends nothing', async () => {
  const { tab, shared, click } = testBrowser();
  const store = tab({ gpc: true });
  store.refresh();
  await click(store, true);
  await click(store, false);
  expect([shared.cookie, shared.told]).toEqual(['', []]);
});

test.each(['before the page loads', 'while the page is open'])(
  'GPC that is switched on %s withdraws, once',
  async (when) => {
    const { tab, shared, settle, granted } = testBrowser();
    const open = await granted();
    const isOpen = when === 'while the page is open';
    const store = isOpen ? open : tab({ gpc: true });
    if (isOpen) store.adopt({ ...policy, gpc: true });
    store.refresh();
    store.refresh();
    await settle();
    expect(store.recordedId()).toBeNull();
    expect(store.get()).toMatchObject({ status: 'refused', gpc: true });
    const told = shared.told.slice(2); // after the grant and its repeat, which renews the cookie
    expect(told).toMatchObject(Array(2).fill({ analytics: false, source: 'gpc' }));
    expect(told[1]?.decidedAt).toBe(told[0]?.decidedAt);
  },
);

test('after erasure the cookie has no identifier, and the next grant has a new one; a grant before its answer stays', async () => {
  const { shared, click, granted, choice } = testBrowser();
  const store = await granted();
  store.withdraw(ids[0]);
  await click(store, true);
  store.withdraw(null);
  expect(store.recordedId()).toBe(ids[0]);
  shared.told.splice(2);
  store.withdraw(ids[0]);
  store.withdraw(null);
  expect(store.get()).toMatchObject({ status: 'refused', consentId: null });
  expect(choice()?.consentId).toBeNull();
  expect(shared.told.map(({ analytics }) => analytics)).toEqual([true, true]);
  await click(store, true, 'my-data');
  expect(store.recordedId()).toBe(ids[1]);
});

test('if the browser keeps no cookies, the answer lasts as long as the page, and a grant counts as a refusal and is not sent', async () => {
  const { shared, click, granted } = testBrowser();
  shared.keepsCookies = false;
  const store = await granted();
  store.refresh();
  expect(store.get()).toMatchObject({ status: 'refused', consentId: null, decidedAt: null });
  expect(store.recordedId()).toBeNull();
  expect(shared.told).toEqual([]);
  await click(store, false);
  expect(store.get().status).toBe('refused');
});
