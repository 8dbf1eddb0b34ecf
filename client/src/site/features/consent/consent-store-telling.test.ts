import { expect, test } from 'vitest';
import { DAY, ids, testBrowser, textHash } from './testing/test-browser.ts';

test('a grant that could not be recorded is retried, also by the next page', async () => {
  const { tab, settle, shared, pass, granted, choice } = testBrowser();
  shared.answer = 'retry';
  const store = await granted();
  expect(store.recordedId()).toBeNull();
  expect(choice()).toMatchObject({ source: 'banner', unsent: textHash });
  const nextPage = tab();
  nextPage.refresh();
  await settle();
  expect(nextPage.recordedId()).toBeNull();

  shared.answer = 'recorded';
  expect(shared.told.map(({ at }) => at)).toEqual([0, 0]);
  await pass(1_999);
  expect(shared.told).toHaveLength(2);
  await pass(1);
  expect(store.recordedId()).toBe(ids[0]);
  expect(choice()?.unsent).toBeNull();
  // Sent by the first page's timer, and once more to renew the cookie. The next page has nothing left to
  // send.
  expect(shared.told.map(({ at }) => at)).toEqual([0, 0, 2_000, 2_000]);
  const [first, ...others] = shared.told.map(({ decidedAt, textHash }) => [decidedAt, textHash]);
  for (const other of others) expect(other).toEqual(first);
  await pass(DAY);
  expect(shared.told).toHaveLength(4);
});

test('a newer click aborts the older request and is sent at once; a late answer brings back no older choice', async () => {
  const { tab, holdAnswers, settle, shared, choice } = testBrowser();
  const held = holdAnswers();
  const store = tab();
  store.decide(true, 'banner');
  const granted = shared.cookie;
  store.decide(false, 'footer');
  await settle();
  expect(shared.told.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  // The browser had already read the first answer's headers when the page aborted that request.
  shared.cookie = granted;
  held[0]?.('recorded');
  held[1]?.('retry');
  await settle();
  expect(choice()).toMatchObject({ analytics: false, unsent: textHash });
  expect(store.get().status).toBe('refused');
  expect(shared.told.map((decision) => decision.analytics)).toEqual([true, false]);
});

test.each(['retry', 'refused'] as const)(
  'a withdrawal that the server answered with %s is sent by the next page',
  async (answer) => {
    const { tab, settle, click, granted, shared, choice } = testBrowser();
    const store = await granted();
    shared.answer = answer;
    await click(store, false);
    shared.told.length = 0;
    shared.answer = 'recorded';
    tab().refresh();
    await settle();
    const withdrawal = { analytics: false, source: 'footer', consentId: ids[0] };
    expect(shared.told).toMatchObject([withdrawal, withdrawal]); // the second answer renews the cookie
    expect(choice()?.unsent).toBeNull();
  },
);

test('a withdrawal that the server refuses is sent again until it is recorded, with pauses that grow to five minutes', async () => {
  const { click, granted, shared, pass, choice } = testBrowser();
  const store = await granted();
  shared.answer = 'refused';
  await click(store, false);
  await pass(1_800_000);
  expect(store.get().status).toBe('refused');
  expect(choice()).toMatchObject({ analytics: false, consentId: ids[0], unsent: textHash });
  const pauses = shared.told.map(({ at }, index) => at - (shared.told[index - 1]?.at ?? 0));
  expect(pauses.slice(2, 6)).toEqual([0, 2_000, 4_000, 8_000]);
  expect(pauses.slice(-2)).toEqual([300_000, 300_000]);
  shared.answer = 'recorded';
  await pass(300_000);
  expect(choice()).toMatchObject({ analytics: false, unsent: null });
});

test('a newer decision replaces the retries of the previous one, and starts with the first pause', async () => {
  const { click, granted, shared, pass } = testBrowser();
  shared.answer = 'retry';
  const store = await granted();
  await pass(1_000);
  await click(store, false);
  await pass(6_000);
  expect(shared.told.map(({ at }) => at)).toEqual([0, 1_000, 3_000, 7_000]);
});

test.each([
  ['grant', true, false, [0, 2_000, 6_000]],
  ['grant', true, true, [undefined, undefined, undefined]],
  ['withdrawal', false, true, [0, 2_000, 6_000]],
])(
  'the age of a %s is that of the monotonic clock; on the next page, only where it does no harm',
  async (_, analytics, closes, ages) => {
    const { tab, settle, click, granted, shared, pass, closePages } = testBrowser();
    await granted();
    shared.answer = 'retry';
    shared.told.length = 0;
    await click(tab(), analytics);
    if (closes) {
      closePages();
      await pass(60_000);
      shared.told.length = 0;
      tab().refresh(); // the tab learns of the click only now, so it counts the click's age from here
      await settle();
    } else shared.now -= 10 * DAY;
    await pass(6_000.4);
    expect(shared.told.map(({ ageMs }) => ageMs)).toEqual(ages);
  },
);

test('a refusal that the server rejects is still a refusal here; a grant is not', async () => {
  const { tab, click, shared } = testBrowser();
  shared.answer = 'refused';
  const store = tab();
  await click(store, false);
  expect(store.get().status).toBe('refused');
  await click(store, true);
  expect(store.get().status).toBe('unknown');
});
