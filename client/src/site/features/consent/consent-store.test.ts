import { expect, test } from 'vitest';
import type { ConsentDecision } from '#shared/consents';
import { formatChoice, parseChoice } from './consent-cookie.ts';
import { createConsentStore } from './consent-store.ts';
import type { PostOutcome } from './post-outcome.ts';

const START = Date.parse('2026-03-02T09:00:00Z');
const DAY = 86_400_000;
const textHash = 'f'.repeat(64);
const ids = ['0195552f-0000-7000-8000-000000000001', '0195552f-0000-7000-8000-000000000002'];

/** One browser: a cookie jar and a clock that its tabs share, and a server that answers as told. */
function browser() {
  const shared = {
    cookie: '',
    now: START,
    /** Milliseconds by a clock that nobody sets. */
    elapsed: 0,
    sent: [] as ConsentDecision[],
    /** The same with each time that one was told again. */
    told: [] as ConsentDecision[],
    /** The pauses before it was. */
    pauses: [] as number[],
    /** What each request bore. */
    cookies: [] as string[],
    nextId: 0,
    keepsCookies: true,
  };
  let answer: PostOutcome = 'recorded';
  const delayed: (() => void)[] = [];
  const held: ((outcome: PostOutcome) => void)[] = [];
  let hold = false;
  const tab = (options: { revision?: number; gpc?: boolean } = {}) =>
    createConsentStore({
      readCookies: () => shared.cookie,
      writeCookie(assignment) {
        if (!shared.keepsCookies) return;
        shared.cookie = /Max-Age=0/.test(assignment) ? '' : (assignment.split(';')[0] ?? '');
      },
      async post(decision, signal) {
        shared.cookies.push(shared.cookie);
        shared.told.push(decision);
        // A recorded decision is told once more, to have its cookie re-issued: that is no news.
        if (shared.sent.at(-1)?.decidedAt !== decision.decidedAt) shared.sent.push(decision);
        if (hold) {
          return new Promise((resolve) => {
            held.push(resolve);
            signal.addEventListener('abort', () => resolve('retry'));
          });
        }
        return answer;
      },
      announce() {},
      exclusively: async (work) => work(),
      now: () => shared.now,
      monotonic: () => shared.elapsed,
      newId: () => ids[shared.nextId++] ?? 'too many ids',
      later(callback, delayMs) {
        shared.pauses.push(delayMs);
        delayed.push(callback);
        return () => delayed.splice(delayed.indexOf(callback), 1);
      },
      secure: false,
      policy: { revision: options.revision ?? 1, textHash, gpc: options.gpc ?? false },
    });
  return {
    shared,
    tab,
    answerWith(outcome: PostOutcome) {
      answer = outcome;
    },
    holdAnswers() {
      hold = true;
      return held;
    },
    retryNow: () => delayed.shift()?.(),
    closePages: () => void delayed.splice(0),
    choice: () => parseChoice(shared.cookie),
    settle: () => new Promise<void>((resolve) => setTimeout(resolve)),
  };
}

test('before a choice nothing is stored, sent or granted', () => {
  const { tab, shared } = browser();
  const store = tab();
  store.refresh();
  expect(store.get()).toMatchObject({ status: 'unknown', gpc: false, consentId: null });
  expect(store.recordedId()).toBeNull();
  expect(shared.cookie).toBe('');
  expect(shared.sent).toEqual([]);
});

test('a refusal by someone who never granted carries no identifier', async () => {
  const { tab, shared, settle } = browser();
  const store = tab();
  store.decide(false, 'banner');
  await settle();
  expect(store.get().status).toBe('refused');
  expect(JSON.parse(decodeURIComponent(shared.cookie.split('=')[1] ?? '')).consentId).toBe('none');
  expect(shared.cookie).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  expect(shared.sent).toMatchObject([{ consentId: null, analytics: false, source: 'banner' }]);
});

