import { expect, test } from 'vitest';
import { parseChoice } from './consent-cookie.ts';
import { DAY, ids, testBrowser, textHash } from './testing/test-browser.ts';

test('a refusal made offline is counted by the next page if its own page was closed', async () => {
  const { tab, answerWith, shared, settle, closePages } = testBrowser();
  answerWith('retry');
  tab().decide(false, 'banner');
  await settle();
  closePages();
  shared.told.length = 0;
  answerWith('recorded');
  tab().refresh();
  await settle();
  expect(shared.told).toMatchObject([{ consentId: null, analytics: false, source: 'banner' }]);
});

test('a grant opens analytics only once the server has recorded it', async () => {
  const { tab, holdAnswers, settle } = testBrowser();
  const held = holdAnswers();
  const store = tab();
  store.decide(true, 'banner');
  await settle();
  expect(store.get().status).toBe('granted');
  expect(store.recordedId()).toBeNull();
  held[0]?.('recorded');
  await settle();
  expect(store.recordedId()).toBe(ids[0]);
});

test('a grant that could not be recorded is retried, also by the next page', async () => {
  const { tab, answerWith, settle, shared, pass, choice } = testBrowser();
  answerWith('retry');
  const store = tab();
  store.decide(true, 'banner');
  await settle();
  expect(store.recordedId()).toBeNull();
  expect(choice()).toMatchObject({ source: 'banner', unsent: textHash });

  const nextPage = tab();
  nextPage.refresh();
  await settle();
  expect(nextPage.recordedId()).toBeNull();

  answerWith('recorded');
  expect(shared.toldAt).toEqual([0, 0]);
  await pass(1_999);
  expect(shared.told).toHaveLength(2);
  await pass(1);
  expect(store.recordedId()).toBe(ids[0]);
  expect(choice()?.unsent).toBeNull();
  // Sent by the first page's timer, and once more to renew the cookie. The next page has nothing left to
  // send.
  expect(shared.toldAt).toEqual([0, 0, 2_000, 2_000]);
  const [first, ...others] = shared.told.map(({ ageMs: _, ...decision }) => decision);
  for (const other of others) expect(other).toEqual(first);
  await pass(DAY);
  expect(shared.told).toHaveLength(4);
});

test("a late answer's Set-Cookie does not bring back an older choice", async () => {
  const { tab, shared, holdAnswers, settle, choice } = testBrowser();
  const held = holdAnswers();
  const store = tab();
  store.decide(true, 'banner');
  const granted = shared.cookie;
  store.decide(false, 'footer');
  await settle();
  // The browser had already read the first answer's headers when the page aborted that request.
  shared.cookie = granted;
  held[1]?.('retry');
  await settle();
  expect(choice()).toMatchObject({ analytics: false, unsent: textHash });
  expect(store.get().status).toBe('refused');
  expect(shared.told.map((decision) => decision.analytics)).toEqual([true, false]);
});

test('once recorded, the decision is sent again with the cookie that stays', async () => {
  const { tab, settle, shared } = testBrowser();
  tab().decide(true, 'banner');
  await settle();
  const unsent = shared.cookies.map((cookie) => parseChoice(cookie, shared.now)?.unsent);
  expect(unsent).toEqual([textHash, null]);
});

test('a newer click aborts the older request and is sent at once', async () => {
  const { tab, holdAnswers, settle, shared, choice } = testBrowser();
  const held = holdAnswers();
  const store = tab();
  store.decide(true, 'banner');
  store.decide(false, 'footer');
  await settle();
  expect(shared.told.map((decision) => decision.analytics)).toEqual([true, false]);
  expect(shared.signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  held[0]?.('recorded');
  await settle();
  expect(choice()).toMatchObject({ analytics: false, unsent: textHash });
});

test.each(['retry', 'refused'] as const)(
  'a withdrawal that the server answered with %s is sent by the next page',
  async (answer) => {
    const { tab, settle, answerWith, shared, choice } = testBrowser();
    const store = tab();
    store.decide(true, 'banner');
    await settle();
    answerWith(answer);
    store.decide(false, 'footer');
    await settle();
    shared.told.length = 0;
    answerWith('recorded');
    tab().refresh();
    await settle();
    const withdrawal = { analytics: false, source: 'footer', consentId: ids[0] };
    expect(shared.told).toMatchObject([withdrawal, withdrawal]); // the second answer renews the cookie
    expect(choice()?.unsent).toBeNull();
  },
);

test('a withdrawal that the server refuses is sent again, with growing pauses, until it is recorded', async () => {
  const { tab, settle, answerWith, shared, pass, choice } = testBrowser();
  const store = tab();
  store.decide(true, 'banner');
  await settle();
  answerWith('refused');
  store.decide(false, 'footer');
  await settle();
  await pass(14_000);
  expect(store.get().status).toBe('refused');
  expect(choice()).toMatchObject({ analytics: false, consentId: ids[0], unsent: textHash });
  expect(shared.toldAt.slice(2)).toEqual([0, 2_000, 6_000, 14_000]);
  answerWith('recorded');
  await pass(16_000);
  expect(choice()).toMatchObject({ analytics: false, unsent: null });
});

test('the pauses grow to five minutes', async () => {
  const { tab, settle, answerWith, shared, pass } = testBrowser();
  answerWith('retry');
  const store = tab();
  store.decide(true, 'banner');
  await settle();
  await pass(1_800_000);
  const pauses = shared.toldAt.map((at, index) => at - (shared.toldAt[index - 1] ?? 0));
  expect(pauses.slice(0, 4)).toEqual([0, 2_000, 4_000, 8_000]);
  expect(pauses.slice(-2)).toEqual([300_000, 300_000]);
});

test('a newer decision replaces the retries of the previous one, and starts with the first pause', async () => {
  const { tab, settle, answerWith, shared, pass } = testBrowser();
  answerWith('retry');
  const store = tab();
  store.decide(true, 'banner');
  await settle();
  await pass(1_000);
  store.decide(false, 'footer');
  await settle();
  await pass(6_000);
  expect(shared.toldAt).toEqual([0, 1_000, 3_000, 7_000]);
});

test('a decision says how long ago the click was, by the monotonic clock', async () => {
  const { tab, settle, answerWith, shared, pass } = testBrowser();
  answerWith('retry');
  tab().decide(true, 'banner');
  await settle();
  shared.now -= 10 * DAY;
  await pass(6_000.4);
  expect(shared.told.map(({ ageMs }) => ageMs)).toEqual([0, 2_000, 6_000]);
});

test.each([
  ['grant', true, [undefined, undefined, undefined]],
  ['withdrawal', false, [0, 2_000, 6_000]],
])(
  'after its page has closed, the next page states the age of a %s only where that can do no harm',
  async (_, analytics, ages) => {
    const { tab, settle, answerWith, shared, pass, closePages } = testBrowser();
    tab().decide(true, 'banner');
    await settle();
    answerWith('retry');
    tab().decide(analytics, 'preferences');
    await settle();
    closePages();
    await pass(60_000);
    shared.told.length = 0;
    tab().refresh(); // the tab learns of the click only now, so it counts the click's age from here
    await settle();
    await pass(6_000);
    expect(shared.told.map(({ ageMs }) => ageMs)).toEqual(ages);
  },
);

test('a refusal that the server rejects is still a refusal here', async () => {
  const { tab, settle, answerWith } = testBrowser();
  answerWith('refused');
  const store = tab();
  store.decide(false, 'banner');
  await settle();
  expect(store.get().status).toBe('refused');
  store.decide(true, 'preferences');
  await settle();
  expect(store.get().status).toBe('unknown');
});
