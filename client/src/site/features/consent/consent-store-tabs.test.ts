import { expect, test } from 'vitest';
import { ids, testBrowser, textHash } from './testing/test-browser.ts';

test('a refusal made offline is counted once, however many tabs are open when the network is back', async () => {
  const { tab, answerWith, shared, settle, choice } = testBrowser();
  const tabs = [tab(), tab(), tab()];
  answerWith('retry');
  tabs[0]?.decide(false, 'banner');
  await settle();
  for (const each of tabs) each.refresh(); // still offline: the visitor opens each tab in turn
  await settle();
  expect(choice()).toMatchObject({ analytics: false, unsent: textHash });

  shared.told.length = 0;
  answerWith('recorded');
  for (const each of tabs) each.refresh();
  await settle();
  expect(shared.told).toMatchObject([{ consentId: null, analytics: false, textHash }]);
  expect(choice()?.unsent).toBeNull();
});

test('a refusal in a stale tab counts, although that tab never saw the other one accept', async () => {
  const { tab, settle, choice, shared } = testBrowser();
  const stale = tab();
  stale.decide(false, 'banner');
  await settle();
  const other = tab();
  other.decide(true, 'preferences');
  await settle();
  stale.decide(false, 'preferences');
  await settle();
  other.refresh();
  expect(choice()?.analytics).toBe(false);
  expect(other.recordedId()).toBeNull();
  expect(shared.told.at(-1)).toMatchObject({ consentId: ids[0], analytics: false });
});

test('two open banners end in the later click, under one id', async () => {
  const { tab, settle, shared } = testBrowser();
  const first = tab();
  const second = tab();
  first.decide(true, 'banner');
  second.decide(false, 'banner');
  first.refresh();
  await settle();
  expect(first.get().status).toBe('refused');
  first.decide(true, 'preferences');
  await settle();
  expect(new Set(shared.told.map((decision) => decision.consentId))).toEqual(new Set([ids[0]]));
});

test('a slow grant never beats the refusal that another tab made later', async () => {
  const { tab, holdAnswers, settle, shared, choice } = testBrowser();
  const held = holdAnswers();
  const slow = tab();
  slow.decide(true, 'banner');
  const granted = shared.cookie;
  const other = tab();
  other.decide(false, 'banner');
  held[1]?.('recorded'); // the refusal arrives first
  await settle();
  slow.refresh(); // as if the other tab had announced it
  shared.cookie = granted; // the late answer sets this cookie again
  held[0]?.('recorded');
  await settle();
  expect(choice()?.analytics).toBe(false);
  expect(slow.recordedId()).toBeNull();
  // The refusal is sent twice: the second answer renews the cookie.
  expect(shared.told.map((decision) => decision.analytics)).toEqual([true, false, false]);
});

test('a grant that waits for the network is not sent once another tab has refused', async () => {
  const { tab, answerWith, settle, shared, pass } = testBrowser();
  answerWith('retry');
  const waiting = tab();
  waiting.decide(true, 'banner');
  await settle();
  answerWith('recorded');
  tab().decide(false, 'banner');
  await settle();
  waiting.refresh();
  await pass(600_000);
  // The refusal is sent twice, because the second answer renews the cookie; the grant is not sent
  // again.
  expect(shared.told.map((decision) => decision.analytics)).toEqual([true, false, false]);
});

test('a refusal takes effect at once in the other tabs too', async () => {
  const { tab, settle } = testBrowser();
  const first = tab();
  first.decide(true, 'banner');
  await settle();
  const second = tab();
  expect(second.recordedId()).toBe(ids[0]);
  first.decide(false, 'footer');
  second.refresh();
  expect(second.recordedId()).toBeNull();
});

test('while a grant is in flight, the cookie says so: no other page opens analytics before it is recorded', async () => {
  const { tab, holdAnswers, settle, shared, choice } = testBrowser();
  const held = holdAnswers();
  const first = tab();
  first.decide(true, 'banner');
  const second = tab();
  second.refresh();
  expect(second.recordedId()).toBeNull();
  const [told, again] = shared.told;
  expect(again?.decidedAt).toBe(told?.decidedAt); // the second page sends the same decision
  held[0]?.('recorded');
  held[1]?.('recorded');
  await settle();
  second.refresh();
  expect(choice()?.unsent).toBeNull();
  expect(second.recordedId()).toBe(ids[0]);
});

test('a tab that missed a later choice does not send its own again', async () => {
  const { tab, settle, answerWith, shared, pass, choice } = testBrowser();
  const stale = tab();
  stale.decide(true, 'banner');
  await settle();
  answerWith('retry');
  stale.decide(false, 'footer');
  await settle();
  answerWith('recorded');
  tab().decide(true, 'preferences');
  await settle();
  shared.told.length = 0;
  await pass(600_000);
  expect(shared.told).toEqual([]);
  expect(choice()).toMatchObject({ analytics: true, unsent: null });
  expect(stale.get().status).toBe('granted');
});

test('an outdated page adopts the answer given in a newer one, and does not undo it', async () => {
  const { tab, settle, choice } = testBrowser();
  const old = tab();
  tab({ revision: 2 }).decide(false, 'banner');
  await settle();
  old.refresh();
  expect(old.get().status).toBe('refused');
  old.decide(false, 'preferences');
  expect(choice()?.revision).toBe(2);
});
