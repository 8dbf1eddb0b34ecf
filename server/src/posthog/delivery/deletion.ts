import { HOUR_MS } from '#shared/limits';
import type { Config } from '../../config.ts';
import type { Log } from '../../log.ts';
import type { SendOutcome } from '../../outbox/send-outcome.ts';
import { createSender, type Sender, type SenderDeps } from '../../outbox/sender.ts';
import { readAnswer } from '../../read-answer.ts';
import { type NewNotice, type OutboxMessage, TO_POSTHOG } from '../../store/mail-store.ts';
import { appOrigin } from '../app-origin.ts';

type Settings = Pick<
  Config,
  'posthogKey' | 'posthogHost' | 'posthogPersonalApiKey' | 'posthogProjectId'
>;

const TIMEOUT_MS = 15_000;
/** PostHog looked at this request, and would not answer another way the next time. */
const REFUSALS = new Set([400, 413, 422]);

/** Returns whether PostHog can be asked to delete: events go there, and a key may change the project. */
export const canAskToDelete = (config: Settings): boolean =>
  config.posthogKey !== null &&
  config.posthogPersonalApiKey !== null &&
  config.posthogProjectId !== null;

/**
 * Returns the function that makes the request of an erasure, for the transaction that erases here. Without the settings it
 * makes none.
 */
export const askToDelete =
  (config: Settings, { newId, now }: { newId(): string; now(): number }) =>
  (consentId: string): NewNotice[] => {
    const request = { recipient: TO_POSTHOG, kind: 'posthog.deletion', payload: { consentId } };
    return canAskToDelete(config) ? [{ id: newId(), ...request, at: now() }] : [];
  };

export interface DeletionDeps {
  store: SenderDeps['store'];
  runAlone: SenderDeps['runAlone'];
  config: Settings;
  fetch: typeof fetch;
  now(): number;
  newId(): string;
  random(): number;
  later(callback: () => void, delayMs: number): () => void;
  log: Log;
}

export interface Deletions extends Sender {
  ask(consentId: string): NewNotice[];
}

/**
 * Asks PostHog to delete, in the order of the erasures, until it accepts or refuses each. It never gives up: only the queue
 * knows whom to delete (docs/decisions/041-posthog-is-asked-to-delete.md).
 */
export function createDeletions(deps: DeletionDeps): Deletions {
  const ask = askToDelete(deps.config, deps);
  if (!canAskToDelete(deps.config)) return { ...NOBODY, ask };
  const sender = createSender({
    ...deps,
    recipient: TO_POSTHOG,
    send: createSend(deps),
    hourly: null,
    retryDelay: () => HOUR_MS,
    settlementOf,
    onAttempt: () => {},
  });
  return { ...sender, ask };
}

const NOBODY: Sender = {
  start() {},
  wake() {},
  async stop() {},
  status: () => ({ state: 'idle', reason: null }),
};

const settlementOf: SenderDeps['settlementOf'] = (result, { attempts }, at) => {
  if (result.outcome === 'sent') return { outcome: 'sent', at };
  const { outcome, reason } = result;
  if (outcome === 'refused') return { outcome, at, reason };
  // The sender's own pause says when.
  return { outcome: 'retry', dueAt: at, reason, attempts };
};

function createSend({ config, fetch, later }: DeletionDeps) {
  const { posthogHost, posthogProjectId, posthogPersonalApiKey } = config;
  const url = `${appOrigin(posthogHost)}/api/projects/${posthogProjectId}/persons/bulk_delete/`;
  return async ({ payload }: OutboxMessage, signal: AbortSignal): Promise<SendOutcome> => {
    const timeout = new AbortController();
    const cancel = later(() => timeout.abort(), TIMEOUT_MS);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${posthogPersonalApiKey}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ distinct_ids: [payload['consentId']], delete_events: true }),
        // The key must not be sent to wherever a redirect leads.
        redirect: 'manual',
        signal: AbortSignal.any([signal, timeout.signal]),
      });
      await readAnswer(response);
      return judge(response);
    } catch (error) {
      const isLate = timeout.signal.aborted;
      const why = isLate ? `did not answer within ${TIMEOUT_MS / 1000} s` : reasonOf(error);
      return { outcome: 'unreachable', reason: `PostHog ${why}` };
    } finally {
      cancel();
    }
  };
}

function judge({ ok, status, headers }: Response): SendOutcome {
  const isPage = /^text\/html/i.test(headers.get('content-type') ?? '');
  if (ok && !isPage) return { outcome: 'sent' };
  const reason = isPage
    ? 'a web page answered in the place of PostHog'
    : `PostHog answered ${status}`;
  return { outcome: REFUSALS.has(status) ? 'refused' : 'unreachable', reason };
}

const reasonOf = (error: unknown): string => {
  const { code } = ((error as Error | null)?.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? `cannot be reached (${code})` : 'cannot be reached';
};
