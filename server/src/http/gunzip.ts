import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';
import { SMALL_BODY_BYTES } from './large-bodies.ts';

const inflate = promisify(gunzip);

export type Gunzipped =
  | { ok: true; bytes: Uint8Array }
  | { ok: false; why: 'too_large' | 'not_gzip' };

/**
 * Whether bytes begin as a gzip member with deflate does (RFC 1952, section 2.3.1). The bytes are what
 * counts: SDKs leave out `Content-Encoding` and `compression`, and proxies forget to take the first away.
 */
export const isGzip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 0x08;

/**
 * Decompresses at most `maxBytes`: what is larger, a gzip bomb among others, is cut off while it grows.
 * What must be small is unpacked here and now: in less than a millisecond, which a thread of its own would take to
 * begin, and the events of requests that came together stay together for one commit.
 */
export async function gunzipWithin(bytes: Uint8Array, maxBytes: number): Promise<Gunzipped> {
  try {
    const limits = { maxOutputLength: maxBytes };
    const isSmall = maxBytes <= SMALL_BODY_BYTES;
    return { ok: true, bytes: isSmall ? gunzipSync(bytes, limits) : await inflate(bytes, limits) };
  } catch (error) {
    const tooLarge =
      error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    return { ok: false, why: tooLarge ? 'too_large' : 'not_gzip' };
  }
}
