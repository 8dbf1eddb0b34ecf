import type { Context } from 'hono';
import { exchangeOf } from './node/exchange.ts';

export interface HttpsOptions {
  siteUrl: string | null;
  trustedProxies: number;
}

/** Returns whether the visitor uses https, by the site's address or by a trusted proxy. */
export const createIsHttps =
  ({ siteUrl, trustedProxies }: HttpsOptions) =>
  (c: Context): boolean => {
    if (siteUrl?.startsWith('https:')) return true;
    if (trustedProxies === 0) return false;
    // Each proxy may append what it saw. The value of the first trusted proxy has this position from the end.
    const seen = (exchangeOf(c).header('x-forwarded-proto') ?? '')
      .split(',')
      .map((proto) => proto.trim());
    return seen.at(-Math.min(trustedProxies, seen.length)) === 'https';
  };
export type IsHttps = ReturnType<typeof createIsHttps>;
