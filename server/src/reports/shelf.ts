/** Entries lie in blocks of this size, so that growing copies nothing. */
const BLOCK_SIZE = 1_024;

/** Entries in the order of arrival, each about one person at one time. */
interface Block {
  times: Float64Array;
  values: Int32Array;
  /** The place of the person among those of the shelf. */
  places: Uint32Array;
}

const createBlock = (): Block => ({
  times: new Float64Array(BLOCK_SIZE),
  values: new Int32Array(BLOCK_SIZE),
  places: new Uint32Array(BLOCK_SIZE),
});

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
  const most = Math.max(...shelves.map((shelf) => shelf.room()));
  return {
    ends: new Int32Array(places),
    times: new Float64Array(most),
    values: new Int32Array(most),
  };
};

/** Collects entries about some people, 16 bytes each. */
export class Shelf {
  readonly #blocks: Block[] = [];
  #last: Block | null = null;
  /** The number of entries in the last block. All others are full. */
  #filled = BLOCK_SIZE;

  add(place: number, time: number, value: number): void {
    if (this.#filled === BLOCK_SIZE) this.#open();
    const block = this.#last as Block;
    const at = this.#filled;
    block.times[at] = time;
    block.values[at] = value;
    block.places[at] = place;
    this.#filled = at + 1;
  }

  /** Returns an upper bound of the number of entries. */
  room(): number {
    return this.#blocks.length * BLOCK_SIZE;
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
    for (const block of this.#blocks) moveEntries(block, this.#countOf(block), sorted);
    freeBlocks.push(...this.#blocks.splice(0).slice(0, MAX_FREE_BLOCKS - freeBlocks.length));
    this.#last = null;
    this.#filled = BLOCK_SIZE;
  }

  #countOf(block: Block): number {
    return block === this.#last ? this.#filled : BLOCK_SIZE;
  }

  #open(): void {
    this.#last = freeBlocks.pop() ?? createBlock();
    this.#blocks.push(this.#last);
    this.#filled = 0;
  }
}

function countByPlace({ places }: Block, count: number, ends: Int32Array): void {
  for (let entry = 0; entry < count; entry++) {
    const place = places[entry] as number;
    ends[place] = (ends[place] as number) + 1;
  }
}

function moveEntries(block: Block, count: number, sorted: SortedEntries): void {
  const { places, times: ownTimes, values: ownValues } = block;
  const { ends, times, values } = sorted;
  for (let entry = 0; entry < count; entry++) {
    const place = places[entry] as number;
    const next = ends[place] as number;
    ends[place] = next + 1;
    times[next] = ownTimes[entry] as number;
    values[next] = ownValues[entry] as number;
  }
}
