import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export interface PostOptions {
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Whether the URL may lead into a private network, or to this machine. */
  allowsPrivate: boolean;
  /** For everything: the name, the connection, the answer. */
  timeoutMs: number;
  signal?: AbortSignal;
  resolve?: (host: string) => Promise<LookupAddress[]>;
}

/** An answer says little, and a receiver may send any amount. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** A request without an answer. The message names neither the URL nor an address. */
export class PostError extends Error {
  override name = 'PostError';
}

const resolveByDns = (host: string) => lookup(host, { all: true, verbatim: true });

/**
 * Sends a POST request and returns the status of its answer. Redirects are not followed. It connects to an address that
 * was checked: a name that leads elsewhere a moment later changes nothing.
 *
 * @throws PostError
 */
export async function post(url: string, options: PostOptions) {
  const { timeoutMs, signal } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const ending = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const why = () => (timeout.aborted ? 'the receiver takes too long' : 'the site was stopped');
  const hostname = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = await orAborted(findAllowed(hostname, options), ending, why);
  return new Promise<{ status: number; retryAfter: string | null }>((done, fail) => {
    const request = open(url, addresses, options);
    ending.addEventListener('abort', () => request.destroy(), { once: true });
    request.on('error', (error: NodeJS.ErrnoException) =>
      fail(new PostError(ending.aborted ? why() : (error.code ?? 'the connection broke'))),
    );
    // Without this listener a 101 that changes the protocol ends in neither an answer nor an error.
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      done({ status: 101, retryAfter: null });
    });
    request.on('response', async (response) => {
      const { statusCode: status = 0, headers } = response;
      await readSome(response).catch(() => {});
      done({ status, retryAfter: headers['retry-after'] ?? null });
      request.destroy();
    });
    request.end(options.body);
  });
}

/** Returns why a host cannot be used, or null. Nothing is sent to it. */
export async function whyNotReachable(
  hostname: string,
  allowsPrivate: boolean,
): Promise<string | null> {
  try {
    await findAllowed(hostname.replace(/^\[(.*)\]$/, '$1'), { allowsPrivate });
    return null;
  } catch (error) {
    if (error instanceof PostError) return error.message;
    throw error;
  }
}

async function findAllowed(
  host: string,
  { allowsPrivate, resolve = resolveByDns }: Pick<PostOptions, 'allowsPrivate' | 'resolve'>,
) {
  const addresses = await resolveHost(host, resolve);
  if (!allowsPrivate && !addresses.every(({ address }) => isPublicAddress(address))) {
    throw new PostError('the URL leads to a private address (WEBHOOK_ALLOW_PRIVATE)');
  }
  return addresses;
}

async function resolveHost(host: string, resolve: NonNullable<PostOptions['resolve']>) {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  try {
    const addresses = await resolve(host);
    if (addresses.length > 0) return addresses;
  } catch {
    // without an address
  }
  throw new PostError('the host has no address');
}

/** A lookup cannot be cancelled, so its result is ignored. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal, why: () => string): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new PostError(why()));
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject);
  });
}

function open(
  url: string,
  addresses: readonly LookupAddress[],
  { headers, body }: PostOptions,
): ClientRequest {
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  return request(url, {
    method: 'POST',
    agent: false, // a connection that was kept would skip the check
    headers: { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' },
    lookup: (_host, { all }, callback) => {
      const [first] = addresses;
      if (all) callback(null, [...addresses]);
      else callback(null, first?.address ?? '', first?.family);
    },
  });
}

/** The status says it all. What follows is read for politeness, as far as the limits go. */
async function readSome(response: AsyncIterable<Buffer>) {
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) return;
  }
}
