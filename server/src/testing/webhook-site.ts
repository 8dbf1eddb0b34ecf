import { onTestFinished, vi } from 'vitest';
import { createMetrics } from '../metrics.ts';
import { shareLease } from '../outbox/shared-lease.ts';
import type { Store } from '../store/store.ts';
import { newId, newRequest, signup } from '../store/testing/store-contract-data.ts';
import { webhookSecret } from '../webhooks/webhook-settings.ts';
import { createWebhooks, type WebhookDeps } from '../webhooks/webhooks.ts';
import { createManualClock } from './manual-clock.ts';
import { openWebhookReceiver, WEBHOOK_SECRET } from './programs/webhook-receiver.ts';
import { newTestDatabase } from './test-app.ts';
import type { OpenTestStore } from './test-database.ts';
import { createTestLog } from './test-log.ts';

const SOON = { timeout: 20_000, interval: 5 };
/** Receivers check that a message is not older than five minutes. */
export const START = Date.now();

type WebhookSiteOptions = Partial<WebhookDeps['config']> & {
  receivers?: number;
  ownStore?: Store;
  /** The type of the message about a signup. Of `signup.created` there is one a minute. */
  kind?: string;
};

/** Opens a site that tells one or more real receivers, by a clock that the test moves. */
export async function openWebhookSite(
  openStore: OpenTestStore,
  { receivers: count = 1, ownStore, kind = 'signup.created', ...change }: WebhookSiteOptions = {},
) {
  const receivers = await Promise.all(Array.from({ length: count }, () => openWebhookReceiver()));
  onTestFinished(async () => void (await Promise.all(receivers.map(({ close }) => close()))));
  const store = ownStore ?? (await openStore(await newTestDatabase()));
  onTestFinished(() => store.close());
  const clock = createManualClock(START);
  const { log, allLines } = createTestLog(clock.now);
  const attempts: string[] = [];
  const times: number[] = [];
  const openWebhooks = (storeOfProcess = store) => {
    const webhooks = createWebhooks({
      runAlone: shareLease(storeOfProcess),
      store: storeOfProcess,
      site: { brand: 'Dubkit' },
      config: {
        urls: receivers.map(({ url }) => url),
        secret: webhookSecret.parse(WEBHOOK_SECRET),
        format: 'standard',
        includesPerson: false,
        tellsUnconfirmed: true,
        allowsPrivate: true,
        ...change,
      },
      ...clock,
      newId,
      random: () => 1,
      log,
      metrics: {
        ...createMetrics(),
        webhook(outcome) {
          attempts.push(outcome);
          times.push(clock.now());
        },
      },
      timeoutMs: 500,
    });
    onTestFinished(() => webhooks.stop());
    return webhooks;
  };
  const webhooks = openWebhooks();
  webhooks.start();
  const signUp = async (email = `p${newId()}@a.example`) => {
    const request = newRequest({ at: clock.now() });
    const payload = { path: '/', channel: 'search' }; // as an older version queued it
    const notices = webhooks.announce(kind, { payload });
    await store.insertSignup(signup({ email, createdAt: clock.now() }), request, notices);
    webhooks.wake();
    return request;
  };
  /** Moves the clock a little at a time until a condition holds. It stands still while a message is being sent. */
  const until = (check: () => void | Promise<void>, stepMs = 1_000) =>
    vi.waitFor(async () => {
      if (clock.timers() > 0) clock.advance(stepMs);
      await check();
    }, SOON);
  const [receiver] = receivers;
  if (!receiver) throw new Error('no receiver');
  const told = { attempts, times, allLines };
  return { receivers, receiver, store, clock, webhooks, openWebhooks, signUp, until, ...told };
}
