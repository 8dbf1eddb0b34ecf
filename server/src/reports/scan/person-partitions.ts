import { keepCompiled } from '../../lib/keep-compiled.ts';

const PARTITION_BITS = 6;
const PARTITIONS = 2 ** PARTITION_BITS;
/** Entries lie in blocks of this size, so that growing copies nothing. */
const BLOCK_ENTRIES = 2_048;
const BLOCK_WORDS = BLOCK_ENTRIES * 2;
/** The bits of an entry for the matched steps of its event, and for its breakdownValueId. */
const VALUE_BITS = 16;
/** Of these, the most for its matched steps when there are breakdownValueIds: for the steps and exclusions of most funnels. */
const MATCHED_BITS = 10;
/** The largest number of a person that fits into an entry. */
export const MAX_PERSON = 2 ** (VALUE_BITS + PARTITION_BITS) - 1;

/**
 * Entries in the order of arrival, two words each: the time after a base; and 16 bits for the place of the person on the
 * partition, with 16 for the breakdownValueId and the matched steps.
 */
type Block = Uint32Array;

/**
 * Blocks of earlier partitions, for the next ones of the thread: to get new memory takes as long as to write a few entries.
 * They are freed with the thread, half a minute after the last question.
 */
const freeBlocks: Block[] = [];
/** 16 KB each. */
const MAX_FREE_BLOCKS = 4_096;

/** The events of one chunk. A breakdownValueId is the number of an event's value in the breakdown, and 0 without a value. */
export interface EventsToPartition {
  base: number;
  offsets: Uint32Array | Float64Array;
  /** Places of the events to add, and after them a larger one. */
  found: Uint32Array;
  kinds: Uint8Array | Uint16Array;
  /** For each kind, a set of bits. */
  matchedSteps: Int32Array;
  /** For each kind, a breakdownValueId. 0 where events have breakdownValueIds by what they share with others. */
  breakdownValueIds: Int32Array;
  largestBreakdownValueId: number;
}

/** The entries of one partition by person, and of one person by arrival. */
export interface SortedEntries {
  /** For each place, where the entries of its person end. */
  ends: Int32Array;
  times: Float64Array;
  /** The matched steps of each event, in one bit for each condition. The breakdownValueId is above them, unless there are `breakdownValueIds`. */
  matchedSteps: Int32Array;
  /** Empty where breakdownValueIds fit into `matchedSteps`. */
  breakdownValueIds: Int32Array;
}

/**
 * Entries contain what is left after a base is subtracted. Base i applies from entry `froms[i]` on. A new one begins where
 * a time, a set of bits or a breakdownValueId does not fit into an entry.
 */
interface Bases {
  froms: number[];
  times: number[];
  matchedSteps: number[];
  breakdownValueIds: number[];
}
/** The memory of a base, in entries. Wrong clocks and made-up values may need a new base for each event. */
const BASE_WEIGHT = 5;

/**
 * Collects events, 8 bytes each. They lie on partitions by person, so that the processor's cache holds one partition while its
 * events are sorted and read.
 */
