import type { Pace } from '../../turns.ts';

/** Bytes copied without checking the clock, in about a tenth of a millisecond. */
const AT_ONCE_BYTES = 64 * 1024;

/**
 * Returns the pieces as one buffer, and empties the list. It works in slices: the first write to 20 MB of new memory
 * takes about 50 ms on a small machine.
 */
export async function joinPieces(pieces: Uint8Array[], pace: Pace): Promise<Uint8Array> {
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  const [only, second] = pieces;
  if (second === undefined) return only ?? new Uint8Array();
  if (size <= AT_ONCE_BYTES) return Buffer.concat(pieces.splice(0), size);
  await pace.next();
  const joined = Buffer.allocUnsafeSlow(size);
  let length = 0;
  // From the end, so that each piece is free as soon as it is copied.
  pieces.reverse();
  for (let piece = pieces.pop(); piece; piece = pieces.pop()) {
    joined.set(piece, length);
    length += piece.length;
    if (pace.isOver()) await pace.next();
  }
  return joined;
}
