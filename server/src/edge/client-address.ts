import type { Context } from 'hono';
import type { Log } from '../lib/log.ts';
import { exchangeOf } from './node/exchange.ts';
import { createAddressHash, isAddress } from './node/network.ts';

/** Returns what identifies a client in counters, without revealing an address. */
export type ClientOf = (c: Context) => string;

interface ClientAddressOptions {
  /**
   * Proxies in front of the server. Each adds the address of its client to `X-Forwarded-For`. With 0 the header is
   * ignored.
   */
  trustedProxies: number;
  /** New at each start and kept nowhere else: a fixed key would let somebody look up the address of a hash. */
  key: Uint8Array;
}

const FORWARDED_FOR = 'x-forwarded-for';

/**
 * Determines the client's address: that of the connection, or behind N trusted proxies the Nth address of
 * `X-Forwarded-For`, counted from the end. The addresses before it were sent by the client, who may write anything. The
 * address leaves this module only as a keyed hash.
 */
export function createClientOf({ trustedProxies, key }: ClientAddressOptions): ClientOf {
  const hash = createAddressHash(key);
  /** By connection, which has one address for all its requests; behind a proxy by request, of which several parts ask for it. */
  const known = new WeakMap<object, string>();
  return (c) => {
    const { connection } = exchangeOf(c);
    const forwarded = trustedProxies > 0 ? c : null;
    const key = forwarded ?? connection;
    const client =
      known.get(key) ??
      hash((forwarded && forwardedAddress(c, trustedProxies)) ?? connection.remoteAddress ?? '');
    known.set(key, client);
    return client;
  };
}

/** More than any chain of proxies adds. What a client wrote in front of it is not looked at. */
const MAX_FORWARDED = 2_000;

/**
 * Returns what the first trusted proxy saw. Each may append to the header. With fewer values than trusted proxies, returns
 * the first: proxies wrote all of them.
 */
function forwardedValue(header: string | undefined, trustedProxies: number): string {
  const values = (header ?? '').slice(-MAX_FORWARDED).split(',');
  return values.at(-Math.min(trustedProxies, values.length))?.trim() ?? '';
}

function forwardedAddress(c: Context, trustedProxies: number): string | null {
  const hop = forwardedValue(exchangeOf(c).header(FORWARDED_FOR), trustedProxies);
  // Some proxies include the port.
  const address = /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? hop.replace(/^([\d.]+):\d+$/, '$1');
  return isAddress(address) ? address : null;
}

/** Warns the self-hoster, once, that there seems to be a proxy that the settings do not mention. */
export function createProxyWarning(log: Pick<Log, 'warn'>) {
  let warned = false;
  return (c: Context): void => {
    if (warned || exchangeOf(c).header(FORWARDED_FOR) === undefined) return;
    warned = true;
    log.warn(
      'requests have X-Forwarded-For, which is not trusted, so behind a proxy all visitors count as one client; set TRUST_PROXY to the number of proxies in front, e.g. TRUST_PROXY=1',
    );
  };
}

/** Returns whether the visitor uses https, by the site's address or by a trusted proxy. */
export const createIsHttps =
  ({ siteUrl, trustedProxies }: { siteUrl: string | null; trustedProxies: number }) =>
  (c: Context): boolean => {
    if (siteUrl?.startsWith('https:')) return true;
    if (trustedProxies === 0) return false;
    return forwardedValue(exchangeOf(c).header('x-forwarded-proto'), trustedProxies) === 'https';
  };
export type IsHttps = ReturnType<typeof createIsHttps>;
