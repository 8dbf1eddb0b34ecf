import type { ConsentDecision, ConsentSource } from '#shared/consents';
import { parseChoice } from '../consent-cookie.ts';
import { type ConsentPolicy, type ConsentStore, createConsentStore } from '../consent-store.ts';
import type { PostOutcome } from '../post-outcome.ts';

export const START = Date.parse('2026-03-02T09:00:00Z');
export const DAY = 86_400_000;
export const textHash = 'f'.repeat(64);
const text = { language: 'en', textHash, textsSince: { en: 1 } } as const;
/** What all pages ask unless the test says otherwise. */
export const policy: ConsentPolicy = { revision: 1, gpc: false, ...text };
export const ids = [
  '0195552f-0000-7000-8000-000000000001',
  '0195552f-0000-7000-8000-000000000002',
] as const;

/** Lets all work run that waits for no timer of the store. */
const settle = () => new Promise<void>((resolve) => setTimeout(resolve));

/** One browser: a cookie jar and two clocks that its tabs share, and a server that answers as the test says. */
export function testBrowser() {
  const shared = {
    cookie: '',
    /** The wall clock, which the visitor can set. */
    now: START,
    /** Milliseconds by the monotonic clock. */
    elapsed: 0,
    /** Every request in order, with its time by {@link elapsed}. */
    told: [] as (ConsentDecision & { at: number; cookie: string; signal: AbortSignal })[],
    /** What the server answers. */
    answer: 'recorded' as PostOutcome,
    keepsCookies: true,
  };
  let nextId = 0;
  let timers: { due: number; callback(): void }[] = [];
  const held: ((outcome: PostOutcome) => void)[] = [];
  let isHolding = false;

  async function post(
    decision: ConsentDecision,
    { signal }: AbortController,
  ): Promise<PostOutcome> {
    const { cookie } = shared;
    shared.told.push({ ...decision, at: shared.elapsed, cookie, signal });
    let outcome = shared.answer;
    if (isHolding) {
      outcome = await new Promise<PostOutcome>((resolve) => {
        held.push(resolve);
        signal.addEventListener('abort', () => resolve('retry'));
      });
    }
    // The answer sets the request's own cookie again. The browser ignores the answer to an aborted request.
    if (outcome === 'recorded' && !signal.aborted && cookie !== '') shared.cookie = cookie;
    return outcome;
  }

  const tab = (asked: Partial<ConsentPolicy> = {}) =>
    createConsentStore({
      readCookies: () => shared.cookie,
      writeCookie(assignment) {
        if (!shared.keepsCookies) return;
        shared.cookie = /Max-Age=0/.test(assignment) ? '' : (assignment.split(';')[0] ?? '');
      },
      post,
      announce() {},
      // As a lock of the browser, which is given later.
      exclusively: (work) => Promise.resolve().then(work),
      now: () => shared.now,
      monotonic: () => shared.elapsed,
      newId: () => ids[nextId++] ?? 'too many ids',
      later(callback, delayMs) {
        const timer = { due: shared.elapsed + delayMs, callback };
        timers.push(timer);
        return () => {
          timers = timers.filter((other) => other !== timer);
        };
      },
      secure: false,
      policy: { ...policy, textsSince: { en: asked.revision ?? 1 }, ...asked },
    });

  /** Advances both clocks; each timer fires when it is due. */
  async function pass(ms: number): Promise<void> {
    const end = shared.elapsed + ms;
    const [next] = timers.sort((a, b) => a.due - b.due);
    const isDue = next !== undefined && next.due <= end;
    const elapsed = isDue ? next.due : end;
    shared.now += elapsed - shared.elapsed;
    shared.elapsed = elapsed;
    if (!isDue) return;
    timers = timers.filter((other) => other !== next);
    next.callback();
    await settle();
    await pass(end - elapsed);
  }

  /** Makes a choice in a tab, and lets the server answer. */
  async function click(store: ConsentStore, analytics: boolean, source: ConsentSource = 'footer') {
    store.decide(analytics, source);
    await settle();
  }

  return {
    ...{ shared, tab, settle, pass, click },
    /** Returns a tab in which the visitor has granted. */
    async granted() {
      const store = tab();
      await click(store, true, 'banner');
      return store;
    },
    /** Returns the requests that wait from now on; calling one answers it. */
    holdAnswers() {
      isHolding = true;
      return held;
    },
    /** Closes all pages and removes their timers. */
    closePages() {
      timers = [];
    },
    choice: () => parseChoice(shared.cookie, shared.now),
  };
}