test('a refusal made offline is counted once, however many tabs are open when the network is back', async () => {
  const { tab, answerWith, shared, settle, choice } = browser();
  const tabs = [tab(), tab(), tab()];
  answerWith('retry');
  tabs[0]?.decide(false, 'banner');
  await settle();
  for (const each of tabs) each.refresh(); // still offline: the visitor looks at each of them
  await settle();
  expect(choice()).toMatchObject({ analytics: false, unsent: textHash });

  shared.told.length = 0;
  answerWith('recorded');
  for (const each of tabs) each.refresh();
  await settle();
  expect(shared.told).toMatchObject([{ consentId: null, analytics: false, textHash }]);
  expect(choice()?.unsent).toBeNull();
});

test('a refusal made offline is counted by the next page when its own is closed', async () => {
  const { tab, answerWith, shared, settle, closePages } = browser();
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
  const { tab, holdAnswers, settle } = browser();
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

test('a grant that could not be recorded is retried, and by the next page too', async () => {
  const { tab, answerWith, settle, shared, retryNow, choice } = browser();
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
  retryNow();
  await settle();
  expect(store.recordedId()).toBe(ids[0]);
  expect(choice()?.unsent).toBeNull();
  expect(new Set(shared.sent.map((decision) => JSON.stringify(decision))).size).toBe(1);
});

test('a withdrawal acts at once, whatever the network does, and bears the id that granted', async () => {
  const { tab, answerWith, settle, shared } = browser();
  const store = tab();
  store.decide(true, 'banner');
  await settle();
  answerWith('retry');
  store.decide(false, 'footer');
  expect(store.recordedId()).toBeNull();
  expect(store.get().status).toBe('refused');
  await settle();
  expect(shared.sent.at(-1)).toMatchObject({
    consentId: ids[0],
    analytics: false,
    source: 'footer',
  });
});

test('a stale tab: its refusal counts although it never saw the other tab accept', async () => {
  const { tab, settle, choice, shared } = browser();
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
  expect(shared.sent.at(-1)).toMatchObject({ consentId: ids[0], analytics: false });
});

test('two open banners end in the later click, under one id', async () => {
  const { tab, settle, shared } = browser();
  const first = tab();
  const second = tab();
  first.decide(true, 'banner');
  second.decide(false, 'banner');
  first.refresh();
  await settle();
  expect(first.get().status).toBe('refused');
  first.decide(true, 'preferences');
  await settle();
  expect(new Set(shared.sent.map((decision) => decision.consentId))).toEqual(new Set([ids[0]]));
});

test("a late answer's Set-Cookie does not bring back an older choice", async () => {
  const { tab, shared, holdAnswers, settle, choice } = browser();
  const held = holdAnswers();
  const store = tab();
  store.decide(true, 'banner');
  const granted = shared.cookie;
  store.decide(false, 'footer');
  shared.cookie = granted; // what the answer to the first decision re-issues
  held[0]?.('recorded');
  await settle();
  expect(choice()?.analytics).toBe(false);
  expect(shared.sent.map((decision) => decision.analytics)).toEqual([true, false]);
});

test('a decision is never older than the one it replaces, even when the clock was set back', async () => {
  const { tab, shared, settle } = browser();
  const store = tab();
  store.decide(true, 'banner');
  await settle();
  shared.now -= 10 * DAY;
  store.decide(false, 'footer');
  await settle();
  const [grant, withdrawal] = shared.sent;
  expect(Date.parse(withdrawal?.decidedAt ?? '')).toBeGreaterThan(
    Date.parse(grant?.decidedAt ?? ''),
  );
});

test('a new revision and the 183rd day each ask again and keep the subject', async () => {
  const { tab, shared, settle } = browser();
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

test('under GPC a visitor who never granted stores and sends nothing', async () => {
  const { tab, shared, settle } = browser();
  const store = tab({ gpc: true });
  store.refresh();
  store.decide(true, 'preferences');
  store.decide(false, 'preferences');
  await settle();
  expect(shared.cookie).toBe('');
  expect(shared.sent).toEqual([]);
});

test('under GPC one who granted sends a single withdrawal', async () => {
  const { tab, shared, settle } = browser();
  tab().decide(true, 'banner');
  await settle();
  const store = tab({ gpc: true });
  store.refresh();
  store.refresh();
  await settle();
  expect(store.recordedId()).toBeNull();
  expect(shared.sent.slice(1)).toMatchObject([{ analytics: false, source: 'gpc' }]);
});

test('a deleted or a broken cookie is no choice', async () => {
  const { tab, shared, settle } = browser();
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
  const { tab, shared, settle } = browser();
  const store = tab();
  store.decide(true, 'banner');
  await settle();
  store.forget();
  expect(shared.cookie).toBe('');
  expect(store.get().status).toBe('unknown');
});

test('the cookie lasts 182 days from the click, is Lax, and Secure only on https', () => {
  const when = { revision: 1, decidedAt: START, source: 'banner' as const, unsent: null };
  const choice = { analytics: false, consentId: null, ...when };
  expect(formatChoice(choice, START, true)).toMatch(
    /; Path=\/; SameSite=Lax; Max-Age=15724800; Secure$/,
  );
  expect(formatChoice(choice, START + DAY, false)).toMatch(/; Max-Age=15638400$/);
});

test('a slow grant never beats the refusal that another tab made later', async () => {
  const { tab, holdAnswers, settle, shared, choice } = browser();
  const held = holdAnswers();
  const slow = tab();
  slow.decide(true, 'banner');
  const granted = shared.cookie;
  const other = tab();
  other.decide(false, 'banner');
  held[1]?.('recorded'); // the refusal arrives first
  await settle();
  slow.refresh(); // told by the other tab
  shared.cookie = granted; // what the late answer re-issues
  held[0]?.('recorded');
  await settle();
  expect(choice()?.analytics).toBe(false);
  expect(slow.recordedId()).toBeNull();
  expect(shared.sent.map((decision) => decision.analytics)).toEqual([true, false]);
});

test('a grant that waits for the network is not sent once another tab has refused', async () => {
  const { tab, answerWith, settle, shared, retryNow } = browser();
  answerWith('retry');
  const waiting = tab();
  waiting.decide(true, 'banner');
  await settle();
  answerWith('recorded');
  tab().decide(false, 'banner');
  await settle();
  waiting.refresh();
  retryNow();
  await settle();
  expect(shared.sent.map((decision) => decision.analytics)).toEqual([true, false]);
});

test('after erasure the cookie has no identifier, and the next grant has a new one', async () => {
  const { tab, shared, settle, choice } = browser();
  const store = tab();
  store.decide(true, 'banner');
  await settle();
  store.erased();
  expect(store.get()).toMatchObject({ status: 'refused', consentId: null });
  expect(choice()?.consentId).toBeNull();
  expect(shared.sent).toHaveLength(1);
  store.decide(true, 'my-data');
  await settle();
  expect(store.recordedId()).toBe(ids[1]);
});

test('what is asked may change while the page is open: the next answer is to the new text', async () => {
  const { tab, shared, settle } = browser();
  const store = tab();
  store.decide(true, 'banner');
  await settle();
  store.adopt({ revision: 2, textHash: 'e'.repeat(64), gpc: false });
  expect(store.get().status).toBe('unknown');
  store.decide(true, 'banner');
  await settle();
  expect(shared.sent.at(-1)).toMatchObject({ revision: 2, textHash: 'e'.repeat(64) });
  expect(store.recordedId()).not.toBeNull();
});

test('a refusal acts at once in the other tabs too', async () => {
  const { tab, settle } = browser();
  const first = tab();
  first.decide(true, 'banner');
  await settle();
  const second = tab();
  expect(second.recordedId()).toBe(ids[0]);
  first.decide(false, 'footer');
  second.refresh();
  expect(second.recordedId()).toBeNull();
});

test('in flight, the cookie says so: no other page opens analytics before the proof', async () => {
  const { tab, holdAnswers, settle, shared, choice } = browser();
  const held = holdAnswers();
  const first = tab();
  first.decide(true, 'banner');
  const second = tab();
  second.refresh();
  expect(second.recordedId()).toBeNull();
  expect(shared.sent).toHaveLength(1); // the second page tells the very same
  held[0]?.('recorded');
  held[1]?.('recorded');
  await settle();
  second.refresh();
  expect(choice()?.unsent).toBeNull();
  expect(second.recordedId()).toBe(ids[0]);
});

test('once recorded, the decision is told again with the cookie that stays', async () => {
  const { tab, settle, shared } = browser();
  tab().decide(true, 'banner');
  await settle();
  const unsent = shared.cookies.map((cookie) => parseChoice(cookie)?.unsent);
  expect(unsent).toEqual([textHash, null]);
});

test('a newer click calls the older request back, and is told at once', async () => {
  const { tab, holdAnswers, settle, shared, choice } = browser();
  holdAnswers();
  const store = tab();
  store.decide(true, 'banner');
  store.decide(false, 'footer');
  await settle();
  expect(shared.sent.map((decision) => decision.analytics)).toEqual([true, false]);
  expect(choice()).toMatchObject({ analytics: false, unsent: textHash });
});

test('a withdrawal that could not be told is told by the next page', async () => {
  const { tab, settle, answerWith, shared } = browser();
  const store = tab();
  store.decide(true, 'banner');
  await settle();
  answerWith('retry');
  store.decide(false, 'footer');
  await settle();
  shared.sent.length = 0;
  answerWith('recorded');
  tab().refresh();
  await settle();
  expect(shared.sent).toMatchObject([{ analytics: false, source: 'footer', consentId: ids[0] }]);
});

test('a withdrawal that the server refuses is told again, with growing pauses, until it is recorded', async () => {
  const { tab, settle, answerWith, shared, retryNow, choice } = browser();
  const store = tab();
  store.decide(true, 'banner');
  await settle();
  answerWith('refused');
  store.decide(false, 'footer');
  await settle();
  for (const _ of [1, 2]) {
    retryNow();
    await settle();
  }
  expect(store.get().status).toBe('refused');
  expect(choice()).toMatchObject({ analytics: false, consentId: ids[0], unsent: textHash });
  expect(shared.pauses).toEqual([2_000, 4_000, 8_000]);
  answerWith('recorded');
  retryNow();
  await settle();
  expect(choice()).toMatchObject({ analytics: false, unsent: null });
});

test('a withdrawal that the server refused is told by the next page', async () => {
  const { tab, settle, answerWith, shared, choice } = browser();
  const store = tab();
  store.decide(true, 'banner');
  await settle();
  answerWith('refused');
  store.decide(false, 'footer');
  await settle();
  shared.told.length = 0;
  answerWith('recorded');
  tab().refresh();
  await settle();
  expect(shared.told[0]).toMatchObject({ analytics: false, source: 'footer', consentId: ids[0] });
  expect(choice()?.unsent).toBeNull();
});

test('a decision says how long ago the click was, by a clock that nobody sets', async () => {
  const { tab, settle, answerWith, shared, retryNow } = browser();
  answerWith('retry');
  tab().decide(true, 'banner');
  await settle();
  shared.now -= 10 * DAY;
  shared.elapsed += 5_000.4;
  retryNow();
  await settle();
  expect(shared.told.map(({ ageMs }) => ageMs)).toEqual([0, 5_000]);
});

test.each([
  ['grant', true, [undefined, undefined]],
  ['withdrawal', false, [0, 3_000]],
])(
  'of a %s in a page that was closed the next page says an age only where that can do no harm',
  async (_, analytics, ages) => {
    const { tab, settle, answerWith, shared, retryNow, closePages } = browser();
    tab().decide(true, 'banner');
    await settle();
    answerWith('retry');
    tab().decide(analytics, 'preferences');
    await settle();
    closePages();
    shared.elapsed += 60_000;
    shared.told.length = 0;
    tab().refresh(); // from here on it knows of the click, and of its age no more than that
    await settle();
    shared.elapsed += 3_000;
    retryNow();
    await settle();
    expect(shared.told.map(({ ageMs }) => ageMs)).toEqual(ages);
  },
);

test('a tab that heard nothing of a later choice does not tell its own again', async () => {
  const { tab, settle, answerWith, shared, retryNow, choice } = browser();
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
  retryNow();
  await settle();
  expect(shared.told).toEqual([]);
  expect(choice()).toMatchObject({ analytics: true, unsent: null });
  expect(stale.get().status).toBe('granted');
});

test('a refusal that the server refuses is still a refusal here', async () => {
  const { tab, settle, answerWith } = browser();
  answerWith('refused');
  const store = tab();
  store.decide(false, 'banner');
  await settle();
  expect(store.get().status).toBe('refused');
  store.decide(true, 'preferences');
  await settle();
  expect(store.get().status).toBe('unknown');
});

test('where the browser keeps no cookie the answer holds for the page, and no grant is sent', async () => {
  const { tab, settle, shared } = browser();
  shared.keepsCookies = false;
  const store = tab();
  store.decide(true, 'banner');
  await settle();
  store.refresh();
  expect(store.get().status).toBe('granted');
  expect(store.recordedId()).toBeNull();
  expect(shared.sent).toEqual([]);
  store.decide(false, 'footer');
  await settle();
  expect(store.get().status).toBe('refused');
});

test('Global Privacy Control that comes while the page is open withdraws', async () => {
  const { tab, settle, shared } = browser();
  const store = tab();
  store.decide(true, 'banner');
  await settle();
  store.adopt({ revision: 1, textHash, gpc: true });
  await settle();
  expect(store.recordedId()).toBeNull();
  expect(store.get()).toMatchObject({ status: 'refused', gpc: true });
  expect(shared.sent.at(-1)).toMatchObject({ analytics: false, source: 'gpc' });
});

test('a page that is out of date takes the answer given in a newer one, and does not undo it', async () => {
  const { tab, settle, choice } = browser();
  const old = tab();
  tab({ revision: 2 }).decide(false, 'banner');
  await settle();
  old.refresh();
  expect(old.get().status).toBe('refused');
  old.decide(false, 'preferences');
  expect(choice()?.revision).toBe(2);
});

test('a cookie from a clock far ahead can be answered anew', async () => {
  const { tab, settle, shared } = browser();
  for (const decidedAt of ['+275760-09-13T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) {
    const value = { categories: ['analytics'], revision: 1, consentId: ids[0] };
    const cookie = { ...value, lastConsentTimestamp: decidedAt, data: null };
    shared.cookie = `cc_cookie=${encodeURIComponent(JSON.stringify(cookie))}`;
    const store = tab();
    store.decide(false, 'footer');
    await settle();
    expect(store.get().status).toBe('refused');
    expect(Date.parse(shared.sent.at(-1)?.decidedAt ?? '')).toBeLessThan(START + 2 * DAY);
  }
});

test('of several cookies with the name the latest choice is read: another site of the domain may have set one', () => {
  const own = {
    consentId: null,
    analytics: false,
    revision: 1,
    source: 'footer',
    unsent: null,
  } as const;
  const pair = (choice: Parameters<typeof formatChoice>[0]) =>
    formatChoice(choice, START, false).split(';')[0];
  const refused = pair({ ...own, decidedAt: START });
  const theirs = pair({
    ...own,
    decidedAt: START - DAY,
    analytics: true,
    consentId: ids[0] ?? null,
  });
  for (const cookies of [
    [theirs, 'cc_cookie=%', refused],
    [refused, 'cc_cookie=', theirs],
  ])
    expect(parseChoice(cookies.join('; '))).toMatchObject({ analytics: false, decidedAt: START });
});
