import { Hono } from 'hono';
import { methodNotAllowed, problem } from '../http/problem.ts';
import { type Store, StoreUnavailableError } from '../store/store.ts';

const FRESH = { 'Cache-Control': 'no-store' };

export interface HealthRouteDeps {
  store: Pick<Store, 'checkWritable'>;
}

/** `/healthz`: the process is up. `/readyz`: what is acknowledged would be kept. */
export function healthRoutes({ store }: HealthRouteDeps) {
  const app = new Hono();
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, FRESH));
  app.get('/readyz', async (c) => {
    try {
      await store.checkWritable();
      return c.json({ status: 'ready' }, 200, FRESH);
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
