import type { ConsentDecision, ConsentSource } from '#shared/consents';
import { CONSENT_MS } from '#shared/limits';
import type { ConsentStatus, ConsentView } from '../../ports.ts';
import { type Choice, eraseChoice, formatChoice, parseChoice } from './consent-cookie.ts';
import type { PostOutcome } from './post-outcome.ts';

/** What is asked, and whether it may be: the server's word, newer than this page when it changed meanwhile. */
export interface ConsentPolicy {
  revision: number;
  textHash: string;
  /** Global Privacy Control, by header or by script. */
  gpc: boolean;
}

export interface ConsentStoreDeps {
  /** `document.cookie`, read anew each time: another tab or the visitor may have changed it. */
  readCookies(): string;
  writeCookie(assignment: string): void;
  /** Once the signal is aborted nothing of the answer may take effect, its Set-Cookie least of all. */
  post(decision: ConsentDecision, signal: AbortSignal): Promise<PostOutcome>;
  /** Told after each change, so that the other tabs read the cookie again. */
  announce(): void;
  /** Runs the work while no other tab runs its own. */
  exclusively(work: () => boolean): Promise<boolean>;
  now(): number;
  /** Milliseconds by a clock that nobody sets, since any moment. */
  monotonic(): number;
  newId(): string;
  /** Calls back after a delay in milliseconds; gives what cancels it. */
  later(callback: () => void, delayMs: number): () => void;
  secure: boolean;
  policy: ConsentPolicy;
}

export interface ConsentStore {
  get(): ConsentView;
  subscribe(listener: () => void): () => void;
  /** The granted id once the server holds the proof, else null: the one key that opens analytics. */
  recordedId(): string | null;
  /** The visitor clicked: acts at once, here; the server is told until it has recorded it. */
  decide(analytics: boolean, source: ConsentSource): void;
  /** Reads the cookie again, and sends what the server has not recorded. */
  refresh(): void;
  /** What the server asks by now. */
  adopt(policy: ConsentPolicy): void;
  /** The server knows no such grant: forgets it, so that the visitor is asked again. */
  forget(): void;
  /** The server has erased all that it held and recorded the withdrawal: gives up the id. */
  erased(): void;
}

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 300_000;

/**
 * The truth about consent in this page: unknown, refused or granted. The cookie is its memory and
 * vanilla-cookieconsent its dialogs; the library's own state is never asked, because it loses a
 * withdrawal made in a stale tab. Of two choices the later click is the truth, in whatever tab it
 * was made and in whatever order the network tells of them.
 *
 * Until the server has recorded a choice that bears an id, the cookie says so (`unsent`): whatever
 * page reads it next, in this tab or another, tells the server again and measures nothing before.
 */
