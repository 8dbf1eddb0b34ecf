import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';
import type { Reservation } from './body-memory.ts';

export type Gunzipped =
  | { ok: true; bytes: Buffer }
  | { ok: false; why: 'too_large' | 'not_gzip' | 'busy' };

/** Unpacking this much takes less than a millisecond, as long as a thread of the pool takes to start. */
const AT_ONCE_BYTES = 64 * 1024;
const CHUNK_BYTES = 64 * 1024;

const gunzipInPool = promisify(gunzip);

/**
 * Returns whether bytes start like a gzip member with deflate (RFC 1952, section 2.3.1). Only the bytes count: SDKs
 * omit `Content-Encoding` and `compression`, and some proxies unpack a body but leave the header.
 */
export const isGzip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 0x08;

/**
 * Unpacks at most `maxBytes`, so a gzip bomb stops at the limit.
 *
 * @param reservation counts the unpacked bytes; for a large body all of `maxBytes`, before they are there
 */
export async function gunzipWithin(
  bytes: Uint8Array,
  maxBytes: number,
  reservation: Pick<Reservation, 'add'>,
): Promise<Gunzipped> {
  // Small bodies are unpacked here and now, so that events of requests that arrived together share one commit.
  const atOnce = Math.min(maxBytes, AT_ONCE_BYTES);
  if (bytes.length <= atOnce) {
    try {
      const unpacked = gunzipSync(bytes, { maxOutputLength: atOnce });
      return reservation.add(unpacked.length)
        ? { ok: true, bytes: unpacked }
        : { ok: false, why: 'busy' };
    } catch (error) {
      if (faultOf(error) === 'not_gzip' || atOnce === maxBytes) {
        return { ok: false, why: faultOf(error) };
      }
    }
  }
  if (!reservation.add(maxBytes)) return { ok: false, why: 'busy' };
  try {
    const options = { maxOutputLength: maxBytes, chunkSize: CHUNK_BYTES };
    return { ok: true, bytes: await gunzipInPool(bytes, options) };
  } catch (error) {
    return { ok: false, why: faultOf(error) };
  }
}

const faultOf = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    ? 'too_large'
    : 'not_gzip';
