import { createHmac } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/limits';
import { retryAfterMs } from '#shared/retry';
import type { Site } from '#shared/site';
import type { Metrics } from '../../edge/metrics.ts';
import { PostError, type PostOptions, post } from '../../edge/node/post.ts';
import { within } from '../../lib/within.ts';
import type { World } from '../../lib/world.ts';
import type { SendOutcome } from '../../mail/outbox/send-outcome.ts';
import { createSender, type SenderDeps } from '../../mail/outbox/sender.ts';
import type { Config } from '../../settings/config.ts';
import { recipientOf } from '../../settings/webhook-settings.ts';
import {
  LEFT,
  type NewNotice,
  type OutboxMessage,
  REFUSING_STATUSES,
  type ToldOfRemoved,
} from '../../store/mail-store.ts';
import type { TeamStore } from '../team.sql.ts';
import { slackText } from './slack-text.ts';
import { webhookMessage } from './webhook-message.ts';

export interface WebhookDeps extends Pick<World, 'now' | 'newId' | 'random' | 'later' | 'log'> {
  store: SenderDeps['store'] & Pick<TeamStore, 'noteTold'>;
  runAlone: SenderDeps['runAlone'];
  site: Pick<Site, 'brand' | 'recipients'>;
  config: Config['webhooks'];
  metrics: Pick<Metrics, 'webhook'>;
  timeoutMs?: number;
  resolve?: PostOptions['resolve'];
}

export type Webhooks = ReturnType<typeof createWebhooks>;

const TIMEOUT_MS = 15_000;
/** Messages to a URL keep their order, so one that fails, unless it is refused, delays the others. So the pauses stay short. */
const RETRY_MS = [5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS]; // then HOUR_MS
const GIVE_UP_MS = 48 * HOUR_MS;
const isRefusal = (reason: string) => REFUSING_STATUSES.includes(reason);
/** Others pass it meanwhile: strangers may write what a receiver's filter refuses. */
const GIVE_UP_REFUSED_MS = HOUR_MS;
/** A message that waited while the server was stopped is tried for minutes: at a start, the network may not be there yet. */
const LEAST_RETRIES = 3;
/** A receiver may ask for a longer pause, but not for one that loses messages. Shorter than `MAX_DELAY_MS`. */
const MAX_RETRY_AFTER_MS = DAY_MS;

/** Returns the function that makes a message for each of the URLs. */
export const announceTo =
  (urls: readonly string[], { newId, now }: Pick<WebhookDeps, 'newId' | 'now'>) =>
  (kind: string, payload: NewNotice['payload'] = {}): NewNotice[] =>
    urls.map((url) => ({ id: newId(), recipient: recipientOf(url), kind, payload, at: now() }));

/**
 * Returns what the URLs are told of signups that are removed: by request, or because their time was over. Then nobody has left, so
 * only those are told who have a copy to delete. With `WEBHOOK_INCLUDE=person` they learn which ones.
 */
export function announceRemovedTo(
  config: Pick<WebhookDeps['config'], 'urls' | 'includesPerson' | 'tellsUnconfirmed'>,
  deps: Pick<WebhookDeps, 'newId' | 'now'>,
) {
  const announce = announceTo(config.urls, deps);
  const { includesPerson, tellsUnconfirmed } = config;
  const told =
    (more: object): ToldOfRemoved =>
    ({ id, signupType, createdAt, unconfirmed }) => {
      if (unconfirmed && !tellsUnconfirmed) return [];
      const who = includesPerson && { signupId: id };
      return announce(LEFT, { signupType, createdAt, ...who, ...more });
    };
  const nobody: ToldOfRemoved = () => [];
  return { left: told({}), expired: includesPerson ? told({ reason: 'expired' }) : nobody };
}

