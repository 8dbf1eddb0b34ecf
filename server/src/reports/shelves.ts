import { keepCompiled } from '../keep-compiled.ts';

const SHELF_BITS = 6;
const SHELVES = 2 ** SHELF_BITS;
/** Entries lie in blocks of this size, so that growing copies nothing. */
const BLOCK_ENTRIES = 2_048;
const BLOCK_WORDS = BLOCK_ENTRIES * 2;
/** The bits of an entry for what its event met, and for its touch. */
const VALUE_BITS = 16;
/** Of these, the most for what it met when there are touches: for the steps and exclusions of most funnels. */
const MET_BITS = 10;
/** The largest number of a person that fits into an entry. */
export const MAX_PERSON = 2 ** (VALUE_BITS + SHELF_BITS) - 1;

/**
 * Entries in the order of arrival, two words each: the time after a base; and 16 bits for the place of the person on the
 * shelf, with 16 for the touch and what the event met.
 */
type Block = Uint32Array;

/**
 * Blocks of earlier shelves, for the next ones of the thread: to get new memory takes as long as to write a few entries.
 * They are freed with the thread, half a minute after the last question.
 */
const freeBlocks: Block[] = [];
/** 16 KB each. */
const MAX_FREE_BLOCKS = 4_096;

/** The events of one chunk. A touch is the number of an event's value in the breakdown, and 0 without a value. */
export interface EventsToShelve {
  base: number;
  offsets: Uint32Array | Float64Array;
  /** Places of the events to add, and after them a larger one. */
  found: Uint32Array;
  kinds: Uint8Array | Uint16Array;
  /** For each kind, a set of bits. */
  met: Int32Array;
  /** For each kind, a touch. 0 where events have touches by what they share with others. */
  touches: Int32Array;
  largestTouch: number;
}

/** The entries of one shelf by person, and of one person by arrival. */
export interface SortedEntries {
  /** For each place, where the entries of its person end. */
  ends: Int32Array;
  times: Float64Array;
  /** What each event met, in one bit for each condition. The touch is above them, unless there are `touches`. */
  met: Int32Array;
  /** Empty where touches fit into `met`. */
  touches: Int32Array;
}

/**
 * Entries contain what is left after a base is subtracted. Base i applies from entry `froms[i]` on. A new one begins where
 * a time, a set of bits or a touch does not fit into an entry.
 */
interface Bases {
  froms: number[];
  times: number[];
  met: number[];
  touches: number[];
}
/** The memory of a base, in entries. Wrong clocks and made-up values may need a new base for each event. */
const BASE_WEIGHT = 5;

/**
 * Collects events, 8 bytes each. They lie on shelves by person, so that the processor's cache holds one shelf while its
 * events are sorted and read.
 */
