import { expect, test } from 'vitest';
import type { ConsentPolicy } from './consent-store.ts';
import { DAY, ids, policy, START, testBrowser } from './testing/test-browser.ts';

test('before a choice nothing is stored, sent or granted', () => {
  const { tab, shared } = testBrowser();
  const store = tab();
  store.refresh();
  expect(store.get()).toMatchObject({ status: 'unknown', gpc: false, consentId: null });
  expect(store.recordedId()).toBeNull();
  expect(shared.cookie).toBe('');
  expect(shared.told).toEqual([]);
});

test('a refusal by someone who never granted carries no identifier', async () => {
  const { tab, shared, settle } = testBrowser();
  const store = tab();
  store.decide(false, 'banner');
  await settle();
  expect(store.get().status).toBe('refused');
  expect(JSON.parse(decodeURIComponent(shared.cookie.split('=')[1] ?? '')).consentId).toBe('none');
  expect(shared.cookie).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  expect(shared.told).toMatchObject([{ consentId: null, analytics: false, source: 'banner' }]);
});

test('a withdrawal takes effect at once, whatever the network does, and carries the id of the grant', async () => {
  const { tab, answerWith, settle, shared } = testBrowser();
  const store = tab();
  store.decide(true, 'banner');
  await settle();
  answerWith('retry');
  store.decide(false, 'footer');
  expect(store.recordedId()).toBeNull();
  expect(store.get().status).toBe('refused');
  await settle();
  expect(shared.told.at(-1)).toMatchObject({
    consentId: ids[0],
    analytics: false,
    source: 'footer',
  });
});

test.each([
  ['nearly two minutes', 119_000, true],
  ['ten days', 10 * DAY, false],
])(
  'a withdrawal counts in every tab after the clock was set back by %s',
  async (_, ms, isLater) => {
    const { tab, shared, settle } = testBrowser();
    const [store, other] = [tab(), tab()];
    store.decide(true, 'banner');
    await settle();
    other.refresh();
    shared.now -= ms;
    store.decide(false, 'footer');
    await settle();
    other.refresh();
    expect([store, other, tab()].map((each) => each.get().status)).toEqual(
      Array(3).fill('refused'),
    );
    const [grant] = shared.told;
    const withdrawal = shared.told.at(-1);
    // By the age the server dates the click itself.
    expect(withdrawal).toMatchObject({ analytics: false, consentId: ids[0], ageMs: 0 });
    const times = [grant, withdrawal].map((told) => Date.parse(told?.decidedAt ?? ''));
    expect((times[1] ?? 0) > (times[0] ?? 0)).toBe(isLater);
  },
);

test.each([
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  new Date(START + DAY / 24).toISOString(),
])('a cookie of %s that another site has set undoes no choice', async (lastConsentTimestamp) => {
  const { tab, shared, settle } = testBrowser();
  const value = { categories: ['analytics'], revision: 1, consentId: ids[1], data: null };
  const theirs = `cc_cookie=${encodeURIComponent(JSON.stringify({ ...value, lastConsentTimestamp }))}`;
  const store = tab();
  for (const analytics of [true, false]) {
    store.decide(analytics, 'footer');
    await settle();
    const own = shared.cookie;
    for (const cookies of [`${theirs}; ${own}`, `${own}; ${theirs}`]) {
      shared.cookie = cookies;
      store.refresh();
      const seen = [store, tab()].map((each) => each.get());
      expect(seen).toEqual(Array(2).fill(expect.objectContaining({ consentId: ids[0] })));
      for (const { status } of seen) expect(status).toBe(analytics ? 'granted' : 'refused');
      expect(shared.cookie).toBe(cookies);
    }
    shared.cookie = own;
  }
});

test('a withdrawal in the same millisecond as the grant counts as later', () => {
  const { tab, shared } = testBrowser();
  const store = tab();
  store.decide(true, 'banner');
  store.decide(false, 'footer');
  const [grant, withdrawal] = shared.told.map(({ decidedAt }) => Date.parse(decidedAt ?? ''));
  expect(withdrawal).toBe((grant ?? 0) + 1);
});

test('a new revision and the 183rd day each ask again and keep the subject id', async () => {
  const { tab, shared, settle } = testBrowser();
  tab().decide(true, 'banner');
  await settle();
  const revised = tab({ revision: 2 });
  expect(revised.get().status).toBe('unknown');
  expect(revised.recordedId()).toBeNull();
  shared.now += 183 * DAY;
  const later = tab();
  expect(later.get().status).toBe('unknown');
  later.decide(true, 'banner');
  await settle();
  expect(later.recordedId()).toBe(ids[0]);
});

test('an answer in another language counts until the text in that language changes', async () => {
  const { tab, shared, settle } = testBrowser();
  tab({ language: 'de', textHash: 'd'.repeat(64), textsSince: { en: 1, de: 1 } }).decide(
    true,
    'banner',
  );
  await settle();
  expect(shared.told[0]).toMatchObject({ language: 'de', textHash: 'd'.repeat(64) });
  const onEnglish = (textsSince: ConsentPolicy['textsSince']) => tab({ revision: 2, textsSince });
  expect(onEnglish({ en: 2, de: 1 }).recordedId()).toBe(ids[0]);
  expect(onEnglish({ en: 1, de: 2 }).get().status).toBe('unknown');
  expect(onEnglish({ en: 1 }).get().status).toBe('unknown');
});

test('an answer that the next page sends, in another language, names the text that was shown', async () => {
  const { tab, shared, settle, answerWith, closePages } = testBrowser();
  answerWith('retry');
  const textsSince = { en: 1, de: 1 };
  tab({ language: 'de', textHash: 'd'.repeat(64), textsSince }).decide(true, 'banner');
  await settle();
  closePages();
  tab({ textsSince }).refresh();
  await settle();
  expect(shared.told).toHaveLength(2);
  expect(shared.told[1]).toMatchObject({ language: 'de', textHash: 'd'.repeat(64) });
});

