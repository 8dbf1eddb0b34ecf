import type { MiddlewareHandler } from 'hono';
import type { Access } from '#shared/growth';
import { problem } from './problem.ts';

/** What a request of the interface lets read, once its session or its bearer token is known. */
export interface GrowthEnv {
  Variables: { access?: Access };
}

/** Refuses what is about single people, or what writes, to a session or a token for figures. */
export const peopleOnly: MiddlewareHandler<GrowthEnv> = async (c, next) =>
  c.get('access') === 'people'
    ? next()
    : problem(c, 403, {
        code: 'figures_only',
        message: 'GROWTH_VIEWER_TOKEN gives access to figures only; this needs GROWTH_TOKEN.',
      });
