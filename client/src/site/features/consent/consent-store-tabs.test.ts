import { expect, test } from 'vitest';
import { ids, testBrowser, textHash } from './testing/test-browser.ts';

test('a refusal made offline is counted once, however many tabs are open when the network is back', async () => {
  const { tab, shared, settle, choice } = testBrowser();
  const tabs = [tab(), tab(), tab()];
  shared.answer = 'retry';
  tabs[0]?.decide(false, 'banner');
  await settle();
  for (const each of tabs) each.refresh(); // still offline: the visitor opens each tab in turn
  await settle();
  expect(choice()).toMatchObject({ analytics: false, unsent: textHash });

  shared.told.length = 0;
  shared.answer = 'recorded';
  for (const each of tabs) each.refresh();
  await settle();
  const refusal = { consentId: null, analytics: false, source: 'banner', textHash };
  expect(shared.told).toMatchObject([refusal]);
  expect(choice()?.unsent).toBeNull();
});

test('a refusal in a stale tab counts, although that tab never saw the other one accept', async () => {
  const { tab, click, granted, choice, shared } = testBrowser();
  const stale = tab();
  await click(stale, false);
  const other = await granted();
  await click(stale, false);
  other.refresh();
  expect(choice()?.analytics).toBe(false);
  expect(other.recordedId()).toBeNull();
  expect(shared.told.at(-1)).toMatchObject({ consentId: ids[0], analytics: false });
});

test('a slow grant never beats the refusal that another tab made later', async () => {
  const { tab, holdAnswers, settle, shared, choice } = testBrowser();
  const held = holdAnswers();
  const slow = tab();
  slow.decide(true, 'banner');
  const granted = shared.cookie;
  tab().decide(false, 'banner');
  held[1]?.('recorded'); // the refusal arrives first
  await settle();
  slow.refresh(); // as if the other tab had announced it
  shared.cookie = granted; // the late answer sets this cookie again
  held[0]?.('recorded');
  await settle();
  expect(choice()?.analytics).toBe(false);
  expect(slow.recordedId()).toBeNull();
  expect(shared.told[0]?.signal.aborted).toBe(true);
  // The refusal is sent twice: the second answer renews the cookie.
  expect(shared.told.map((decision) => decision.analytics)).toEqual([true, false, false]);
});

test('while a grant is in flight, the cookie says so: no page opens analytics before it is recorded', async () => {
  const { tab, holdAnswers, settle, shared, choice } = testBrowser();
  const held = holdAnswers();
  const [first, second] = [tab(), tab()];
  first.decide(true, 'banner');
  second.refresh();
  await settle();
  expect(first.get().status).toBe('granted');
  expect([first.recordedId(), second.recordedId()]).toEqual([null, null]);
  const [told, again] = shared.told;
  expect(again?.decidedAt).toBe(told?.decidedAt); // the second page sends the same decision
  held[0]?.('recorded');
  held[1]?.('recorded');
  await settle();
  second.refresh();
  expect(choice()?.unsent).toBeNull();
  expect([first.recordedId(), second.recordedId()]).toEqual([ids[0], ids[0]]);
});

test.each([true, false])(
  'a choice (%s) that waits for the network is not sent once another tab chose otherwise',
  async (analytics) => {
    const { tab, click, granted, shared, pass, choice } = testBrowser();
    const waiting = await granted();
    shared.answer = 'retry';
    await click(waiting, analytics);
    shared.answer = 'recorded';
    await click(tab(), !analytics);
    shared.told.length = 0;
    await pass(600_000);
    expect(shared.told).toEqual([]);
    expect(choice()).toMatchObject({ analytics: !analytics, unsent: null });
    expect(waiting.get().status).toBe(analytics ? 'refused' : 'granted');
  },
);

test('an outdated page adopts the answer given in a newer one, and does not undo it', async () => {
  const { tab, click, choice } = testBrowser();
  const old = tab();
  await click(tab({ revision: 2 }), false);
  old.refresh();
  expect(old.get().status).toBe('refused');
  old.decide(false, 'preferences');
  expect(choice()?.revision).toBe(2);
});