export class Shelves {
  static readonly count = SHELVES;
  readonly #conditions: number;
  /** The lowest bits of an entry's value are for what it met, the others for its touch. */
  readonly #metBits: number;
  readonly #blocks: readonly Block[][] = Array.from({ length: SHELVES }, () => []);
  readonly #bases = Array.from(
    { length: SHELVES },
    (): Bases => ({ froms: [], times: [], met: [], touches: [] }),
  );
  /** For each shelf, its last block, and the number of words in it. */
  readonly #last: Block[] = Array.from({ length: SHELVES }, () => new Uint32Array(0));
  readonly #filled = new Int32Array(SHELVES).fill(BLOCK_WORDS);
  #lastPlace = 0;
  #largestTouch = 0;
  /** Whether all events of the chunk fit into entries that count from the base of the chunk. */
  #isSmall = false;
  /** For each kind of a small chunk: what it met, and its touch if kinds have touches. */
  #values = new Int32Array(0);

  constructor(conditions: number, hasTouches: boolean) {
    this.#conditions = conditions;
    this.#metBits = Math.min(conditions, hasTouches ? MET_BITS : VALUE_BITS);
  }

  /** Prepares for the events of a chunk. */
  begin({ base: time, offsets, met, touches, largestTouch }: EventsToShelve): void {
    this.#isSmall =
      offsets instanceof Uint32Array &&
      largestTouch < 1 << (VALUE_BITS - this.#metBits) &&
      met.every((bits) => bits < 1 << this.#metBits);
    this.#largestTouch = Math.max(this.#largestTouch, largestTouch);
    if (!this.#isSmall) return;
    this.#values = met.map((bits, kind) => ((touches[kind] as number) << this.#metBits) | bits);
    for (let shelf = 0; shelf < SHELVES; shelf++) this.#changeBase(shelf, time, 0, 0);
  }

  /**
   * Adds events of one person, and returns the index after them.
   *
   * @param person at most {@link MAX_PERSON}
   * @param touch of all these events, or 0 if their kinds have touches
   * @param index of the first event, in `found`
   * @param end the place where the person's events end
   */
  add(person: number, touch: number, events: EventsToShelve, index: number, end: number): number {
    const shelf = person & (SHELVES - 1);
    const place = person >>> SHELF_BITS;
    if (place > this.#lastPlace) this.#lastPlace = place;
    const { offsets, found, kinds } = events;
    let event = found[index] as number;
    let at = this.#filled[shelf] as number;
    const hasRoom = at + (end - event) * 2 <= BLOCK_WORDS;
    if (!this.#isSmall || !hasRoom) return this.#addAny(shelf, place, touch, events, index, end);
    const block = this.#last[shelf] as Block;
    const values = this.#values;
    const ownBits = (place << VALUE_BITS) | (touch << this.#metBits);
    // A call in this loop would make V8 check each array again.
    let next = index;
    do {
      block[at] = offsets[event] as number;
      block[at + 1] = ownBits | (values[kinds[event] as number] as number);
      at += 2;
      next += 1;
      event = found[next] as number;
    } while (event < end);
    this.#filled[shelf] = at;
    return next;
  }

  /** Returns how much memory is taken, in entries. */
  weight(): number {
    return this.#bases.reduce(
      (sum, { froms }, shelf) => sum + this.#sizeOf(shelf) + froms.length * BASE_WEIGHT,
      0,
    );
  }

  /** Returns room for the entries of any shelf. */
  room(): SortedEntries {
    let most = 0;
    for (let shelf = 0; shelf < SHELVES; shelf++) most = Math.max(most, this.#sizeOf(shelf));
    return {
      ends: new Int32Array(this.#lastPlace + 1),
      times: new Float64Array(most),
      met: new Int32Array(most),
      touches: new Int32Array(this.#hasTouchesApart() ? most : 0),
    };
  }

  /** Sorts the entries of a shelf by counting, writes them, and frees their blocks for other shelves. */
  move(shelf: number, sorted: SortedEntries): void {
    const { ends } = sorted;
    const blocks = this.#blocks[shelf] as Block[];
    const bases = this.#bases[shelf] as Bases;
    const size = this.#sizeOf(shelf);
    ends.fill(0);
    for (const [number, block] of blocks.entries()) {
      countByPlace(block, Math.min(size - number * BLOCK_ENTRIES, BLOCK_ENTRIES), ends);
    }
    // Where each person's entries start. Each of them moves it on, to where they end.
    for (let place = 0, start = 0; place < ends.length; place++) {
      const count = ends[place] as number;
      ends[place] = start;
      start += count;
    }
    for (const [number, from] of bases.froms.entries()) {
      const to = bases.froms[number + 1] ?? size;
      for (let entry = from, end = entry; entry < to; entry = end) {
        const first = entry % BLOCK_ENTRIES;
        end = Math.min(entry - first + BLOCK_ENTRIES, to);
        const block = blocks[(entry - first) / BLOCK_ENTRIES] as Block;
        moveEntries(block, first, first + end - entry, this.#metBits, bases, number, sorted);
      }
    }
    freeBlocks.push(...blocks.splice(0).slice(0, MAX_FREE_BLOCKS - freeBlocks.length));
    this.#filled[shelf] = BLOCK_WORDS;
    bases.froms.length = 0;
  }

  /** Does the same for events of any time, also across the end of a block. */
  #addAny(
    shelf: number,
    place: number,
    touch: number,
    { base, offsets, found, kinds, met, touches }: EventsToShelve,
    index: number,
    end: number,
  ): number {
    let event = found[index] as number;
    let next = index;
    do {
      const time = base + (offsets[event] as number);
      const bits = met[kinds[event] as number] as number;
      this.#addOne(shelf, place, time, bits, touch + (touches[kinds[event] as number] as number));
      event = found[++next] as number;
    } while (event < end);
    return next;
  }

  #addOne(shelf: number, place: number, time: number, met: number, touch: number): void {
    const metLow = met & ((1 << this.#metBits) - 1);
    const touchLow = touch & ((1 << (VALUE_BITS - this.#metBits)) - 1);
    const base = this.#baseTimeFor(shelf, time, met - metLow, touch - touchLow);
    if (this.#filled[shelf] === BLOCK_WORDS) this.#open(shelf);
    const block = this.#last[shelf] as Block;
    const at = this.#filled[shelf] as number;
    block[at] = time - base;
    block[at + 1] = (place << VALUE_BITS) | (touchLow << this.#metBits) | metLow;
    this.#filled[shelf] = at + 2;
  }

  #baseTimeFor(shelf: number, time: number, met: number, touch: number): number {
    const bases = this.#bases[shelf] as Bases;
    const last = bases.froms.length - 1;
    const base = bases.times[last] ?? Number.NaN;
    const isNear = (time - base) >>> 0 === time - base;
    if (isNear && bases.met[last] === met && bases.touches[last] === touch) return base;
    this.#changeBase(shelf, time - 2 ** 31, met, touch);
    return time - 2 ** 31;
  }

  /** With many conditions or values, a touch does not fit above what the event met. */
  #hasTouchesApart(): boolean {
    if (this.#largestTouch === 0) return false;
    return this.#metBits < this.#conditions || this.#largestTouch >= 2 ** (32 - this.#conditions);
  }

  #sizeOf(shelf: number): number {
    const full = (this.#blocks[shelf] as Block[]).length - 1;
    return full * BLOCK_ENTRIES + (this.#filled[shelf] as number) / 2;
  }

  #open(shelf: number): void {
    const block = freeBlocks.pop() ?? new Uint32Array(BLOCK_WORDS);
    this.#blocks[shelf]?.push(block);
    this.#last[shelf] = block;
    this.#filled[shelf] = 0;
  }

  #changeBase(shelf: number, time: number, met: number, touch: number): void {
    const bases = this.#bases[shelf] as Bases;
    const from = this.#sizeOf(shelf);
    const last = bases.froms.length - 1;
    const at = bases.froms[last] === from ? last : last + 1;
    bases.froms[at] = from;
    bases.times[at] = time;
    bases.met[at] = met;
    bases.touches[at] = touch;
  }
}

function countByPlace(block: Block, count: number, ends: Int32Array): void {
  const shift = VALUE_BITS; // V8 would load the module's own in each turn
  for (let at = 1; at < count * 2; at += 2) {
    const place = (block[at] as number) >>> shift;
    ends[place] = (ends[place] as number) + 1;
  }
}

function moveEntries(
  block: Block,
  from: number,
  to: number,
  metBits: number,
  bases: Bases,
  number: number,
  { ends, times, met, touches }: SortedEntries,
): void {
  const time = bases.times[number] as number;
  const metHigh = bases.met[number] as number;
  const touchHigh = bases.touches[number] as number;
  const isApart = touches.length > 0;
  const mask = (1 << (isApart ? metBits : VALUE_BITS)) - 1;
  const high = isApart ? metHigh : metHigh | (touchHigh << metBits);
  const touchMask = (1 << (VALUE_BITS - metBits)) - 1;
  const shift = VALUE_BITS; // as above
  for (let at = from * 2; at < to * 2; at += 2) {
    const word = block[at + 1] as number;
    const place = word >>> shift;
    const next = ends[place] as number;
    ends[place] = next + 1;
    times[next] = time + (block[at] as number);
    met[next] = high | (word & mask);
    if (isApart) touches[next] = touchHigh | ((word >>> metBits) & touchMask);
  }
}

const sample = new Shelves(0, false);
keepCompiled(sample, sample.room());