/** Tells each URL what happened, in order. It starts nothing. */
export function createWebhooks(deps: WebhookDeps) {
  const { config, now, newId, metrics } = deps;
  const announce = announceTo(config.urls, { newId, now });
  const { team } = deps.site.recipients ?? {};
  /** Before it is told about people: it stays named for as long as it may keep that (site/recipients.ts). */
  const noting =
    (url: string, send: SenderDeps['send']): SenderDeps['send'] =>
    async (message, ...rest) => {
      if (config.includesPerson && message.signup !== null && team !== null) {
        const { name = '', retentionDays = null } = team ?? {};
        const recipient = recipientOf(url);
        await deps.store.noteTold({ recipient, name, retentionDays, at: now() });
      }
      return send(message, ...rest);
    };
  const senders = config.urls.map((url) => ({
    recipient: recipientOf(url),
    host: new URL(url).host,
    sender: createSender({
      ...deps,
      recipient: recipientOf(url),
      send: noting(url, createSend(url, deps)),
      hourly: null,
      retryDelay,
      settlementOf,
      onAttempt: metrics.webhook,
    }),
  }));
  return {
    /**
     * Returns a message of this type for each URL that is told of it, to be queued in the transaction of what it reports.
     *
     * @param payload what it says beyond its signup
     */
    announce: (kind: string, payload?: NewNotice['payload']): NewNotice[] =>
      kind === 'signup.created' && !config.tellsUnconfirmed ? [] : announce(kind, payload),
    announceRemoved: announceRemovedTo(config, { newId, now }),
    start() {
      for (const { sender } of senders) sender.start();
    },
    wake() {
      for (const { sender } of senders) sender.wake();
    },
    async stop() {
      await Promise.all(senders.map(({ sender }) => sender.stop()));
    },
    statuses: () =>
      senders.map(({ recipient, host, sender }) => ({ recipient, host, ...sender.status() })),
  };
}

const retryDelay = (attempts: number): number => RETRY_MS[attempts] ?? HOUR_MS;

const settlementOf: SenderDeps['settlementOf'] = (result, { kind, attempts, createdAt }, at) => {
  if (result.outcome === 'sent') return { outcome: 'sent', at };
  const { reason, retryAt = 0 } = result;
  const giveUpMs = isRefusal(reason) ? GIVE_UP_REFUSED_MS : GIVE_UP_MS;
  const isOld = !within(at, createdAt, giveUpMs, DAY_MS);
  if (isOld && attempts >= LEAST_RETRIES && kind !== LEFT)
    return { outcome: 'given_up', at, reason };
  const next = at + retryDelay(attempts);
  const dueAt = isOld ? next : Math.min(next, createdAt + giveUpMs);
  return { outcome: 'retry', dueAt: Math.max(retryAt, dueAt), reason };
};

/** Returns the function that sends a message to a URL once. */
export function createSend(
  url: string,
  deps: Pick<WebhookDeps, 'config' | 'site' | 'now' | 'timeoutMs' | 'resolve'>,
) {
  const { config, site, now, timeoutMs = TIMEOUT_MS, resolve } = deps;
  const { secret, format, includesPerson, allowsPrivate } = config;
  return async (message: OutboxMessage, signal: AbortSignal): Promise<SendOutcome> => {
    const told = webhookMessage(message, includesPerson);
    const body = JSON.stringify(format === 'slack' ? { text: slackText(site.brand, told) } : told);
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'site-webhooks',
      ...(secret && signedHeaders(secret, { id: message.id, at: now(), body })),
    };
    try {
      const { status, retryAfter } = await post(url, {
        headers,
        body,
        allowsPrivate,
        timeoutMs,
        signal,
        ...(resolve && { resolve }),
      });
      return judge(status, retryAfter, now());
    } catch (error) {
      if (error instanceof PostError) return { outcome: 'later', reason: error.message };
      throw error;
    }
  };
}

function judge(status: number, retryAfter: string | null, now: number): SendOutcome {
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  if (status === 410) return { outcome: 'gone', reason: '410' };
  const isRedirect = status >= 300 && status < 400;
  return {
    outcome: 'later',
    reason: isRedirect ? `${status}: redirects are not followed` : String(status),
    retryAt: now + retryAfterMs(retryAfter, now, MAX_RETRY_AFTER_MS),
  };
}

/**
 * Returns the headers of Standard Webhooks 1.0 (https://www.standardwebhooks.com): receivers check the signature and the
 * time, and recognise a repeated message by its id.
 *
 * @param at the time of this attempt
 */
function signedHeaders(
  secret: Uint8Array,
  { id, at, body }: { id: string; at: number; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const hash = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hash}`,
  };
}