test('the state is one object until it changes, and who no longer listens hears nothing', async () => {
  const { tab, settle, shared } = testBrowser();
  const store = tab();
  let heard = 0;
  const leave = store.subscribe(() => {
    heard += 1;
  });
  const before = store.get();
  expect(before.decidedAt).toBeNull();
  store.refresh();
  expect(store.get()).toBe(before);
  store.decide(true, 'banner');
  await settle();
  expect(store.get()).toMatchObject({ decidedAt: START, isRecorded: true });
  expect(heard).toBeGreaterThan(1);
  leave();
  heard = 0;
  shared.now += 182 * DAY - 1;
  store.refresh();
  expect(store.get().status).toBe('granted');
  shared.now += 1;
  store.refresh();
  expect(store.get()).toMatchObject({ status: 'unknown', decidedAt: null });
  expect(heard).toBe(0);
});

test('under GPC a visitor who never granted stores and sends nothing', async () => {
  const { tab, shared, settle } = testBrowser();
  const store = tab({ gpc: true });
  store.refresh();
  store.decide(true, 'preferences');
  store.decide(false, 'preferences');
  await settle();
  expect(shared.cookie).toBe('');
  expect(shared.told).toEqual([]);
});

test('under GPC one who granted sends a single withdrawal', async () => {
  const { tab, shared, settle } = testBrowser();
  tab().decide(true, 'banner');
  await settle();
  const store = tab({ gpc: true });
  store.refresh();
  store.refresh();
  await settle();
  expect(store.recordedId()).toBeNull();
  const withdrawal = { analytics: false, source: 'gpc' };
  const told = shared.told.slice(2); // after the grant and its repeat, which renews the cookie
  expect(told).toMatchObject([withdrawal, withdrawal]);
  expect(told[1]?.decidedAt).toBe(told[0]?.decidedAt);
});

test('a deleted or broken cookie counts as no choice', async () => {
  const { tab, shared, settle } = testBrowser();
  const store = tab();
  store.decide(true, 'banner');
  await settle();
  for (const broken of ['', 'cc_cookie=%E0%A4%A', 'cc_cookie=null', 'cc_cookie=%7B%7D']) {
    shared.cookie = broken;
    store.refresh();
    expect(store.get().status).toBe('unknown');
    expect(store.recordedId()).toBeNull();
  }
});

test('forgetting removes the cookie and asks again', async () => {
  const { tab, shared, settle } = testBrowser();
  const store = tab();
  store.decide(true, 'banner');
  await settle();
  store.forget();
  expect(shared.cookie).toBe('');
  expect(store.get().status).toBe('unknown');
});

test('after erasure the cookie has no identifier, and the next grant has a new one', async () => {
  const { tab, shared, settle, choice } = testBrowser();
  const store = tab();
  store.decide(true, 'banner');
  await settle();
  store.erased();
  expect(store.get()).toMatchObject({ status: 'refused', consentId: null });
  expect(choice()?.consentId).toBeNull();
  expect(shared.told.map(({ analytics }) => analytics)).toEqual([true, true]);
  store.decide(true, 'my-data');
  await settle();
  expect(store.recordedId()).toBe(ids[1]);
});

test('if the question changes while the page is open, the next answer is to the new text', async () => {
  const { tab, shared, settle } = testBrowser();
  const store = tab();
  store.decide(true, 'banner');
  await settle();
  store.adopt({ ...policy, revision: 2, textsSince: { en: 2 }, textHash: 'e'.repeat(64) });
  expect(store.get().status).toBe('unknown');
  store.decide(true, 'banner');
  await settle();
  expect(shared.told.at(-1)).toMatchObject({ revision: 2, textHash: 'e'.repeat(64) });
  expect(store.recordedId()).not.toBeNull();
});

test('if the browser keeps no cookies, the answer lasts as long as the page, and no grant is sent', async () => {
  const { tab, settle, shared } = testBrowser();
  shared.keepsCookies = false;
  const store = tab();
  store.decide(true, 'banner');
  await settle();
  store.refresh();
  expect(store.get().status).toBe('granted');
  expect(store.recordedId()).toBeNull();
  expect(shared.told).toEqual([]);
  store.decide(false, 'footer');
  await settle();
  expect(store.get().status).toBe('refused');
});

test('Global Privacy Control that is switched on while the page is open withdraws', async () => {
  const { tab, settle, shared } = testBrowser();
  const store = tab();
  store.decide(true, 'banner');
  await settle();
  store.adopt({ ...policy, gpc: true });
  await settle();
  expect(store.recordedId()).toBeNull();
  expect(store.get()).toMatchObject({ status: 'refused', gpc: true });
  expect(shared.told.at(-1)).toMatchObject({ analytics: false, source: 'gpc' });
});

test('a choice made by a clock far ahead can be replaced', async () => {
  const { tab, settle, shared } = testBrowser();
  for (const decidedAt of ['+275760-09-13T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) {
    const value = { categories: ['analytics'], revision: 1, consentId: ids[0] };
    const cookie = { ...value, lastConsentTimestamp: decidedAt, data: null };
    shared.cookie = `cc_cookie=${encodeURIComponent(JSON.stringify(cookie))}`;
    const store = tab();
    store.decide(false, 'footer');
    await settle();
    expect(store.get().status).toBe('refused');
    expect(Date.parse(shared.told.at(-1)?.decidedAt ?? '')).toBeLessThan(START + 2 * DAY);
  }
});
