import { createGunzip, gunzipSync } from 'node:zlib';
import type { Context } from 'hono';
import { type BeginWork, createTimeSlices, type TimeSlice } from '../../lib/time-slices.ts';
import type { ClientOf } from '../client-address.ts';
import { exchangeOf, type SentBody } from '../node/exchange.ts';

export type BodyFault = 'too_large' | 'not_json' | 'busy';
export type JsonBody = { ok: true; json: unknown } | { ok: false; why: BodyFault };

/** The limits of work on a large body: its memory, and a slice at a time. */
export interface Work {
  reservation: Reservation;
  slice: TimeSlice;
}

/** Up to this size, work is done at once: it takes a few milliseconds at most. A larger body waits for a slice. */
export const AT_ONCE_BYTES = 8 * 1024;

interface BodiesOptions {
  clientOf: ClientOf;
  memory?: Pick<ReturnType<typeof createBodyMemory>, 'reserve'>;
  beginWork?: BeginWork;
}

/** Reads every body of the process, so that one limit applies to their memory and one order to their work. */
export function createBodies({
  clientOf,
  memory = createBodyMemory(),
  beginWork = createTimeSlices(),
}: BodiesOptions) {
  /** Reads a body as it was sent and passes it to `use`. Its memory counts until `use` has finished. */
  async function raw<T>(
    c: Context,
    maxBytes: number,
    use: (body: SentBody, work: Work) => Promise<T> | T,
  ): Promise<T> {
    const client = clientOf(c);
    const work = { reservation: memory.reserve(client), slice: beginWork(client) };
    try {
      return await use(await exchangeOf(c).readBody(maxBytes, work.reservation), work);
    } finally {
      work.reservation.release();
    }
  }
  return {
    raw,
    /**
     * Reads a body as JSON, plain or gzipped, whatever its Content-Type, and passes the value to `use`.
     *
     * @param maxBytes both as sent and unpacked
     */
    json: <T>(c: Context, maxBytes: number, use: (body: JsonBody) => Promise<T> | T) =>
      raw(c, maxBytes, async (body, work) =>
        use(body.ok ? await readJson(body.bytes, maxBytes, work) : body),
      ),
  };
}
export type Bodies = ReturnType<typeof createBodies>;

const BUSY: JsonBody = { ok: false, why: 'busy' };

async function readJson(sent: Uint8Array, maxBytes: number, work: Work): Promise<JsonBody> {
  let bytes = sent;
  if (isGzip(bytes)) {
    // Also before unpacking: 60 KB that hold only Huffman tables and no text take 10 ms.
    if (bytes.length > AT_ONCE_BYTES) await work.slice.next();
    const unpacked = await gunzipWithin(bytes, maxBytes, work);
    if (!unpacked.ok) {
      return { ok: false, why: unpacked.why === 'not_gzip' ? 'not_json' : unpacked.why };
    }
    bytes = unpacked.bytes;
  }
  if (bytes.length > AT_ONCE_BYTES) await work.slice.next();
  if (work.reservation.isTaken()) return BUSY;
  return parseJson(bytes);
}

// Fatal: otherwise U+FFFD would replace bytes that are not UTF-8, and a text that was never sent would be stored.
const decoder = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: Uint8Array): JsonBody {
  try {
    return { ok: true, json: JSON.parse(decoder.decode(bytes)) };
  } catch {
    return { ok: false, why: 'not_json' };
  }
}

/** @param type a Content-Type, with or without parameters */
export const isJson = (type: string): boolean => /^\s*application\/json\s*(;|$)/i.test(type);

type Reservation = ReturnType<ReturnType<typeof createBodyMemory>['reserve']>;

const MAX_BYTES = 64 * 1024 * 1024;

interface Holder {
  bytes: number;
  reservations: Set<OpenReservation>;
}
interface OpenReservation {
  bytes: number;
  take(): void;
}

/**
 * One limit for all bodies in memory, including small, slow and unpacked ones. When it is reached, the client with the
 * most bytes loses its largest body. So a client that fills the memory loses its own requests, and a small body of any
 * other client always finds room.
 */
export function createBodyMemory(maxBytes = MAX_BYTES) {
  const holders = new Map<string, Holder>();
  let held = 0;

  /** Takes away the largest body of the client with the most bytes. */
  function takeOne() {
    largest(largest(holders.values())?.reservations ?? [])?.take();
  }

  return {
    held: () => held,
    /** @param client the sender of the body; all requests of one client count together */
    reserve(client: string) {
      let isTaken = false;
      let listener: (() => void) | null = null;
      const open: OpenReservation = {
        bytes: 0,
        take() {
          isTaken = true;
          leave();
          listener?.();
        },
      };

      function enter() {
        const holder = holders.get(client) ?? { bytes: 0, reservations: new Set() };
        holders.set(client, holder);
        holder.reservations.add(open);
        return holder;
      }

      function leave() {
        const holder = holders.get(client);
        if (!holder?.reservations.delete(open)) return;
        holder.bytes -= open.bytes;
        held -= open.bytes;
        if (holder.reservations.size === 0) holders.delete(client);
      }

      return {
        /** Counts bytes. Returns false when the request must give up, because there is no room for its client. */
        add(bytes: number): boolean {
          if (isTaken) return false;
          enter().bytes += bytes;
          open.bytes += bytes;
          held += bytes;
          while (held > maxBytes && !isTaken) takeOne();
          return !isTaken;
        },
        /** Whether another client needed the room of this request, so that it was taken away. */
        isTaken: () => isTaken,
        /** Sets the listener for when the room is taken away; null removes it. */
        onTaken(next: (() => void) | null) {
          listener = next;
        },
        /** Call it once, when the request is answered. */
        release: leave,
      };
    },
  };
}

function largest<T extends { bytes: number }>(all: Iterable<T>): T | undefined {
  let found: T | undefined;
  for (const one of all) if (!found || one.bytes > found.bytes) found = one;
  return found;
}

export type Gunzipped =
  | { ok: true; bytes: Buffer }
  | { ok: false; why: 'too_large' | 'not_gzip' | 'busy' };

/** Unpacking this much takes less than a millisecond, as long as a thread of the pool takes to start. */
const UNPACKED_AT_ONCE_BYTES = 64 * 1024;
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
  const atOnce = Math.min(maxBytes, UNPACKED_AT_ONCE_BYTES);
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
