import type { Context } from 'hono';
import type { Log } from '../log.ts';
import { exchangeOf } from '../node/exchange.ts';
import { createAddressHash, isAddress } from '../node/network.ts';

/** Who is counted as one client, as a text that tells nobody's address. */
export type ClientOf = (c: Context) => string;

export interface ClientAddressOptions {
  /** Proxies in front, each of which adds to `X-Forwarded-For` whom it was asked by; 0 believes none. */
  trustedProxies: number;
  /** Made anew at each start and kept nowhere else: without it a hash of an address could be looked up. */
  key: Uint8Array;
}

const FORWARDED_FOR = 'x-forwarded-for';

/**
 * The client's address, from the connection itself; behind N trusted proxies the Nth address of `X-Forwarded-For`,
 * counted from its end: what stands before it was sent by the client, who may write anything. It leaves this module
 * as a keyed hash only.
 */
export function createClientOf({ trustedProxies, key }: ClientAddressOptions): ClientOf {
  const hash = createAddressHash(key);
  // A connection has one address for all of its requests.
  const known = new WeakMap<object, string>();
  // Several parts of one request ask for it.
  const knownForwarded = new WeakMap<Context, string>();

  function forwarded(c: Context): string | undefined {
    const client = knownForwarded.get(c);
    if (client !== undefined) return client;
    const address = forwardedAddress(c, trustedProxies);
    if (address === null) return undefined;
    const hashed = hash(address);
    knownForwarded.set(c, hashed);
    return hashed;
  }

  return (c) => {
    const client = trustedProxies > 0 ? forwarded(c) : undefined;
    return client ?? direct(c);
  };

  function direct(c: Context): string {
    const { connection } = exchangeOf(c);
    const client = known.get(connection) ?? hash(connection.remoteAddress ?? '');
    known.set(connection, client);
    return client;
  }
}

/** An IPv6 address with brackets and port has 48 characters. */
const MAX_HOP = 64;

/** With fewer hops than are trusted, the first: all of them were written by proxies. Null for what is no address. */
function forwardedAddress(c: Context, trustedProxies: number): string | null {
  const hops = (c.req.header(FORWARDED_FOR) ?? '').split(',').map((hop) => hop.trim());
  const hop = hops.at(-Math.min(trustedProxies, hops.length)) ?? '';
  // Some proxies write the port too.
  if (hop.length > MAX_HOP) return null;
  const address = /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? hop.replace(/^([\d.]+):\d+$/, '$1');
  return isAddress(address) ? address : null;
}

/** Tells the self-hoster, once, that a proxy seems to be in front which nobody has told the server about. */
export function createProxyWarning(log: Pick<Log, 'warn'>) {
  let warned = false;
  return (c: Context): void => {
    if (warned || c.req.header(FORWARDED_FOR) === undefined) return;
    warned = true;
    log.warn(
      'requests have X-Forwarded-For, which is not trusted, so behind a proxy all visitors count as one client; set TRUST_PROXY to the number of proxies in front, e.g. TRUST_PROXY=1',
    );
  };
}
