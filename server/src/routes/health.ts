import { Hono } from 'hono';
import { methodNotAllowed } from '../http/problem.ts';
import type { Relay } from '../jobs/relay.ts';
import { LITTLE_SPACE_BYTES, type Store, StoreUnavailableError } from '../store/store.ts';

const FRESH = { 'Cache-Control': 'no-store' };

export interface HealthRouteDeps {
  store: Pick<Store, 'checkWritable' | 'usage'>;
  relay: Pick<Relay, 'status'> | null;
}

/**
 * `/healthz`: the process is up. `/readyz`: what is acknowledged would be kept. Its reasons also name what takes nothing
 * from that yet: what cannot be delivered to PostHog waits here, and a disk that is nearly full is not full. To answer
 * 503 for those would take a site away whose pages need neither.
 */
export function healthRoutes({ store, relay }: HealthRouteDeps) {
  const app = new Hono();
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, FRESH));
  app.get('/readyz', async (c) => {
    const refusal = await whyNotWritable(store);
    const state = {
      reasons: [refusal, await whySpaceIsShort(store), whyEventsWait(relay)].filter(
        (reason) => reason !== null,
      ),
      relay: describe(relay),
    };
    return refusal === null
      ? c.json({ status: 'ready', ...state }, 200, FRESH)
      : c.json(
          { status: 'not_ready', code: 'store_unavailable', message: refusal, ...state },
          503,
          FRESH,
        );
  });
  for (const path of ['/healthz', '/readyz']) app.all(path, methodNotAllowed('GET, HEAD'));
  return app;
}

async function whyNotWritable(store: HealthRouteDeps['store']): Promise<string | null> {
  try {
    await store.checkWritable();
    return null;
  } catch (error) {
    const why = error instanceof StoreUnavailableError ? ` (${error.message})` : '';
    return `The database cannot be written${why}.`;
  }
}

async function whySpaceIsShort(store: HealthRouteDeps['store']): Promise<string | null> {
  try {
    const { freeBytes } = await store.usage();
    if (freeBytes === null || freeBytes >= LITTLE_SPACE_BYTES) return null;
    return `The disk of the database has ${Math.floor(freeBytes / 1e6)} MB left; free some, or nothing will be kept.`;
  } catch {
    return 'The disk of the database cannot be looked at.';
  }
}

function whyEventsWait(relay: HealthRouteDeps['relay']): string | null {
  const status = relay?.status();
  return status?.state === 'failing' ? `Events wait for PostHog: ${status.reason}.` : null;
}

function describe(relay: HealthRouteDeps['relay']) {
  if (!relay) return { state: 'off', reason: 'POSTHOG_KEY is not set' };
  const { state, reason, failingSince, nextAttemptAt } = relay.status();
  if (state !== 'failing') return { state };
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  return { state, reason, failingSince: iso(failingSince), nextAttemptAt: iso(nextAttemptAt) };
}
