import { isUuid, PART_EVENTS, writeUuid } from './chunk-format.ts';

/** A slot holds the four words of an id, and the number of the person plus one; 0 for an empty slot. */
const SLOT_WORDS = 5;

/**
 * Numbers people from 0, in no particular order. It is a table with open addressing, at most half full: an id and its
 * number lie together, so that a look-up waits for the memory once. A Map of texts takes ten times as long.
 */
export function createPersonNumbers() {
  let size = 2_048;
  let slots = new Int32Array(size * SLOT_WORDS);
  let count = 0;
  /** People whose id is no UUID. No visitor has one, but a table filled by hand may. */
  const texts = new Map<string, number>();
  const own = new Int32Array(4);
  const hashes = new Int32Array(PART_EVENTS);
  const missed = new Int32Array(PART_EVENTS);
  /** Visitors choose their ids. Without a secret they could choose ids that all need the same slot. */
  const [a = 0, b = 0, c = 0, d = 0] = crypto.getRandomValues(new Int32Array(4));

  // Written out, because a loop over four words takes twice as long.
  function hashOf(words: Int32Array, at: number): number {
    let hash = Math.imul((words[at] as number) ^ a, 0x9e37_79b1);
    hash = Math.imul(hash ^ (hash >>> 15) ^ (words[at + 1] as number) ^ b, 0x85eb_ca6b);
    hash = Math.imul(hash ^ (hash >>> 15) ^ (words[at + 2] as number) ^ c, 0xc2b2_ae35);
    hash = Math.imul(hash ^ (hash >>> 15) ^ (words[at + 3] as number) ^ d, 0x27d4_eb2f);
    return hash ^ (hash >>> 15);
  }

  /** Finds or adds a person, slot by slot. */
  function find(words: Int32Array, at: number, hash: number): number {
    for (let slot = hash & (size - 1); ; slot = (slot + 1) & (size - 1)) {
      const place = slot * SLOT_WORDS;
      const known = slots[place + 4] as number;
      if (known !== 0 && isEqual(slots, place, words, at)) return known - 1;
      if (known !== 0) continue;
      for (let word = 0; word < 4; word++) slots[place + word] = words[at + word] as number;
      count += 1;
      slots[place + 4] = count;
      if (count * 2 >= size) grow();
      return count - 1;
    }
  }

  function grow() {
    const old = slots;
    size *= 4;
    slots = new Int32Array(size * SLOT_WORDS);
    for (let from = 0; from < old.length; from += SLOT_WORDS) {
      if (old[from + 4] === 0) continue;
      let slot = hashOf(old, from) & (size - 1);
      while (slots[slot * SLOT_WORDS + 4] !== 0) slot = (slot + 1) & (size - 1);
      for (let word = 0; word < SLOT_WORDS; word++) {
        slots[slot * SLOT_WORDS + word] = old[from + word] as number;
      }
    }
  }

  return {
    count: () => count,

    /**
     * Writes the number of each id of a chunk. Most people are in their first slot. The loops for them are short, so
     * that the processor waits for the memory of many people at once.
     */
    ofUuids(words: Int32Array, numbers: Int32Array): void {
      const people = words.length / 4;
      for (let person = 0; person < people; person++) hashes[person] = hashOf(words, person * 4);
      let misses = 0;
      for (let person = 0; person < people; person++) {
        const place = ((hashes[person] as number) & (size - 1)) * SLOT_WORDS;
        const known = slots[place + 4] as number;
        numbers[person] = known - 1;
        if (known > 0 && isEqual(slots, place, words, person * 4)) continue;
        missed[misses] = person;
        misses += 1;
      }
      for (let miss = 0; miss < misses; miss++) {
        const person = missed[miss] as number;
        numbers[person] = find(words, person * 4, hashes[person] as number);
      }
    },

    ofText(id: string): number {
      if (isUuid(id)) {
        writeUuid(id, own, 0);
        return find(own, 0, hashOf(own, 0));
      }
      const known = texts.get(id);
      if (known !== undefined) return known;
      texts.set(id, count);
      count += 1;
      return count - 1;
    },
  };
}

/** Compares the words together: one branch is faster than four. */
const isEqual = (some: Int32Array, at: number, others: Int32Array, place: number): boolean =>
  (((some[at] as number) ^ (others[place] as number)) |
    ((some[at + 1] as number) ^ (others[place + 1] as number)) |
    ((some[at + 2] as number) ^ (others[place + 2] as number)) |
    ((some[at + 3] as number) ^ (others[place + 3] as number))) ===
  0;
