import { z } from 'zod';
import { HOUR_MS } from '#shared/limits';
import type { ConsentTextStore } from '../../consent/consent-texts.sql.ts';
import { parseJson } from '../../lib/read-answer.ts';
import type { World } from '../../lib/world.ts';
import type { SendOutcome } from '../../mail/outbox/send-outcome.ts';
import { createSender, type Sender, type SenderDeps } from '../../mail/outbox/sender.ts';
import type { Config } from '../../settings/config.ts';
import { type NewNotice, type OutboxMessage, TO_POSTHOG } from '../../store/mail-store.ts';
import { appOrigin } from '../app-origin.ts';
import { notAccepted, type PostToPosthogDeps, postToPosthog } from './post-to-posthog.ts';

export interface DeletionSettings
  extends Pick<Config, 'posthogHost' | 'posthogPersonalApiKey' | 'posthogProjectId'> {
  /** Whether PostHog at this host gets events, or got some before it was switched off. */
  hasEvents: boolean;
}

/** Adds whether PostHog has events: it may have old ones after it was switched off. */
export async function deletionSettings<Settings extends Omit<DeletionSettings, 'hasEvents'>>(
  config: Settings & Pick<Config, 'posthogKey'>,
  store: Pick<ConsentTextStore, 'readPosthogHosts'>,
): Promise<Settings & DeletionSettings> {
  const { host } = new URL(config.posthogHost);
  const isPast = async () => (await store.readPosthogHosts()).some((past) => past.host === host);
  return { ...config, hasEvents: config.posthogKey !== null || (await isPast()) };
}

/** PostHog looked at this request, and would not answer another way the next time. */
const REFUSALS = new Set([400, 413, 422]);
const REFUSED = z.object({ detail: z.string() });
/** The answer where PostHog accepted. That of older versions is empty. */
const ACCEPTED_STATUS = 202;
const ACCEPTED = z.object({
  persons_found: z.number(),
  deletion_errors: z.array(z.unknown()).max(0).optional(),
});

/** Returns whether PostHog can be asked to delete: it has events, and a key may change the project. */
export const canAskToDelete = (config: DeletionSettings): boolean =>
  config.hasEvents && config.posthogPersonalApiKey !== null && config.posthogProjectId !== null;

/**
 * Returns the function that makes the request of an erasure, for the transaction that erases here. Without the settings it
 * makes none.
 */
export const askToDelete =
  (config: DeletionSettings, { newId, now }: { newId(): string; now(): number }) =>
  (consentId: string): NewNotice[] => {
    const request = { recipient: TO_POSTHOG, kind: 'posthog.deletion', payload: { consentId } };
    return canAskToDelete(config) ? [{ id: newId(), ...request, at: now() }] : [];
  };

export interface DeletionDeps
  extends PostToPosthogDeps,
    Pick<World, 'now' | 'newId' | 'random' | 'log'> {
  store: SenderDeps['store'];
  runAlone: SenderDeps['runAlone'];
  config: DeletionSettings;
}

export type Deletions = ReturnType<typeof createDeletions>;

/**
 * Asks PostHog to delete, in the order of the erasures, until it accepts or refuses each. It never gives up: only the queue
 * knows whom to delete (docs/decisions/041-posthog-is-asked-to-delete.md).
 */
export function createDeletions(deps: DeletionDeps) {
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

function createSend({ config, ...deps }: DeletionDeps) {
  const { posthogHost, posthogProjectId, posthogPersonalApiKey } = config;
  const url = `${appOrigin(posthogHost)}/api/projects/${posthogProjectId}/persons/bulk_delete/`;
  const headers = { Authorization: `Bearer ${posthogPersonalApiKey}` };
  return async ({ payload }: OutboxMessage, signal: AbortSignal): Promise<SendOutcome> => {
    const body = JSON.stringify({ distinct_ids: [payload['consentId']], delete_events: true });
    const answer = await postToPosthog(deps, url, { headers, body, signal });
    return 'fault' in answer
      ? { outcome: 'unreachable', reason: answer.fault }
      : judge(answer.response, answer.text);
  };
}

function judge({ ok, status }: Response, text: string): SendOutcome {
  const is = (schema: z.ZodType) => schema.safeParse(parseJson(text)).success;
  if (status === ACCEPTED_STATUS && (text === '' || is(ACCEPTED))) return { outcome: 'sent' };
  const reason = ok ? notAccepted(status) : `PostHog answered ${status}`;
  return { outcome: REFUSALS.has(status) && is(REFUSED) ? 'refused' : 'unreachable', reason };
}
