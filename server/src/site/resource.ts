import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Encoding } from '../edge/negotiate.ts';

export interface Representation {
  bytes: Uint8Array<ArrayBuffer>;
  /** A strong ETag, so each coding has its own (RFC 9110, section 8.8.3.3). */
  etag: string;
}

/** Something served from memory, in each available coding. */
export interface Resource {
  type: string;
  cacheControl: string;
  vary: string;
  /** Whether other sites may embed it, as a link preview does. */
  embeddable: boolean;
  representations: Partial<Record<Encoding, Representation>> & { identity: Representation };
}

/** A resource, or what makes it at the first call. */
export type Served = Resource | (() => Promise<Resource>);

export interface ResourceOptions {
  type: string;
  cacheControl: string;
  vary: string;
  embeddable?: boolean;
  identity: Uint8Array;
  br?: Uint8Array | undefined;
  gzip?: Uint8Array | undefined;
}

/** Creates a resource. A coding that is no smaller than the plain bytes is left out. */
export function createResource(options: ResourceOptions): Resource {
  const { type, cacheControl, vary, embeddable = false, identity } = options;
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  const representations: Resource['representations'] = {
    identity: { bytes: owned(identity), etag: `"${hash}"` },
  };
  for (const encoding of ['br', 'gzip'] as const) {
    const bytes = options[encoding];
    if (!bytes || bytes.length >= identity.length) continue;
    representations[encoding] = { bytes: owned(bytes), etag: `"${hash}-${encoding}"` };
  }
  return { type, cacheControl, vary, embeddable, representations };
}

/**
 * Copies bytes out of Node's shared buffer pool, which a Response would otherwise keep or copy as a
 * whole. Bytes that have a buffer of their own stay where they are.
 */
const owned = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.byteLength
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes);

/** 256 KB, more than any page has. The default takes 16 times the memory. */
const WINDOW_BITS = 18;

/**
 * Compresses text. Quality 6 is within 1 % of 9 and takes a tenth of its time, because 9 fills
 * 32 MB of tables for each text. 11 would save 12 % and take 30 times as long. We compress in this thread, 2 ms
 * for the longest page, because the threads of Node's pool would keep 10 MB of memory.
 */
export function compressText(text: string) {
  const identity = Buffer.from(text);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 6,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
  };
  return { identity, br: brotliCompressSync(identity, { params }), gzip: gzipSync(identity) };
}
