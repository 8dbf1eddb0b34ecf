import type { ConsentDecision, ConsentSource } from '#shared/consents';
import { CONSENT_MS } from '#shared/limits';
import type { ConsentStatus, ConsentView } from '../../ports.ts';
import {
  type Choice,
  eraseChoice,
  formatChoice,
  parseChoice,
  type Unsent,
} from './consent-cookie.ts';

/** What became of a decision that was sent: on disk, to be sent again, or refused for good. */
export type PostOutcome = 'recorded' | 'retry' | 'refused';

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
  revision: number;
  textHash: string;
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
  /** The server knows no such grant: forget it, so that the visitor is asked again. */
  forget(): void;
}

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 300_000;

/**
 * The truth about consent in this page: unknown, refused or granted. The cookie is its memory and
 * vanilla-cookieconsent its dialogs; the library's own state is never asked, because it loses a
 * withdrawal made in a stale tab.
 */
export function createConsentStore(deps: ConsentStoreDeps): ConsentStore {
  const listeners = new Set<() => void>();
  const unsent: ConsentDecision[] = [];
  let sending = false;
  let retryMs = FIRST_RETRY_MS;
  let cancelRetry: (() => void) | undefined;
  let choice = parseChoice(deps.readCookies());
  /** The latest click of this page: a late answer's Set-Cookie must not bring back an older one. */
  let clicked: Choice | null = null;
  let view = toView();

  function toView(): ConsentView {
    const current =
      choice && choice.revision === deps.revision && deps.now() - choice.decidedAt < CONSENT_MS;
    let status: ConsentStatus = 'unknown';
    if (current) status = choice?.analytics ? 'granted' : 'refused';
    return { status, gpc: deps.gpc };
  }

  function recordedId() {
    const open = view.status === 'granted' && !deps.gpc && choice && !choice.unsent;
    return open && unsent.length === 0 && !sending ? (choice?.consentId ?? null) : null;
  }

  function changed() {
    const next = toView();
    if (next.status !== view.status) view = next;
    for (const listener of listeners) listener();
  }

  function keep(next: Choice) {
    choice = next;
    deps.writeCookie(formatChoice(next, deps.now(), deps.secure));
  }

  function decide(analytics: boolean, source: ConsentSource) {
    const before = parseChoice(deps.readCookies());
    if (deps.gpc && (analytics || !before?.analytics)) return;
    const consentId = before?.consentId ?? (analytics ? deps.newId() : null);
    // Never older than the choice it replaces, even when the clock was set back in between.
    const decidedAt = Math.max(deps.now(), (before?.decidedAt ?? 0) + 1);
    const { revision } = deps;
    const next: Choice = { analytics, consentId, revision, decidedAt, unsent: null };
    keep(next);
    clicked = next;
    enqueue(next, { source, textHash: deps.textHash });
    changed();
    deps.announce();
    void send();
  }

  function enqueue({ consentId, revision, analytics, decidedAt }: Choice, how: Unsent) {
    unsent.push({
      consentId,
      revision,
      analytics,
      language: 'en',
      decidedAt: new Date(decidedAt).toISOString(),
      ...how,
    });
  }

  /** One decision at a time, in the order of the clicks. */
  async function send(): Promise<void> {
    const decision = unsent[0];
    if (sending || !decision) return;
    cancelRetry?.();
    sending = true;
    note(null); // first, because the server re-issues the bytes that this request bears
    const outcome = await deps.post(decision);
    sending = false;
    restoreClicked();
    if (outcome === 'retry') {
      note(decision);
      cancelRetry = deps.later(() => void send(), retryMs);
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
    } else {
      unsent.shift();
      retryMs = FIRST_RETRY_MS;
      if (outcome === 'refused' && unsent.length === 0) forget();
    }
    changed();
    if (outcome !== 'retry') await send();
  }

  /** Notes in the cookie what the server still has to be told, so that the next page tells it. */
  function note(how: Unsent | null) {
    const stored = parseChoice(deps.readCookies());
    if (!stored || stored.decidedAt !== choice?.decidedAt) return;
    if (!stored.unsent === !how) return;
    keep({ ...stored, unsent: how && { source: how.source, textHash: how.textHash } });
  }

  /** An answer re-issues the cookie its request bore: put a later click of this page back. */
  function restoreClicked() {
    const stored = parseChoice(deps.readCookies());
    if (stored && clicked && stored.decidedAt < clicked.decidedAt) keep(clicked);
  }

  function refresh() {
    restoreClicked();
    choice = parseChoice(deps.readCookies());
    if (deps.gpc && choice?.analytics) decide(false, 'gpc');
    if (choice?.unsent && unsent.length === 0) enqueue(choice, choice.unsent); // an earlier page's
    changed();
    void send();
  }

  function forget() {
    deps.writeCookie(eraseChoice);
    choice = null;
    clicked = null;
    changed();
  }

  return {
    get: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    recordedId,
    decide,
    refresh,
    suspend() {
      const decision = unsent[0];
      if (decision) note(decision);
    },
    forget,
  };
}
