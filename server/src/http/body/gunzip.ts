import { createGunzip, gunzipSync } from 'node:zlib';
import type { Pace } from '../../turns.ts';
import type { Hold } from './body-memory.ts';
import { joinPieces } from './join-pieces.ts';

export type Gunzipped =
  | { ok: true; bytes: Uint8Array }
  | { ok: false; why: 'too_large' | 'not_gzip' | 'busy' };

const TOO_LARGE: Gunzipped = { ok: false, why: 'too_large' };
const NOT_GZIP: Gunzipped = { ok: false, why: 'not_gzip' };
const BUSY: Gunzipped = { ok: false, why: 'busy' };

/** Unpacking this much takes less than a millisecond, as long as a thread of the pool takes to start. */
const AT_ONCE_BYTES = 64 * 1024;
const CHUNK_BYTES = 64 * 1024;

/**
 * Returns whether bytes start like a gzip member with deflate (RFC 1952, section 2.3.1). Only the bytes count: SDKs
 * omit `Content-Encoding` and `compression`, and some proxies unpack a body but leave the header.
 */
export const isGzip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 0x08;

/** The memory to count unpacked bytes in, and the slices to unpack in (turns.ts). */
interface UnpackWork {
  hold: Pick<Hold, 'add'>;
  pace: Pace;
}

/** Unpacks at most `maxBytes`, so a gzip bomb stops at the limit. */
export async function gunzipWithin(
  bytes: Uint8Array,
  maxBytes: number,
  work: UnpackWork,
): Promise<Gunzipped> {
  // Small bodies are unpacked here and now, so that events of requests that arrived together share one commit.
  const atOnce = Math.min(maxBytes, AT_ONCE_BYTES);
  if (bytes.length <= atOnce) {
    const unpacked = gunzipAtOnce(bytes, atOnce);
    if (unpacked.ok) return work.hold.add(unpacked.bytes.length) ? unpacked : BUSY;
    if (unpacked.why !== 'too_large' || atOnce === maxBytes) return unpacked;
  }
  return gunzipInPieces(bytes, maxBytes, work);
}

function gunzipAtOnce(bytes: Uint8Array, maxOutputLength: number): Gunzipped {
  try {
    return { ok: true, bytes: gunzipSync(bytes, { maxOutputLength }) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return code === 'ERR_BUFFER_TOO_LARGE' ? TOO_LARGE : NOT_GZIP;
  }
}

/**
 * Unpacks in threads of the pool, a chunk at a time: each is counted before the next is unpacked. It works in slices,
 * because threads that unpack four bodies at once leave this thread little of a small machine's processor.
 */
async function gunzipInPieces(
  bytes: Uint8Array,
  maxBytes: number,
  { hold, pace }: UnpackWork,
): Promise<Gunzipped> {
  await pace.next();
  const pieces: Uint8Array[] = [];
  let size = 0;
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  gunzip.end(bytes);
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) return TOO_LARGE;
      if (!hold.add(chunk.length)) return BUSY;
      pieces.push(chunk);
      if (pace.isOver()) await pace.next();
    }
    return { ok: true, bytes: await joinPieces(pieces, pace) };
  } catch {
    return NOT_GZIP;
  }
}
