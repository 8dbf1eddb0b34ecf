/**
 * Rows of `events` for each filter. The events of a visit are close together, so a window has about 350 people, and its
 * filter wrongly answers "maybe" for one in 150 of all others.
 */
export const WINDOW_ROWS = 2_048;

const BITS = 8_192;
const BYTES = BITS / 8;

/** A filter takes a kilobyte: at most 32 MB, for 67 million events. Windows without a filter are always read. */
const MAX_FILTERS = 32_768;

/** The two bits that represent a person in every filter. */
export type PersonBits = readonly [number, number];

/**
 * Remembers, for each full window of `events`, whose events it cannot hold: Bloom filters in memory, created by the first search that reads a window. Rows of a full window are never changed,
 * only deleted. A filter still answers "maybe" for deleted rows, which is correct.
 */
export function createWindowFilters(maxFilters = MAX_FILTERS) {
  const filters = new Map<number, Uint8Array>();
  return {
    has: (window: number) => filters.has(window),
    /** The window must be full: no row may be added to it later. */
    add(window: number, consentIds: readonly string[]) {
      if (filters.size >= maxFilters) return;
      const filter = new Uint8Array(BYTES);
      for (const consentId of consentIds) {
        for (const bit of bitsOf(consentId)) setBit(filter, bit);
      }
      filters.set(window, filter);
    },
    /** Returns false when the window cannot hold an event of the person, and true when it may or has no filter. */
    mayHold(window: number, [a, b]: PersonBits) {
      const filter = filters.get(window);
      return filter === undefined || (hasBit(filter, a) && hasBit(filter, b));
    },
    /** Forgets the windows before this one, whose rows were deleted. */
    forgetBefore(window: number) {
      for (const known of filters.keys()) if (known < window) filters.delete(known);
    },
  };
}

const setBit = (filter: Uint8Array, bit: number) => {
  filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
};
const hasBit = (filter: Uint8Array, bit: number) =>
  ((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;

/** FNV-1a. The lower and the upper half of its 32 bits serve as two hashes. */
export function bitsOf(consentId: string): PersonBits {
  let hash = 0x811c9dc5;
  for (let index = 0; index < consentId.length; index++) {
    hash = Math.imul(hash ^ consentId.charCodeAt(index), 0x01000193);
  }
  return [(hash >>> 16) % BITS, (hash >>> 0) % BITS];
}
