import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Metrics } from '../metrics.ts';

/** Counts every answer and how long it took, errors included. */
export const requestMetrics =
  (metrics: Pick<Metrics, 'request'>): MiddlewareHandler =>
  async (c, next) => {
    const since = performance.now();
    await next();
    metrics.request({
      method: c.req.method,
      route: routePath(c), // of what answered: the last handler that was entered
      status: c.res.status,
      seconds: (performance.now() - since) / 1000,
    });
  };
