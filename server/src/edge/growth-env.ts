import type { Context, MiddlewareHandler } from 'hono';
import type { Access } from '#shared/growth';
import type { Actor } from '../store/audit-entries.sql.ts';
import { problem } from './problem.ts';

/** What a request of the interface lets read, and who asks, once its session or its bearer token is known. */
export interface GrowthEnv {
  Variables: {
    access?: Access;
    by: Actor;
    /** Whether a person's passkey was last used too long ago for what cannot be taken back. */
    isStale?: boolean;
    /** Refuses who was put out while the body was on its way, for up to a minute. */
    refuseLate?: () => Promise<Response | null>;
  };
}

/** Refuses what is about single people, or what writes, to a session or a token for figures. */
export const refuseFigures = (c: Context<GrowthEnv>): Response | null =>
  c.get('access') === 'people'
    ? null
    : problem(c, 403, {
        code: 'figures_only',
        message:
          'GROWTH_VIEWER_TOKEN and viewers have access to figures only; this needs GROWTH_TOKEN or an owner.',
      });
export const peopleOnly: MiddlewareHandler<GrowthEnv> = async (c, next) =>
  refuseFigures(c) ?? next();

/** Asks a person for the passkey again before what cannot be taken back. Tokens and commands are not asked. */
export const refuseStale = (c: Context<GrowthEnv>): Response | null =>
  c.get('isStale')
    ? problem(c, 403, {
        code: 'passkey_needed',
        message: 'This needs a passkey that was used within the last 15 minutes; nothing was done.',
      })
    : null;
export const recentOnly: MiddlewareHandler<GrowthEnv> = async (c, next) => refuseStale(c) ?? next();
