import { isUuid, writeUuid } from './chunk-format.ts';

/** A slot holds the four words of an id, and the number of the person plus one; 0 for an empty slot. */
const SLOT_WORDS = 5;

/**
 * Numbers people from 0, in the order in which they are first asked for. It is a table with open addressing, at most
 * half full: an id and its number lie together, so that a look-up waits for the memory once. A Map of texts takes ten
 * times as long.
 */
export function createPersonNumbers() {
  let size = 2_048;
  let slots = new Uint32Array(size * SLOT_WORDS);
  let count = 0;
  /** People whose id is no UUID. No visitor has one, but a table filled by hand may. */
  const texts = new Map<string, number>();
  const own = new Uint32Array(4);
  /** Visitors choose their ids. Without a secret they could choose ids that all need the same slot. */
  const [a = 0, b = 0, c = 0, d = 0] = crypto.getRandomValues(new Uint32Array(4));

  // Written out, because a loop over four words takes twice as long.
  function slotOf(words: Uint32Array, at: number): number {
    let hash = Math.imul((words[at] as number) ^ a, 0x9e37_79b1);
    hash = Math.imul(hash ^ (hash >>> 15) ^ (words[at + 1] as number) ^ b, 0x85eb_ca6b);
    hash = Math.imul(hash ^ (hash >>> 15) ^ (words[at + 2] as number) ^ c, 0xc2b2_ae35);
    hash = Math.imul(hash ^ (hash >>> 15) ^ (words[at + 3] as number) ^ d, 0x27d4_eb2f);
    return (hash ^ (hash >>> 15)) & (size - 1);
  }

  /** Returns where the slot of an id is, or where it belongs. */
  function find(words: Uint32Array, at: number): number {
    for (let slot = slotOf(words, at); ; slot = (slot + 1) & (size - 1)) {
      const place = slot * SLOT_WORDS;
      if (slots[place + 4] === 0) return place;
      if (
        slots[place] === words[at] &&
        slots[place + 1] === words[at + 1] &&
        slots[place + 2] === words[at + 2] &&
        slots[place + 3] === words[at + 3]
      ) {
        return place;
      }
    }
  }

  function grow() {
    const old = slots;
    size *= 2;
    slots = new Uint32Array(size * SLOT_WORDS);
    for (let place = 0; place < old.length; place += SLOT_WORDS) {
      if (old[place + 4] === 0) continue;
      slots.set(old.subarray(place, place + SLOT_WORDS), find(old, place));
    }
  }

  function ofUuid(words: Uint32Array, at: number): number {
    let place = find(words, at);
    const known = slots[place + 4] as number;
    if (known !== 0) return known - 1;
    if (count * 2 >= size) {
      grow();
      place = find(words, at);
    }
    for (let word = 0; word < 4; word++) slots[place + word] = words[at + word] as number;
    count += 1;
    slots[place + 4] = count;
    return count - 1;
  }

  function ofText(id: string): number {
    if (isUuid(id)) {
      writeUuid(id, own, 0);
      return ofUuid(own, 0);
    }
    const known = texts.get(id);
    if (known !== undefined) return known;
    texts.set(id, count);
    count += 1;
    return count - 1;
  }

  return { ofUuid, ofText };
}
