import type { ProblemsReport } from '#shared/growth';
import { HOUR_MS } from '#shared/limits';
import type { Site } from '#shared/site';
import { adviceOf, openAlerts } from '../alerts/alert-watch.ts';
import type { Config } from '../config.ts';
import type { Sender } from '../outbox/sender.ts';
import type { Deletions } from '../posthog/delivery/deletion.ts';
import type { Relay } from '../posthog/delivery/relay.ts';
import { unnamedRecipients } from '../recipients.ts';
import { fieldsOnExample } from '../site-config.ts';
import type { MailState } from '../store/mail-store.ts';
import {
  type DeliveryState,
  LITTLE_SPACE_BYTES,
  type Store,
  StoreUnavailableError,
} from '../store/store.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';

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
  return [
    ...problemIf(
      examples.length > 0,
      'example_site',
      `data/site.json still holds the shipped example for ${examples.join(', ')}; edit it and restart.`,
    ),
    ...problemIf(
      isPublic(site.url) && !config.siteUrl?.startsWith('https:') && config.trustedProxies === 0,
      'no_https',
      'Cookies are not Secure: set SITE_URL to the https address, or TRUST_PROXY=1 behind one proxy.',
    ),
    ...problemIf(
      unnamed.length > 0,
      'unnamed_recipient',
      `The privacy policy describes who receives data, but cannot name them; edit data/site.json and restart: ${unnamed.join('; ')}.`,
    ),
    ...problemIf(
      !config.rateLimits,
      'no_rate_limits',
      'RATE_LIMITS is off, which is for benchmarks.',
    ),
    ...problemIf(
      isOutdated,
      'older_text',
      'When this process started, another one asked for consent with a newer text; upgrade this process too.',
    ),
  ];
}

/** Returns what keeps the site from storing or delivering now, or will soon. */
export async function problemsOfRun({
  store,
  relay,
  mail,
  webhooks,
  deletions,
}: {
  store: Pick<Store, 'checkWritable' | 'usage' | 'webhookStates'>;
  relay: Pick<Relay, 'status'> | null;
  mail: Pick<Sender, 'status'> | null;
  webhooks: Pick<Webhooks, 'statuses'>;
  deletions: Pick<Deletions, 'status'>;
}): Promise<Problem[]> {
  const deleting = deletions.status();
  const status = relay?.status();
  const sending = mail?.status();
  const notWritable = await whyNotWritable(store);
  // A database that is gone would be waited for again.
  const isGone = notWritable.length > 0;
  return [
    ...notWritable,
    ...(isGone ? [] : await whySpaceIsShort(store)),
    ...problemIf(
      status?.state === 'failing',
      'delivery_fails',
      `Events wait for PostHog: ${status?.reason}.`,
    ),
    ...problemIf(
      deleting.state === 'failing',
      'deletion_fails',
      `PostHog is to delete what it has of somebody, and that waits: ${deleting.reason}. The key needs the scope person:write.`,
    ),
    ...problemIf(
      sending?.state === 'failing',
      'mail_fails',
      `Mail waits, because the mail server cannot be used: ${sending?.reason}. It is tried again by itself.`,
    ),
    ...problemIf(
      sending?.state === 'limited',
      'mail_limited',
      `Mail waits: ${sending?.reason} (MAIL_HOURLY).`,
    ),
    ...(isGone ? [] : await problemsOfWebhooks(store, webhooks)),
  ];
}

/**
 * Returns what is wrong with the mail that was sent: a server that may not send for this site often says so about each
 * receiver. Strangers can enter addresses that are refused, so this is neither an alert nor in /readyz.
 */
export const problemsOfMail = ({ refused, sent }: Pick<MailState, 'refused' | 'sent'>): Problem[] =>
  problemIf(
    refused >= MANY_REFUSED && sent === 0,
    'mail_refused',
    `The mail server refused the last ${refused} messages, and none was sent in a day; npm run mail -- status says why.`,
  );

/** Returns what is wrong with the events that wait for PostHog. */
export function problemsOfDelivery(
  { waitingSince, setAside }: Pick<DeliveryState, 'waitingSince' | 'setAside'>,
  now: number,
): Problem[] {
  const waitedMs = waitingSince === null ? 0 : now - waitingSince;
  return [
    ...problemIf(
      waitedMs > LATE_MS,
      'delivery_late',
      `The oldest event has waited for PostHog for ${Math.floor(waitedMs / HOUR_MS)} h.`,
    ),
    ...problemIf(
      setAside > 0,
      'events_set_aside',
      `PostHog refused events, and ${setAside} of them are set aside; npm run relay says why.`,
    ),
  ];
}

/** Returns the alerts that are raised, unless they are one of the problems of the run. /readyz is public, so without figures. */
export async function problemsOfAlerts(
  store: Pick<Store, 'readAlerts'>,
  now: number,
): Promise<Problem[]> {
  // The database may not answer, which is another problem.
  const open = await openAlerts(store, now).catch(() => new Map<string, never>());
  return [...open.values()]
    .filter(({ name }) => name !== 'little_space')
    .map(({ name }) => ({ code: name, text: `The alert ${name} is raised. ${adviceOf(name)}` }));
}

async function problemsOfWebhooks(
  store: Pick<Store, 'webhookStates'>,
  webhooks: Pick<Webhooks, 'statuses'>,
): Promise<Problem[]> {
  const statuses = webhooks.statuses();
  if (statuses.length === 0) return [];
  // The database may not answer, which is another problem.
  const states = await store.webhookStates().catch(() => []);
  const off = new Set(states.flatMap((one) => (one.offSince === null ? [] : one.recipient)));
  return statuses.flatMap(({ recipient, host, state, reason }) => [
    ...problemIf(
      off.has(recipient),
      'webhook_off',
      `The webhook at ${host} is switched off, because its receiver answered 410; remove it from WEBHOOK_URL and restart.`,
    ),
    ...problemIf(
      state === 'failing',
      'webhook_fails',
      `Messages wait for the webhook at ${host}: ${reason}.`,
    ),
  ]);
}

async function whyNotWritable(store: Pick<Store, 'checkWritable'>): Promise<Problem[]> {
  try {
    await store.checkWritable();
    return [];
  } catch (error) {
    const why = error instanceof StoreUnavailableError ? ` (${error.message})` : '';
    return [{ code: 'not_writable', text: `The database cannot be written${why}.` }];
  }
}

async function whySpaceIsShort(store: Pick<Store, 'usage'>): Promise<Problem[]> {
  const code = 'little_space';
  try {
    const { freeBytes } = await store.usage();
    if (freeBytes === null || freeBytes >= LITTLE_SPACE_BYTES) return [];
    const left = `The disk of the database has ${Math.floor(freeBytes / 1e6)} MB left`;
    return [{ code, text: `${left}; free some, or nothing will be kept.` }];
  } catch {
    return [{ code, text: 'The disk of the database cannot be looked at.' }];
  }
}

const problemIf = (isSo: boolean, code: string, text: string): Problem[] =>
  isSo ? [{ code, text }] : [];

const isPublic = (url: string) =>
  !/^(localhost|127\..*|\[::1\]|.*\.(localhost|local|test))$/.test(new URL(url).hostname);
