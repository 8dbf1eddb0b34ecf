import { createGunzip, gunzipSync } from 'node:zlib';
import type { TimeSlice } from '../../lib/time-slices.ts';
import type { Reservation } from './body-memory.ts';

export type Gunzipped =
  | { ok: true; bytes: Buffer }
  | { ok: false; why: 'too_large' | 'not_gzip' | 'busy' };

/** Unpacking this much takes less than a millisecond, as long as a thread of the pool takes to start. */
const AT_ONCE_BYTES = 64 * 1024;
const CHUNK_BYTES = 64 * 1024;

/**
 * Returns whether bytes start like a gzip member with deflate (RFC 1952, section 2.3.1). Only the bytes count: SDKs
 * omit `Content-Encoding` and `compression`, and some proxies unpack a body but leave the header.
 */
export const isGzip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 0x08;

/** Counts the unpacked bytes as they grow, so that unpacking stops when there is no more room, and cuts it in slices. */
interface UnpackWork {
  reservation: Pick<Reservation, 'add'>;
  slice: TimeSlice;
}

/**
 * Unpacks at most `maxBytes`, so a gzip bomb stops at the limit. Large bodies take turns: 200 bombs that were unpacked at
 * once took 800 MB, since the memory of what is refused is not free at once.
 */
export async function gunzipWithin(
  bytes: Uint8Array,
  maxBytes: number,
  { reservation, slice }: UnpackWork,
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
  await slice.next();
  const pieces: Buffer[] = [];
  let size = 0;
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  gunzip.end(bytes);
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > maxBytes) return { ok: false, why: 'too_large' };
      if (!reservation.add(piece.length)) return { ok: false, why: 'busy' };
      pieces.push(piece);
      if (slice.isOver()) await slice.next();
    }
    return { ok: true, bytes: Buffer.concat(pieces.splice(0)) };
  } catch {
    return { ok: false, why: 'not_gzip' };
  }
}

const faultOf = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    ? 'too_large'
    : 'not_gzip';
