import { Hono } from 'hono';
import { methodNotAllowed, problem } from '../http/problem.ts';
import type { Relay } from '../jobs/relay.ts';
import { type Store, StoreUnavailableError } from '../store/store.ts';

const FRESH = { 'Cache-Control': 'no-store' };

export interface HealthRouteDeps {
  store: Pick<Store, 'checkWritable'>;
  relay: Pick<Relay, 'status'> | null;
}

/**
 * `/healthz`: the process is up. `/readyz`: what is acknowledged would be kept; it also says how delivery to PostHog
 * goes, which takes nothing from being ready: what cannot be delivered waits.
 */
export function healthRoutes({ store, relay }: HealthRouteDeps) {
  const app = new Hono();
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, FRESH));
  app.get('/readyz', async (c) => {
    try {
      await store.checkWritable();
      return c.json({ status: 'ready', relay: describe(relay) }, 200, FRESH);
    } catch (error) {
      const why = error instanceof StoreUnavailableError ? ` (${error.message})` : '';
      return problem(c, 503, {
        code: 'store_unavailable',
        message: `The database cannot be written${why}.`,
      });
    }
  });
  for (const path of ['/healthz', '/readyz']) app.all(path, methodNotAllowed('GET, HEAD'));
  return app;
}

function describe(relay: HealthRouteDeps['relay']) {
  if (!relay) return { state: 'off', reason: 'POSTHOG_KEY is not set' };
  const { state, reason, failingSince, nextAttemptAt } = relay.status();
  if (state !== 'failing') return { state };
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  return { state, reason, failingSince: iso(failingSince), nextAttemptAt: iso(nextAttemptAt) };
}
