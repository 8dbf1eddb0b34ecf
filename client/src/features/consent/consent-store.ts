import type { ConsentDecision, ConsentSource } from '#shared/consents';
import { CONSENT_MS } from '#shared/limits';
import type { ConsentStatus, ConsentView } from '../../ports.ts';
import { type Choice, eraseChoice, formatChoice, parseChoice } from './consent-cookie.ts';

/** What became of a decision that was sent: on disk, to be sent again, or refused for good. */
export type PostOutcome = 'recorded' | 'retry' | 'refused';

/** What is asked: owned by the server, and newer than this page when it was changed meanwhile. */
export interface ConsentPolicy {
  revision: number;
  textHash: string;
}

export interface ConsentStoreDeps {
  /** `document.cookie`, read anew each time: another tab or the visitor may have changed it. */
  readCookies(): string;
  writeCookie(assignment: string): void;
  post(decision: ConsentDecision): Promise<PostOutcome>;
  /** Told after each click, so that the other tabs read the cookie again. */
  announce(): void;
  now(): number;
  newId(): string;
  /** Calls back after a delay in milliseconds; gives what cancels it. */
  later(callback: () => void, delayMs: number): () => void;
  secure: boolean;
  policy: ConsentPolicy;
  /** Global Privacy Control, by header or by script. */
  gpc: boolean;
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
  /** The page may end now: leaves a note of what is not recorded for the next one. */
  suspend(): void;
  /** The server knows no such grant: forgets it and asks again, for what is asked now. */
  forget(policy?: ConsentPolicy): void;
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
 */
export function createConsentStore(deps: ConsentStoreDeps): ConsentStore {
  const listeners = new Set<() => void>();
  const unsent: ConsentDecision[] = [];
  let { policy } = deps;
  let sending = false;
  let retryMs = FIRST_RETRY_MS;
  let cancelRetry: (() => void) | undefined;
  /** The latest choice that this page knows of, its own or another tab's. */
  let choice = parseChoice(deps.readCookies());
  let view = toView();

  function toView(): ConsentView {
    const current =
      choice && choice.revision === policy.revision && deps.now() - choice.decidedAt < CONSENT_MS;
    let status: ConsentStatus = 'unknown';
    if (current) status = choice?.analytics ? 'granted' : 'refused';
    return {
      status,
      gpc: deps.gpc,
      consentId: choice?.consentId ?? null,
      decidedAt: (current && choice?.decidedAt) || null,
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
  }

  /** Takes over what another tab wrote; an older choice, re-issued by a late answer, is written over. */
  function reconcile() {
    const stored = parseChoice(deps.readCookies());
    if (stored && choice && stored.decidedAt < choice.decidedAt) keep(choice);
    else choice = stored;
  }

  function nextChoice(analytics: boolean, consentId: string | null, source: ConsentSource): Choice {
    // Never older than the choice it replaces, even when the clock was set back in between.
    const decidedAt = Math.max(deps.now(), (choice?.decidedAt ?? 0) + 1);
    return { analytics, consentId, revision: policy.revision, decidedAt, source, unsent: null };
  }

  function decide(analytics: boolean, source: ConsentSource) {
    reconcile();
    if (deps.gpc && (analytics || !choice?.analytics)) return;
    const consentId = choice?.consentId ?? (analytics ? deps.newId() : null);
    keep(nextChoice(analytics, consentId, source));
    enqueue();
    changed();
    deps.announce();
    void send();
  }

  /** The choice in force is to be told to the server. */
  function enqueue() {
    if (!choice) return;
    const { consentId, revision, analytics, source, decidedAt } = choice;
    unsent.push({
      consentId,
      revision,
      analytics,
      source,
      language: 'en',
      textHash: choice.unsent ?? policy.textHash,
      decidedAt: new Date(decidedAt).toISOString(),
    });
  }

  /** One decision at a time, in the order of the clicks. */
  async function send(): Promise<void> {
    const decision = unsent[0];
    if (sending || !decision) return;
    cancelRetry?.();
    if (isWithdrawnElsewhere(decision)) {
      unsent.shift();
      return send();
    }
    sending = true;
    note(null); // first, because the server re-issues the bytes that this request bears
    const outcome = await deps.post(decision);
    sending = false;
    reconcile();
    if (outcome === 'retry') {
      note(decision.textHash);
      cancelRetry = deps.later(() => void send(), retryMs);
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
    } else {
      unsent.shift();
      retryMs = FIRST_RETRY_MS;
      // The grant may have overtaken another tab's withdrawal on its way: that is said once more.
      if (isWithdrawnElsewhere(decision)) enqueue();
      if (outcome === 'refused' && unsent.length === 0) forget();
    }
    changed();
    if (outcome !== 'retry') await send();
  }

  /** Whether a grant of this page is older than a refusal that this page has not queued itself. */
  function isWithdrawnElsewhere({ analytics, decidedAt }: ConsentDecision): boolean {
    if (!analytics || !choice || choice.analytics) return false;
    const refusedAt = choice.decidedAt;
    if (refusedAt <= Date.parse(decidedAt ?? '')) return false;
    return unsent.every((other) => Date.parse(other.decidedAt ?? '') !== refusedAt);
  }

  /** Notes in the cookie whether the server still has to be told, so that the next page tells it. */
  function note(textHash: string | null) {
    reconcile();
    if (choice && !choice.unsent !== !textHash) keep({ ...choice, unsent: textHash });
  }

  function refresh() {
    reconcile();
    if (deps.gpc && choice?.analytics) decide(false, 'gpc');
    if (choice?.unsent && unsent.length === 0) enqueue(); // left behind by an earlier page
    changed();
    void send();
  }

  function forget(next: ConsentPolicy = policy) {
    policy = next;
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
      const isRecorded = unsent.length === 0 && !choice?.unsent;
      return view.status === 'granted' && !deps.gpc && isRecorded ? view.consentId : null;
    },
    decide,
    refresh,
    suspend() {
      if (unsent[0]) note(unsent[0].textHash);
    },
    forget,
    erased() {
      reconcile();
      unsent.length = 0;
      keep(nextChoice(false, null, 'my-data'));
      changed();
      deps.announce();
    },
  };
}