export class PersonPartitions {
  static readonly count = PARTITIONS;
  readonly #conditions: number;
  /** The lowest bits of an entry's value are for its matched steps, the others for its breakdownValueId. */
  readonly #matchedBits: number;
  readonly #blocks: readonly Block[][] = Array.from({ length: PARTITIONS }, () => []);
  readonly #bases = Array.from(
    { length: PARTITIONS },
    (): Bases => ({ froms: [], times: [], matchedSteps: [], breakdownValueIds: [] }),
  );
  /** For each partition, its last block, and the number of words in it. */
  readonly #last: Block[] = Array.from({ length: PARTITIONS }, () => new Uint32Array(0));
  readonly #filled = new Int32Array(PARTITIONS).fill(BLOCK_WORDS);
  #lastPlace = 0;
  #largestBreakdownValueId = 0;
  /** Whether all events of the chunk fit into entries that count from the base of the chunk. */
  #isSmall = false;
  /** For each kind of a small chunk: its matched steps, and its breakdownValueId if kinds have breakdownValueIds. */
  #values = new Int32Array(0);

  constructor(conditions: number, hasBreakdown: boolean) {
    this.#conditions = conditions;
    this.#matchedBits = Math.min(conditions, hasBreakdown ? MATCHED_BITS : VALUE_BITS);
  }

  /** Prepares for the events of a chunk. */
  begin({
    base: time,
    offsets,
    matchedSteps,
    breakdownValueIds,
    largestBreakdownValueId,
  }: EventsToPartition): void {
    this.#isSmall =
      offsets instanceof Uint32Array &&
      largestBreakdownValueId < 1 << (VALUE_BITS - this.#matchedBits) &&
      matchedSteps.every((bits) => bits < 1 << this.#matchedBits);
    this.#largestBreakdownValueId = Math.max(
      this.#largestBreakdownValueId,
      largestBreakdownValueId,
    );
    if (!this.#isSmall) return;
    this.#values = matchedSteps.map(
      (bits, kind) => ((breakdownValueIds[kind] as number) << this.#matchedBits) | bits,
    );
    for (let partition = 0; partition < PARTITIONS; partition++)
      this.#changeBase(partition, time, 0, 0);
  }

  /**
   * Adds events of one person, and returns the index after them.
   *
   * @param person at most {@link MAX_PERSON}
   * @param breakdownValueId of all these events, or 0 if their kinds have breakdownValueIds
   * @param index of the first event, in `found`
   * @param end the place where the person's events end
   */
  add(
    person: number,
    breakdownValueId: number,
    events: EventsToPartition,
    index: number,
    end: number,
  ): number {
    const partition = person & (PARTITIONS - 1);
    const place = person >>> PARTITION_BITS;
    if (place > this.#lastPlace) this.#lastPlace = place;
    const { offsets, found, kinds } = events;
    let event = found[index] as number;
    let at = this.#filled[partition] as number;
    const hasRoom = at + (end - event) * 2 <= BLOCK_WORDS;
    if (!this.#isSmall || !hasRoom)
      return this.#addAny(partition, place, breakdownValueId, events, index, end);
    const block = this.#last[partition] as Block;
    const values = this.#values;
    const ownBits = (place << VALUE_BITS) | (breakdownValueId << this.#matchedBits);
    // A call in this loop would make V8 check each array again.
    let next = index;
    do {
      block[at] = offsets[event] as number;
      block[at + 1] = ownBits | (values[kinds[event] as number] as number);
      at += 2;
      next += 1;
      event = found[next] as number;
    } while (event < end);
    this.#filled[partition] = at;
    return next;
  }

  /** Returns how much memory is taken, in entries. */
  weight(): number {
    return this.#bases.reduce(
      (sum, { froms }, partition) => sum + this.#sizeOf(partition) + froms.length * BASE_WEIGHT,
      0,
    );
  }

  /** Returns room for the entries of any partition. */
  room(): SortedEntries {
    let most = 0;
    for (let partition = 0; partition < PARTITIONS; partition++)
      most = Math.max(most, this.#sizeOf(partition));
    return {
      ends: new Int32Array(this.#lastPlace + 1),
      times: new Float64Array(most),
      matchedSteps: new Int32Array(most),
      breakdownValueIds: new Int32Array(this.#hasValueIdsApart() ? most : 0),
    };
  }

  /** Sorts the entries of a partition by counting, writes them, and frees their blocks for other partitions. */
  move(partition: number, sorted: SortedEntries): void {
    const { ends } = sorted;
    const blocks = this.#blocks[partition] as Block[];
    const bases = this.#bases[partition] as Bases;
    const size = this.#sizeOf(partition);
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
        moveEntries(block, first, first + end - entry, this.#matchedBits, bases, number, sorted);
      }
    }
    freeBlocks.push(...blocks.splice(0).slice(0, MAX_FREE_BLOCKS - freeBlocks.length));
    this.#filled[partition] = BLOCK_WORDS;
    bases.froms.length = 0;
  }

  /** Does the same for events of any time, also across the end of a block. */
  #addAny(
    partition: number,
    place: number,
    breakdownValueId: number,
    { base, offsets, found, kinds, matchedSteps, breakdownValueIds }: EventsToPartition,
    index: number,
    end: number,
  ): number {
    let event = found[index] as number;
    let next = index;
    do {
      const kind = kinds[event] as number;
      const time = base + (offsets[event] as number);
      const bits = matchedSteps[kind] as number;
      const id = breakdownValueId + (breakdownValueIds[kind] as number);
      const bitsLow = bits & ((1 << this.#matchedBits) - 1);
      const idLow = id & ((1 << (VALUE_BITS - this.#matchedBits)) - 1);
      const baseTime = this.#baseTimeFor(partition, time, bits - bitsLow, id - idLow);
      if (this.#filled[partition] === BLOCK_WORDS) this.#open(partition);
      const block = this.#last[partition] as Block;
      const at = this.#filled[partition] as number;
      block[at] = time - baseTime;
      block[at + 1] = (place << VALUE_BITS) | (idLow << this.#matchedBits) | bitsLow;
      this.#filled[partition] = at + 2;
      event = found[++next] as number;
    } while (event < end);
    return next;
  }

  #baseTimeFor(
    partition: number,
    time: number,
    matchedSteps: number,
    breakdownValueId: number,
  ): number {
    const bases = this.#bases[partition] as Bases;
    const last = bases.froms.length - 1;
    const base = bases.times[last] ?? Number.NaN;
    const isNear = (time - base) >>> 0 === time - base;
    if (
      isNear &&
      bases.matchedSteps[last] === matchedSteps &&
      bases.breakdownValueIds[last] === breakdownValueId
    )
      return base;
    this.#changeBase(partition, time - 2 ** 31, matchedSteps, breakdownValueId);
    return time - 2 ** 31;
  }

  /** With many conditions or values, a breakdownValueId does not fit above the matched steps. */
  #hasValueIdsApart(): boolean {
    if (this.#largestBreakdownValueId === 0) return false;
    return (
      this.#matchedBits < this.#conditions ||
      this.#largestBreakdownValueId >= 2 ** (32 - this.#conditions)
    );
  }

  #sizeOf(partition: number): number {
    const full = (this.#blocks[partition] as Block[]).length - 1;
    return full * BLOCK_ENTRIES + (this.#filled[partition] as number) / 2;
  }

  #open(partition: number): void {
    const block = freeBlocks.pop() ?? new Uint32Array(BLOCK_WORDS);
    this.#blocks[partition]?.push(block);
    this.#last[partition] = block;
    this.#filled[partition] = 0;
  }

  #changeBase(
    partition: number,
    time: number,
    matchedSteps: number,
    breakdownValueId: number,
  ): void {
    const bases = this.#bases[partition] as Bases;
    const from = this.#sizeOf(partition);
    const last = bases.froms.length - 1;
    const at = bases.froms[last] === from ? last : last + 1;
    bases.froms[at] = from;
    bases.times[at] = time;
    bases.matchedSteps[at] = matchedSteps;
    bases.breakdownValueIds[at] = breakdownValueId;
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
  matchedBits: number,
  bases: Bases,
  number: number,
  { ends, times, matchedSteps, breakdownValueIds }: SortedEntries,
): void {
  const time = bases.times[number] as number;
  const matchedHigh = bases.matchedSteps[number] as number;
  const valueIdHigh = bases.breakdownValueIds[number] as number;
  const isApart = breakdownValueIds.length > 0;
  const mask = (1 << (isApart ? matchedBits : VALUE_BITS)) - 1;
  const high = isApart ? matchedHigh : matchedHigh | (valueIdHigh << matchedBits);
  const valueIdMask = (1 << (VALUE_BITS - matchedBits)) - 1;
  const shift = VALUE_BITS; // as above
  for (let at = from * 2; at < to * 2; at += 2) {
    const word = block[at + 1] as number;
    const place = word >>> shift;
    const next = ends[place] as number;
    ends[place] = next + 1;
    times[next] = time + (block[at] as number);
    matchedSteps[next] = high | (word & mask);
    if (isApart) breakdownValueIds[next] = valueIdHigh | ((word >>> matchedBits) & valueIdMask);
  }
}

const sample = new PersonPartitions(0, false);
keepCompiled(sample, sample.room());
