import type { ConsentDecision, ConsentSource } from '#shared/consents';
import { CONSENT_MS } from '#shared/limits';
import type { Language } from '#shared/site-languages';
import type { ConsentStatus, ConsentView } from '../../ports.ts';
import { type Choice, eraseChoice, formatChoice, parseChoice, rankOf } from './consent-cookie.ts';
import type { PostOutcome } from './post-outcome.ts';

/** The question and whether it may be asked, as the server last said. It may have changed since the page was served. */
export interface ConsentPolicy {
  revision: number;
  /** The language that this page asks in, and the hash of its text. */
  language: Language;
  textHash: string;
  /** By language, the revision since which its text is the same. */
  textsSince: Readonly<Partial<Record<string, number>>>;
  /** True if the browser sends Global Privacy Control, by header or by script. */
  gpc: boolean;
}

export interface ConsentStoreDeps {
  /** Returns `document.cookie`, read each time: another tab or the visitor may have changed it. */
  readCookies(): string;
  writeCookie(assignment: string): void;
  /** Sends one decision. Once it is aborted, no part of the answer may take effect, least of all its Set-Cookie. */
  post(decision: ConsentDecision, aborter: AbortController): Promise<PostOutcome>;
  /** Called after each change, so that the other tabs read the cookie again. */
  announce(): void;
  /** Runs the work while no other tab runs its own (a lock). */
  exclusively(work: () => boolean): Promise<boolean>;
  now(): number;
  /** Milliseconds by a monotonic clock, from any starting point. */
  monotonic(): number;
  newId(): string;
  /** Runs the callback after a delay in milliseconds. Returns a function that cancels it. */
  later(callback: () => void, delayMs: number): () => void;
  secure: boolean;
  policy: ConsentPolicy;
}

export type ConsentStore = ReturnType<typeof createConsentStore>;

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 300_000;

/**
 * Creates the single source of truth about consent in this page: unknown, refused or granted. It stores the choice in
 * the cookie and shows it in vanilla-cookieconsent's dialogs. It never reads the library's own state, which loses a
 * withdrawal made in a stale tab. Of two choices the later click wins, whatever tab it was made in and whatever order
 * the requests arrive in.
 *
 * Until the server has recorded a choice with an id, the cookie marks it as `unsent`. The next page that reads the
 * cookie, in this tab or another, then sends the choice again and measures nothing before that.
 */
