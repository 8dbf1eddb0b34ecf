import type { Context } from 'hono';
import { type BeginWork, createTimeSlices, type TimeSlice } from '../../lib/time-slices.ts';
import type { ClientOf } from '../client-address.ts';
import { exchangeOf } from '../node/exchange.ts';
import { createBodyMemory, type Reservation } from './body-memory.ts';
import { gunzipWithin, isGzip } from './gunzip.ts';

export type RawBody = { ok: true; bytes: Uint8Array } | { ok: false; why: 'too_large' | 'busy' };
export type BodyFault = 'too_large' | 'not_json' | 'busy';
export type JsonBody = { ok: true; json: unknown } | { ok: false; why: BodyFault };

/** The limits of work on a large body: its memory, and a slice at a time. */
export interface Work {
  reservation: Reservation;
  slice: TimeSlice;
}

/** Reads every body of the process, so that one limit applies to their memory and one order to their work. */
export interface Bodies {
  /** Reads a body as it was sent and passes it to `use`. Its memory counts until `use` has finished. */
  raw<T>(
    c: Context,
    maxBytes: number,
    use: (body: RawBody, work: Work) => Promise<T> | T,
  ): Promise<T>;
  /**
   * Reads a body as JSON, plain or gzipped, whatever its Content-Type, and passes the value to `use`.
   *
   * @param maxBytes both as sent and unpacked
   */
  json<T>(c: Context, maxBytes: number, use: (body: JsonBody) => Promise<T> | T): Promise<T>;
}

export interface BodiesOptions {
  clientOf: ClientOf;
  memory?: Pick<ReturnType<typeof createBodyMemory>, 'reserve'>;
  beginWork?: BeginWork;
}

/** Up to this size, work is done at once: it takes a few milliseconds at most. A larger body waits for a slice. */
export const AT_ONCE_BYTES = 8 * 1024;

export function createBodies({
  clientOf,
  memory = createBodyMemory(),
  beginWork = createTimeSlices(),
}: BodiesOptions): Bodies {
  const raw: Bodies['raw'] = async (c, maxBytes, use) => {
    const client = clientOf(c);
    const work = { reservation: memory.reserve(client), slice: beginWork(client) };
    try {
      const sent = await exchangeOf(c).readPieces(maxBytes, work.reservation);
      if (!sent.ok) return await use(sent, work);
      return await use({ ok: true, bytes: joinPieces(sent.pieces) }, work);
    } finally {
      work.reservation.release();
    }
  };
  return {
    raw,
    json: (c, maxBytes, use) =>
      raw(c, maxBytes, async (body, work) =>
        use(body.ok ? await readJson(body.bytes, maxBytes, work) : body),
      ),
  };
}

/** Empties the list, so that each piece is free once it is copied. */
const joinPieces = (pieces: Uint8Array[]): Uint8Array =>
  pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces.splice(0));

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
