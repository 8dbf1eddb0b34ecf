import { expect, onTestFinished } from 'vitest';
import { shareLease } from '../../mail/outbox/shared-lease.ts';
import { newId, newRequest, signup } from '../../store/testing/store-contract-data.ts';
import { createWebhooks, type WebhookDeps } from '../../team/webhooks/webhooks.ts';
import { openWebhookReceiver } from '../programs/webhook-receiver.ts';
import { openOutbox, soon } from './outbox-site.ts';

type WebhookSiteOptions = Partial<WebhookDeps['config']> & {
  receivers?: number;
  /** The type of the message about a signup. Of `signup.created` there is one a minute. */
  kind?: string;
};

/** Opens a site that tells one or more real receivers, by a clock that the test moves. */
export async function openWebhookSite({
  receivers: count = 1,
  kind = 'signup.created',
  ...change
}: WebhookSiteOptions = {}) {
  const receivers = await Promise.all(Array.from({ length: count }, () => openWebhookReceiver()));
  // Receivers check that a message is not older than five minutes, and this module may have been loaded long before.
  const start = Date.now();
  const { sending, webhookConfig, ...site } = await openOutbox(start);
  const { store, clock } = site;
  const config = { ...webhookConfig, urls: receivers.map(({ url }) => url), ...change };
  /** Starts senders as if in another process. */
  const startWebhooks = (change: Partial<WebhookDeps> = {}) => {
    const deps = { ...sending, runAlone: shareLease(store), ...change };
    const webhooks = createWebhooks({ ...deps, config, timeoutMs: 500 });
    onTestFinished(() => webhooks.stop());
    webhooks.start();
    return webhooks;
  };
  const webhooks = startWebhooks();
  const signUp = async (email = `p${newId()}@a.example`) => {
    const request = newRequest({ at: clock.now() });
    const notices = webhooks.announce(kind);
    await store.insertSignup(signup({ email, createdAt: clock.now() }), request, notices);
    webhooks.wake();
    return request;
  };
  /** Moves the clock a little at a time until a condition holds. It stands still while a message is being sent. */
  const until = (check: () => void | Promise<void>, stepMs = 1_000) =>
    soon(async () => {
      if (clock.timers() > 0) clock.advance(stepMs);
      await check();
    });
  /** How many messages wait for the first receiver. */
  const waiting = async () => (await store.webhookStates())[0]?.waiting ?? 0;
  const arrived = (messages: number) =>
    until(() => expect(receivers[0]?.requests).toHaveLength(messages));
  const [receiver] = receivers;
  if (!receiver) throw new Error('no receiver');
  const asked = { signUp, until, waiting, arrived };
  return { ...site, start, receivers, receiver, webhooks, startWebhooks, ...asked };
}
