import type { Context } from 'hono';
import { forwardedValue } from './client-address.ts';
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
    return forwardedValue(exchangeOf(c).header('x-forwarded-proto'), trustedProxies) === 'https';
  };
export type IsHttps = ReturnType<typeof createIsHttps>;
