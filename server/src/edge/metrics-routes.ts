import { Hono } from 'hono';
import type { World } from '../lib/world.ts';
import type { MailState, WebhookState } from '../store/mail-store.ts';
import type { Store } from '../store/store.ts';
import { bearerToken, createSecretCheck } from './bearer-token.ts';
import { methods } from './methods.ts';
import type { Metrics, SenderState } from './metrics.ts';
import { problem } from './problem.ts';

export interface MetricsRouteDeps extends Pick<World, 'now'> {
  metrics: Pick<Metrics, 'render' | 'contentType'>;
  store: Pick<Store, 'usage' | 'deliveryState'> & {
    mailState(): Promise<MailState>;
    webhookStates(): Promise<WebhookState[]>;
  };
  /** Null when nothing is delivered to PostHog. */
  relay: unknown;
  /** Null when no mail is sent. */
  mail: { status(): { state: SenderState } } | null;
  metricsToken: string;
}

/** `GET /metrics`, for clients with the token. Without a token in the settings it does not exist: see create-app.ts. */
export function metricsRoutes({
  metrics,
  store,
  relay,
  mail,
  now,
  metricsToken,
}: MetricsRouteDeps) {
  const isToken = createSecretCheck(metricsToken);
  const app = new Hono();
  methods(app, '/', {
    get: async (c) => {
      if (!isToken(bearerToken(c.req.header('authorization')) ?? '')) {
        c.header('WWW-Authenticate', 'Bearer');
        return problem(c, 401, {
          code: 'unauthorized',
          message: 'Expected Authorization: Bearer with the METRICS_TOKEN of this site.',
        });
      }
      const usage = await store.usage();
      const delivery = relay === null ? null : await store.deliveryState();
      const mailState = mail && { ...(await store.mailState()), state: mail.status().state };
      const webhooks = await store.webhookStates();
      const text = await metrics.render({ usage, delivery, mail: mailState, webhooks, now: now() });
      return c.body(text, 200, {
        'Content-Type': metrics.contentType,
        'Cache-Control': 'no-store',
      });
    },
  });
  return app;
}