export function createConsentStore(deps: ConsentStoreDeps): ConsentStore {
  const listeners = new Set<() => void>();
  let { policy } = deps;
  /** The latest choice that this page knows of, its own or another tab's. */
  let choice = read();
  /** Of the request under way, if any. */
  let sending: { decidedAt: number; aborter: AbortController } | undefined;
  /** Since when this page knows of the choice with that time; here it was clicked, or found in the cookie. */
  let known = { decidedAt: Number.NaN, since: 0, isOwn: false };
  let retryMs = FIRST_RETRY_MS;
  let cancelRetry: (() => void) | undefined;
  /** The browser keeps no cookie: the choice lives as long as the page, and no grant is ever sent. */
  let isForgetful = false;
  let view = toView();

  function read(): Choice | null {
    const stored = parseChoice(deps.readCookies());
    // A clock that was far ahead at the click: later clicks must still be later.
    return (
      stored && { ...stored, decidedAt: Math.min(stored.decidedAt, deps.now() + MAX_AHEAD_MS) }
    );
  }

  function toView(): ConsentView {
    // A higher revision was answered in a page newer than this one.
    const current =
      choice && choice.revision >= policy.revision && deps.now() - choice.decidedAt < CONSENT_MS;
    let status: ConsentStatus = 'unknown';
    if (current) status = choice?.analytics ? 'granted' : 'refused';
    return {
      status,
      gpc: policy.gpc,
      consentId: choice?.consentId ?? null,
      decidedAt: (current && choice?.decidedAt) || null,
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

  /** Takes over what another tab wrote; an older choice, re-issued by a late answer, is written over. */
  function reconcile() {
    const stored = read();
    if (stored && choice && stored.decidedAt < choice.decidedAt) keep(choice);
    else if (stored || !isForgetful) choice = stored;
    if (sending && sending.decidedAt !== choice?.decidedAt) sending.aborter.abort();
  }

  function nextChoice(analytics: boolean, consentId: string | null, source: ConsentSource): Choice {
    return {
      analytics,
      consentId,
      // A refusal in a page that is out of date still answers what is asked by now.
      revision: analytics ? policy.revision : Math.max(policy.revision, choice?.revision ?? 0),
      // Never older than the choice it replaces, even when the clock was set back in between.
      decidedAt: Math.max(deps.now(), (choice?.decidedAt ?? 0) + 1),
      source,
      // A refusal without an id is only counted, so it is told once and not again by the next page.
      unsent: consentId === null ? null : policy.textHash,
    };
  }

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

  /** Tells the server the choice in force; an older one that is still on its way is called back. */
  async function send(): Promise<void> {
    const told = choice;
    if (!told || (isForgetful && told.analytics)) return;
    if (sending?.decidedAt === told.decidedAt) return;
    cancelRetry?.();
    if (told.consentId === null && told.unsent && !(await claim(told))) return;
    const outcome = await tell(told);
    reconcile();
    if (choice?.decidedAt !== told.decidedAt) return; // a later click has been told meanwhile
    // No answer ends a withdrawal but that it is recorded; a refusal without an id is only counted.
    const isWithdrawal = !told.analytics && told.consentId !== null;
    if (outcome === 'retry' || (outcome === 'refused' && isWithdrawal)) retryLater(told);
    else settle(told, outcome);
    changed();
  }

  /**
   * Takes the note of a refusal without an id, and returns false where another page has taken it first. The server
   * counts each such refusal that it is told, because no id says that two of them are one. A failed try puts the note
   * back.
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
    const outcome = await deps.post(toDecision(told), mine.aborter.signal);
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
    // Once more with the bytes that stay: the answer re-issues them, and WebKit drops a cookie that
    // only a script wrote after seven days. The server finds nothing new in it.
    if (outcome === 'recorded' && told.consentId) void tell(told).then(reconcile);
  }

  function toDecision(told: Choice): ConsentDecision {
    const { consentId, revision, analytics, source } = told;
    const decidedAt = new Date(told.decidedAt).toISOString();
    const textHash = told.unsent ?? policy.textHash;
    const proof = { revision, analytics, source, language: 'en', textHash, decidedAt } as const;
    const ageMs = ageOf(told);
    return { consentId, ...proof, ...(ageMs !== undefined && { ageMs }) };
  }

  /**
   * Returns how long ago the click was, in milliseconds. Of a click in another page only a part of that is known. It
   * makes a withdrawal seem later than it was, which may cost a grant; the same of a grant might undo a withdrawal.
   */
  function ageOf({ decidedAt, analytics }: Choice): number | undefined {
    if (known.decidedAt !== decidedAt) {
      known = { decidedAt, since: deps.monotonic(), isOwn: false };
    }
    if (analytics && !known.isOwn) return undefined;
    return Math.round(deps.monotonic() - known.since);
  }

  function refresh() {
    reconcile();
    if (policy.gpc && choice?.analytics) decide(false, 'gpc');
    changed();
    if (choice?.unsent) void send();
  }

  function forget() {
    sending?.aborter.abort();
    deps.writeCookie(eraseChoice);
    choice = null;
    changed();
    deps.announce();
  }

  return {
    get: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    recordedId() {
      const isOpen = view.status === 'granted' && !policy.gpc && !isForgetful && !choice?.unsent;
      return isOpen ? view.consentId : null;
    },
    decide,
    refresh,
    adopt(next) {
      policy = next;
      refresh();
    },
    forget,
    erased() {
      reconcile();
      keep(nextChoice(false, null, 'my-data'));
      reconcile();
      changed();
      deps.announce();
    },
  };
}

/** How far a browser's clock may be ahead of itself. */
const MAX_AHEAD_MS = 86_400_000;
