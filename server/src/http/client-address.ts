import { createHmac } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import type { Log } from '../log.ts';
import { requestHeader } from '../node/request-header.ts';

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
  const known = new WeakMap<Socket, string>();
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
    const socket = socketOf(c);
    if (!socket) return hash('');
    const client = known.get(socket) ?? hash(socket.remoteAddress ?? '');
    known.set(socket, client);
    return client;
  }
}

/** Whoever has not the key cannot tell the address from its hash, nor by trying all there are. */
export const createAddressHash = (key: Uint8Array) => (address: string) =>
  createHmac('sha256', key).update(networkOf(address)).digest('base64url');

/** Absent where no connection is: in a test that asks the application itself. */
const socketOf = (c: Context): Socket | undefined =>
  (c.env as { incoming?: { socket?: Socket } } | undefined)?.incoming?.socket;

/** An IPv6 address with brackets and port has 48 characters. */
const MAX_HOP = 64;

/** With fewer hops than are trusted, the first: all of them were written by proxies. Null for what is no address. */
function forwardedAddress(c: Context, trustedProxies: number): string | null {
  const hops = (requestHeader(c, FORWARDED_FOR) ?? '').split(',').map((hop) => hop.trim());
  const hop = hops.at(-Math.min(trustedProxies, hops.length)) ?? '';
  // Some proxies write the port too.
  if (hop.length > MAX_HOP) return null;
  const address = /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? hop.replace(/^([\d.]+):\d+$/, '$1');
  return isIP(address) ? address : null;
}

/**
 * What is counted as one client: an IPv4 address, or the first 64 bits of an IPv6 address, since whoever has one of
 * its addresses usually has them all (RFC 6177, section 2).
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%'); // a zone (`%eth0.100`) names an interface of this machine
  if (!isIP(plain)) return plain;
  const parsed = ipaddr.process(plain); // an IPv4 address in IPv6 form is the IPv4 address
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return Buffer.from(parsed.toByteArray().slice(0, 8)).toString('hex');
}

/** Tells the self-hoster, once, that a proxy seems to be in front which nobody has told the server about. */
export function createProxyWarning(log: Pick<Log, 'warn'>) {
  let warned = false;
  return (c: Context): void => {
    if (warned || requestHeader(c, FORWARDED_FOR) === undefined) return;
    warned = true;
    log.warn(
      'requests have X-Forwarded-For, which is not trusted, so behind a proxy all visitors count as one client; set TRUST_PROXY to the number of proxies in front, e.g. TRUST_PROXY=1',
    );
  };
}
