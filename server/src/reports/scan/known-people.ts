/** Numbers of people in parts, 4 bytes each. Further parts are looked up in each scan. */
const MAX_NUMBERS = 8_000_000;
/** People, whose table of ids takes 42 MB. A scan with more takes as much as it needs, and nothing is kept. */
const MAX_PEOPLE = 1_000_000;

interface KnownPart {
  stamp: number;
  numbers: Int32Array;
}

/**
 * Numbers people, and keeps the numbers of each stored part for the next scan: looking them up takes a third of a scan.
 * It lives in the memory of one thread, for a minute. It also forgets everybody when a stored part has changed.
 */
export type KnownPeople = ReturnType<typeof createKnownPeople>;

export function createKnownPeople() {
  let people = new PersonNumbers();
  let parts = new Map<number, KnownPart>();
  let kept = 0;
  let isOutdated = false;

  /** @param stored the parts that still have their copy; a deleted event deletes it */
  function begin(stored: ReadonlyMap<number, unknown>): void {
    isOutdated ||= people.count() > MAX_PEOPLE;
    for (const part of parts.keys()) isOutdated ||= !stored.has(part);
    if (!isOutdated) return;
    people = new PersonNumbers();
    parts = new Map();
    kept = 0;
    isOutdated = false;
  }

  /**
   * Returns the number of each id, in `numbers` or in an array of its own.
   *
   * @param copy of the whole part with these ids, if it is stored. One that lost its copy gets another, with another stamp
   * @param uuids four words each
   */
  function numbersOf(
    copy: { part: number; stamp: number } | null,
    uuids: Int32Array,
    numbers: Int32Array,
  ): Int32Array {
    if (copy === null) return lookUp(uuids, numbers);
    const { part, stamp } = copy;
    const known = parts.get(part);
    if (known?.stamp === stamp && known.numbers.length * 4 === uuids.length) return known.numbers;
    const found = lookUp(uuids, numbers);
    if (known) isOutdated = true;
    else if (kept + found.length <= MAX_NUMBERS) {
      kept += found.length;
      parts.set(part, { stamp, numbers: found.slice() });
    }
    return found;
  }

  function lookUp(uuids: Int32Array, numbers: Int32Array): Int32Array {
    people.ofUuids(uuids, numbers);
    return numbers.subarray(0, uuids.length / 4);
  }

  return { begin, numbersOf };
}

/** A slot holds the four words of an id, and the number of the person plus one; 0 for an empty slot. */
const SLOT_WORDS = 5;

/**
 * Numbers people from 0, in no particular order. It is a table with open addressing, at most half full: an id and its
 * number lie together, so that a look-up waits for the memory once. A Map of texts takes ten times as long.
 */
class PersonNumbers {
  #size = 2_048;
  #slots = new Int32Array(this.#size * SLOT_WORDS);
  #count = 0;
  /** Visitors choose their ids. Without a secret they could choose ids that all need the same slot. */
  readonly #secret = crypto.getRandomValues(new Int32Array(4));

  count(): number {
    return this.#count;
  }

  /** Writes the number of each id of a chunk. */
  ofUuids(words: Int32Array, numbers: Int32Array): void {
    for (let at = 0; at < words.length; at += 4) {
      numbers[at >> 2] = this.#find(words, at, hashOf(words, at, this.#secret));
    }
  }

  /** Finds or adds a person, slot by slot. */
  #find(words: Int32Array, at: number, hash: number): number {
    const slots = this.#slots;
    const mask = this.#size - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const place = slot * SLOT_WORDS;
      const known = slots[place + 4] as number;
      if (known !== 0 && isEqual(slots, place, words, at)) return known - 1;
      if (known !== 0) continue;
      for (let word = 0; word < 4; word++) slots[place + word] = words[at + word] as number;
      this.#count += 1;
      slots[place + 4] = this.#count;
      if (this.#count * 2 >= this.#size) this.#grow();
      return this.#count - 1;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#size *= 4;
    const mask = this.#size - 1;
    const slots = new Int32Array(this.#size * SLOT_WORDS);
    for (let from = 0; from < old.length; from += SLOT_WORDS) {
      if (old[from + 4] === 0) continue;
      let slot = hashOf(old, from, this.#secret) & mask;
      while (slots[slot * SLOT_WORDS + 4] !== 0) slot = (slot + 1) & mask;
      for (let word = 0; word < SLOT_WORDS; word++) {
        slots[slot * SLOT_WORDS + word] = old[from + word] as number;
      }
    }
    this.#slots = slots;
  }
}

// Written out, because a loop over four words takes twice as long.
function hashOf(words: Int32Array, at: number, secret: Int32Array): number {
  let hash = Math.imul((words[at] as number) ^ (secret[0] as number), 0x9e37_79b1);
  hash = Math.imul(
    hash ^ (hash >>> 15) ^ (words[at + 1] as number) ^ (secret[1] as number),
    0x85eb_ca6b,
  );
  hash = Math.imul(
    hash ^ (hash >>> 15) ^ (words[at + 2] as number) ^ (secret[2] as number),
    0xc2b2_ae35,
  );
  hash = Math.imul(
    hash ^ (hash >>> 15) ^ (words[at + 3] as number) ^ (secret[3] as number),
    0x27d4_eb2f,
  );
  return hash ^ (hash >>> 15);
}

/** Compares the words together: one branch is faster than four. */
const isEqual = (some: Int32Array, at: number, others: Int32Array, place: number): boolean =>
  (((some[at] as number) ^ (others[place] as number)) |
    ((some[at + 1] as number) ^ (others[place + 1] as number)) |
    ((some[at + 2] as number) ^ (others[place + 2] as number)) |
    ((some[at + 3] as number) ^ (others[place + 3] as number))) ===
  0;
