import type { Context } from 'hono';

export interface HttpsOptions {
  siteUrl: string | null;
  trustedProxies: number;
}

/** Whether the visitor came by https: the site's address says so, or a proxy that is trusted. */
export const createIsHttps =
  ({ siteUrl, trustedProxies }: HttpsOptions) =>
  (c: Context): boolean => {
    if (siteUrl?.startsWith('https:')) return true;
    if (trustedProxies === 0) return false;
    // Each proxy may add what it saw: the first trusted one stands that many places from the end.
    const seen = (c.req.header('x-forwarded-proto') ?? '').split(',').map((proto) => proto.trim());
    return seen.at(-Math.min(trustedProxies, seen.length)) === 'https';
  };
export type IsHttps = ReturnType<typeof createIsHttps>;
