/** Entries lie in blocks of this size, so that growing copies nothing. */
const BLOCK_SIZE = 2_048;

/** Entries in the order of arrival, two words each: the time, and the place of the person with the value. */
type Block = Int32Array;

/** A larger place does not fit into an entry. */
export const MAX_PLACE = 0xffff;
/** The part of a value that lies in an entry. */
const LOW_BITS = 0xffff;

/**
 * Blocks of earlier shelves, for the next ones of the thread: to get new memory takes as long as to write a few entries.
 * They are freed with the thread, half a minute after the last question.
 */
const freeBlocks: Block[] = [];
/** 16 KB each. */
const MAX_FREE_BLOCKS = 4_096;

/** Entries by person, and of one person by arrival. */
export interface SortedEntries {
  /** For each place, where the entries of its person end. */
  ends: Int32Array;
  times: Float64Array;
  values: Int32Array;
}

/** Returns room for the entries of any of the shelves. */
export const roomFor = (shelves: readonly Shelf[], places: number): SortedEntries => {
  const most = Math.max(...shelves.map((shelf) => shelf.size()));
  return {
    ends: new Int32Array(places),
    times: new Float64Array(most),
    values: new Int32Array(most),
  };
};

/** What the times and values of successive entries are added to. */
interface Base {
  /** The first of these entries. */
  from: number;
  time: number;
  value: number;
}

/** In entries: a visitor's clock may change the base with each event. */
const BASE_WEIGHT = 8;

/**
 * Collects entries about some people, 8 bytes each. They count from a base, which changes when a time or a value does not
 * fit: every 25 days when entries come in the order of time.
 */
export class Shelf {
  readonly #blocks: Block[] = [];
  #last: Block | null = null;
  /** The number of entries in the last block. All others are full. */
  #filled = BLOCK_SIZE;
  readonly #bases: Base[] = [];
  #time = Number.NaN;
  #value = 0;

  /** @param place at most {@link MAX_PLACE} */
  add(place: number, time: number, value: number): void {
    if (this.#filled === BLOCK_SIZE) this.#open();
    let since = time - this.#time;
    const over = value & LOW_BITS;
    if (since !== (since | 0) || value - over !== this.#value) {
      this.#changeBase(time, value - over);
      since = 0;
    }
    const block = this.#last as Block;
    const at = this.#filled * 2;
    block[at] = since;
    block[at + 1] = (place << 16) | over;
    this.#filled += 1;
  }

  size(): number {
    return (this.#blocks.length - 1) * BLOCK_SIZE + this.#filled;
  }

  /** Returns how much memory the shelf takes, in entries. */
  weight(): number {
    return this.size() + this.#bases.length * BASE_WEIGHT;
  }

  /** Sorts the entries by counting, writes them, and frees their blocks for other shelves. */
  moveTo(sorted: SortedEntries): void {
    const { ends } = sorted;
    ends.fill(0);
    for (const block of this.#blocks) countByPlace(block, this.#countOf(block), ends);
    // Where each person's entries start. Each of them moves it on, to where they end.
    for (let place = 0, start = 0; place < ends.length; place++) {
      const count = ends[place] as number;
      ends[place] = start;
      start += count;
    }
    for (const [number, base] of this.#bases.entries()) {
      const end = this.#bases[number + 1]?.from ?? this.size();
      for (let from = base.from; from < end; ) {
        const at = from % BLOCK_SIZE;
        const count = Math.min(BLOCK_SIZE - at, end - from);
        moveEntries(this.#blocks[(from - at) / BLOCK_SIZE] as Block, at, at + count, base, sorted);
        from += count;
      }
    }
    freeBlocks.push(...this.#blocks.splice(0).slice(0, MAX_FREE_BLOCKS - freeBlocks.length));
    this.#last = null;
    this.#filled = BLOCK_SIZE;
    this.#bases.length = 0;
    this.#time = Number.NaN;
  }

  #countOf(block: Block): number {
    return block === this.#last ? this.#filled : BLOCK_SIZE;
  }

  #open(): void {
    this.#last = freeBlocks.pop() ?? new Int32Array(BLOCK_SIZE * 2);
    this.#blocks.push(this.#last);
    this.#filled = 0;
  }

  #changeBase(time: number, value: number): void {
    this.#bases.push({ from: this.size(), time, value });
    this.#time = time;
    this.#value = value;
  }
}

function countByPlace(block: Block, count: number, ends: Int32Array): void {
  for (let at = 1; at < count * 2; at += 2) {
    const place = (block[at] as number) >>> 16;
    ends[place] = (ends[place] as number) + 1;
  }
}

function moveEntries(
  block: Block,
  from: number,
  to: number,
  { time, value }: Base,
  { ends, times, values }: SortedEntries,
): void {
  for (let entry = from; entry < to; entry++) {
    const word = block[entry * 2 + 1] as number;
    const place = word >>> 16;
    const next = ends[place] as number;
    ends[place] = next + 1;
    times[next] = time + (block[entry * 2] as number);
    values[next] = value + (word & LOW_BITS);
  }
}