export function createConsentStore(deps: ConsentStoreDeps) {
  const listeners = new Set<() => void>();
  let { policy } = deps;
  /** The latest choice that this page has seen, its own or another tab's. */
  let choice = read();
  /** The running request, if any. */
  let sending: { decidedAt: number; aborter: AbortController } | undefined;
  /** Identifies a choice by its time, and says when this page learned of it: by its own click, or from the cookie. */
  let known = { decidedAt: Number.NaN, since: 0, isOwn: false };
  let retryMs = FIRST_RETRY_MS;
  let cancelRetry: (() => void) | undefined;
  /** True if the browser keeps no cookies: the choice lasts as long as the page, and a grant has no effect. */
  let isForgetful = false;
  let view = toView();

  function read(): Choice | null {
    return parseChoice(deps.readCookies(), deps.now());
  }

  function toView(): ConsentView {
    const current =
      choice &&
      // The text that was answered may be in another language. A higher revision means that the answer was given in a
      // newer page.
      choice.revision >= (policy.textsSince[choice.language] ?? policy.revision) &&
      Math.abs(deps.now() - choice.decidedAt) < CONSENT_MS;
    const kept = isForgetful ? null : choice;
    let status: ConsentStatus = 'unknown';
    if (current) status = kept?.analytics ? 'granted' : 'refused';
    return {
      status,
      gpc: policy.gpc,
      consentId: kept?.consentId ?? null,
      decidedAt: (current && kept?.decidedAt) || null,
      isRecorded: !choice?.unsent,
    };
  }

  function changed() {
    const next = toView();
    const keys = Object.keys(next) as (keyof ConsentView)[];
    if (keys.some((key) => next[key] !== view[key])) view = next;
    for (const listener of listeners) listener();
  }

  function keep(next: Choice) {
    choice = next;
    deps.writeCookie(formatChoice(next, deps.now(), deps.secure));
    isForgetful = read() === null;
  }

  /** Takes over a newer choice of another tab. Overwrites an older one that a late answer has set again. */
  function reconcile() {
    const stored = read();
    const rank = (one: Choice) => rankOf(one, deps.now());
    if (stored && choice && rank(stored) < rank(choice)) keep(choice);
    else if (stored || !isForgetful) choice = stored;
    if (sending && sending.decidedAt !== choice?.decidedAt) sending.aborter.abort();
  }

  function nextChoice(analytics: boolean, consentId: string | null, source: ConsentSource): Choice {
    return {
      analytics,
      consentId,
      // A refusal in an outdated page also answers the current question.
      revision: analytics ? policy.revision : Math.max(policy.revision, choice?.revision ?? 0),
      // Always later than the choice that it replaces.
      decidedAt: Math.max(deps.now(), choice ? rankOf(choice, deps.now()) + 1 : 0),
      source,
      language: policy.language,
      // The server only counts a refusal without an id, so it is sent once and not again by the next page.
      unsent: consentId === null ? null : policy.textHash,
    };
  }

  /** Applies a click at once in this page, and sends it until the server has recorded it. */
  function decide(analytics: boolean, source: ConsentSource) {
    reconcile();
    if (policy.gpc && (analytics || !choice?.analytics)) return;
    const consentId = choice?.consentId ?? (analytics ? deps.newId() : null);
    const next = nextChoice(analytics, consentId, source);
    keep(next);
    known = { decidedAt: next.decidedAt, since: deps.monotonic(), isOwn: true };
    retryMs = FIRST_RETRY_MS;
    changed();
    deps.announce();
    void send();
  }

  /** Sends the current choice to the server and aborts the request of an older one. */
  async function send(): Promise<void> {
    const told = choice;
    if (!told || (isForgetful && told.analytics)) return;
    if (sending?.decidedAt === told.decidedAt) return;
    cancelRetry?.();
    if (told.consentId === null && told.unsent && !(await claim(told))) return;
    const outcome = await tell(told);
    reconcile();
    if (choice?.decidedAt !== told.decidedAt) return; // a later click has been sent in the meantime
    // A withdrawal is sent until it is recorded. A refusal without an id is only counted.
    const isWithdrawal = !told.analytics && told.consentId !== null;
    if (outcome === 'retry' || (outcome === 'refused' && isWithdrawal)) retryLater(told);
    else settle(told, outcome);
    changed();
  }

  /**
   * Clears the `unsent` note of a refusal without an id. Returns false if another page has cleared it first. Without an id
   * the server cannot tell that two refusals are the same, so it counts each one. A failed try sets the note again.
   */
  function claim(told: Choice): Promise<boolean> {
    return deps.exclusively(() => {
      reconcile();
      if (choice?.decidedAt !== told.decidedAt || !choice.unsent) return false;
      keep({ ...told, unsent: null });
      return true;
    });
  }

  async function tell(told: Choice): Promise<PostOutcome> {
    sending?.aborter.abort();
    const mine = { decidedAt: told.decidedAt, aborter: new AbortController() };
    sending = mine;
    const outcome = await deps.post(toDecision(told), mine.aborter);
    if (sending === mine) sending = undefined;
    return outcome;
  }

  function retryLater(told: Choice) {
    keep({ ...told, unsent: told.unsent ?? policy.textHash });
    cancelRetry = deps.later(refresh, retryMs);
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
  }

  function settle(told: Choice, outcome: 'recorded' | 'refused') {
    if (outcome === 'refused' && told.analytics) return forget();
    if (!told.unsent) return;
    keep({ ...told, unsent: null });
    deps.announce();
    // Sent once more with the final cookie. The answer sets it again by header, because WebKit deletes a cookie that
    // only a script has set after seven days. The server finds nothing new in it.
    if (outcome === 'recorded' && told.consentId) void tell(told).then(reconcile);
  }

  function toDecision(told: Choice): ConsentDecision {
    const { consentId, revision, analytics, language } = told;
    const source = told.source ?? 'banner';
    const decidedAt = new Date(told.decidedAt).toISOString();
    const textHash = told.unsent ?? policy.textHash;
    const proof = { revision, analytics, source, language, textHash, decidedAt };
    const ageMs = ageOf(told);
    return { consentId, ...proof, ...(ageMs !== undefined && { ageMs }) };
  }

  /**
   * Returns how long ago the click was, in milliseconds. For a click in another page, only the time since this page
   * learned of it is known. That makes a withdrawal look later than it was, which may cost a grant. For such a grant
   * it returns undefined, because a grant that looks later might undo a withdrawal.
   */
  function ageOf({ decidedAt, analytics }: Choice): number | undefined {
    if (known.decidedAt !== decidedAt) {
      known = { decidedAt, since: deps.monotonic(), isOwn: false };
    }
    if (analytics && !known.isOwn) return undefined;
    return Math.round(deps.monotonic() - known.since);
  }

  /** Reads the cookie again and sends the choice if the server has not recorded it. */
  function refresh() {
    reconcile();
    if (policy.gpc && choice?.analytics) decide(false, 'gpc');
    changed();
    if (choice?.unsent) void send();
  }

  /** Forgets a grant that the server does not have, so that the visitor is asked again. */
  function forget() {
    sending?.aborter.abort();
    deps.writeCookie(eraseChoice);
    choice = null;
    changed();
    deps.announce();
  }

  return {
    get: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Returns the granted id once the server has recorded the grant, else null. Analytics starts with this id only. */
    recordedId() {
      const isOpen = view.status === 'granted' && !policy.gpc && !choice?.unsent;
      return isOpen ? view.consentId : null;
    },
    decide,
    refresh,
    /** Takes over the server's current policy. */
    adopt(next: ConsentPolicy) {
      policy = next;
      refresh();
    },
    forget,
    /**
     * Turns analytics off for an erasure: at the press under the id, and under `null` once the server has erased. Sends
     * nothing, because the erasure is a withdrawal, too. If it fails, or its page closes, the next refresh does.
     */
    withdraw(consentId: string | null) {
      reconcile();
      // People who have accepted since the press keep their id: the server may already hold that grant.
      if (consentId || !choice?.analytics) keep(nextChoice(false, consentId, 'preferences'));
      reconcile();
      changed();
      deps.announce();
    },
  };
}
