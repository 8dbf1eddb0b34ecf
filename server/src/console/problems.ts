import type { ProblemsReport } from '#shared/growth';
import { HOUR_MS } from '#shared/limits';
import type { Site } from '#shared/site';
import type { MailStore } from '../mail/outbox/outbox.sql.ts';
import type { Sender } from '../mail/outbox/sender.ts';
import type { Deletions } from '../posthog/delivery/deletion.ts';
import type { Relay } from '../posthog/delivery/relay.ts';
import type { Config } from '../settings/config.ts';
import { unnamedRecipients } from '../site/recipients.ts';
import { fieldsOnExample } from '../site/site-config.ts';
import type { MailState } from '../store/mail-store.ts';
import {
  type DeliveryState,
  LITTLE_SPACE_BYTES,
  type Store,
  StoreUnavailableError,
} from '../store/store.ts';
import { adviceOf, openAlerts } from '../team/alerts/alert-watch.ts';
import type { TeamStore } from '../team/team.sql.ts';
import type { Webhooks } from '../team/webhooks/webhooks.ts';
import { problemWords } from '../words/server-messages.ts';

export type Problem = ProblemsReport['problems'][number];

/** Older events than this are late: the alert that docs/operations.md recommends. */
const LATE_MS = HOUR_MS;
/** Fewer may be one person who mistypes an address. */
const MANY_REFUSED = 5;

interface StartFacts {
  config: Pick<
    Config,
    'siteUrl' | 'trustedProxies' | 'rateLimits' | 'smtp' | 'webhooks' | 'database'
  >;
  /** With the effective address. */
  site: Site;
  /** Whether another process asks for consent with a newer text. */
  isOutdated: boolean;
}

/** Returns what stays wrong until the next start. `npm run doctor` says more about it. */
export function problemsOfStart({ config, site, isOutdated }: StartFacts): Problem[] {
  const examples = fieldsOnExample(site);
  const unnamed = unnamedRecipients(config, site);
  const isHttps = config.siteUrl?.startsWith('https:') || config.trustedProxies > 0;
  return problemsOf({
    example_site: examples.length > 0 && problemWords.example_site({ fields: examples.join(', ') }),
    no_https: isPublic(site.url) && !isHttps && problemWords.no_https,
    unnamed_recipient:
      unnamed.length > 0 && problemWords.unnamed_recipient({ recipients: unnamed.join('; ') }),
    no_rate_limits: !config.rateLimits && problemWords.no_rate_limits,
    older_text: isOutdated && problemWords.older_text,
  });
}

export interface RunDeps {
  store: Pick<Store & MailStore, 'checkWritable' | 'usage' | 'webhookStates'>;
  relay: Pick<Relay, 'status'> | null;
  mail: Pick<Sender, 'status'> | null;
  webhooks: Pick<Webhooks, 'statuses'>;
  deletions: Pick<Deletions, 'status'>;
}

/** Returns what keeps the site from storing or delivering now, or will soon. */
export async function problemsOfRun(deps: RunDeps): Promise<Problem[]> {
  const { store, relay, mail, webhooks, deletions } = deps;
  const sending = mail?.status();
  const notWritable = await whyNotWritable(store);
  // A database that is gone would be waited for again.
  const isGone = notWritable.length > 0;
  return [
    ...notWritable,
    ...(isGone ? [] : await whySpaceIsShort(store)),
    ...problemsOf({
      delivery_fails: whyFailing(relay?.status(), problemWords.delivery_fails),
      deletion_fails: whyFailing(deletions.status(), problemWords.deletion_fails),
      mail_fails: whyFailing(sending, problemWords.mail_fails),
      mail_limited:
        sending?.state === 'limited' && problemWords.mail_limited({ reason: `${sending.reason}` }),
    }),
    ...(isGone ? [] : await problemsOfWebhooks(store, webhooks)),
  ];
}

/**
 * Returns what is wrong with the mail that was sent: a server that may not send for this site often says so about each
 * receiver. Strangers can enter addresses that are refused, so this is neither an alert nor in /readyz.
 */
export const problemsOfMail = ({ refused, sent }: Pick<MailState, 'refused' | 'sent'>): Problem[] =>
  problemsOf({
    mail_refused:
      refused >= MANY_REFUSED && sent === 0 && problemWords.mail_refused({ count: refused }),
  });

/** Returns what is wrong with the events that wait for PostHog. */
export function problemsOfDelivery(
  { waitingSince, setAside }: Pick<DeliveryState, 'waitingSince' | 'setAside'>,
  now: number,
): Problem[] {
  const waitedMs = waitingSince === null ? 0 : now - waitingSince;
  const hours = Math.floor(waitedMs / HOUR_MS);
  return problemsOf({
    delivery_late: waitedMs > LATE_MS && problemWords.delivery_late({ hours }),
    events_set_aside: setAside > 0 && problemWords.events_set_aside({ count: setAside }),
  });
}

/** Returns the alerts that are raised, unless they are one of the problems of the run. /readyz is public, so without figures. */
export async function problemsOfAlerts(
  store: Pick<TeamStore, 'readAlerts'>,
  now: number,
): Promise<Problem[]> {
  const open = await openAlerts(store, now);
  return [...open.keys()]
    .filter((name) => name !== 'little_space')
    .map((name) => ({ code: name, text: problemWords.alert({ name, advice: adviceOf(name) }) }));
}

async function problemsOfWebhooks(
  store: Pick<MailStore, 'webhookStates'>,
  webhooks: Pick<Webhooks, 'statuses'>,
): Promise<Problem[]> {
  const statuses = webhooks.statuses();
  if (statuses.length === 0) return [];
  const states = await store.webhookStates();
  const off = new Set(states.flatMap((one) => (one.offSince === null ? [] : one.recipient)));
  return statuses.flatMap(({ recipient, host, ...status }) =>
    problemsOf({
      webhook_off: off.has(recipient) && problemWords.webhook_off({ host }),
      webhook_fails: whyFailing(status, ({ reason }) =>
        problemWords.webhook_fails({ host, reason }),
      ),
    }),
  );
}

async function whyNotWritable(store: Pick<Store, 'checkWritable'>): Promise<Problem[]> {
  try {
    await store.checkWritable();
    return [];
  } catch (error) {
    const text =
      error instanceof StoreUnavailableError
        ? problemWords.not_writable_because({ reason: error.message })
        : problemWords.not_writable;
    return [{ code: 'not_writable', text }];
  }
}

async function whySpaceIsShort(store: Pick<Store, 'usage'>): Promise<Problem[]> {
  const code = 'little_space';
  try {
    const { freeBytes } = await store.usage();
    if (freeBytes === null || freeBytes >= LITTLE_SPACE_BYTES) return [];
    const megabytes = Math.floor(freeBytes / 1e6);
    return [{ code, text: problemWords.little_space.left({ megabytes }) }];
  } catch {
    return [{ code, text: problemWords.little_space.unknown }];
  }
}

/** Returns the text of a sender's problem, if it has one. */
const whyFailing = (
  status: { state: string; reason: string | null } | undefined,
  words: (values: { reason: string }) => string,
) => status?.state === 'failing' && words({ reason: `${status.reason}` });

/** Returns the problems that there are, of those by code that there may be. */
const problemsOf = (texts: Record<string, string | false>): Problem[] =>
  Object.entries(texts).flatMap(([code, text]) => (text === false ? [] : [{ code, text }]));

const isPublic = (url: string) =>
  !/^(localhost|127\..*|\[::1\]|.*\.(localhost|local|test))$/.test(new URL(url).hostname);
