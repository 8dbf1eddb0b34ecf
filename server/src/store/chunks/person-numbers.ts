import { isUuid, writeUuid } from './chunk-format.ts';

/**
 * Numbers people from 0, in the order in which they are first asked for. Takes 24 to 48 bytes a person, a tenth of what
 * a Map of texts takes, and a tenth of the time.
 */
export function createPersonNumbers() {
  let keys = new Uint32Array(4 * 1024);
  /** Open addressing: the number of a person plus one, or 0. At most half of the slots are in use. */
  let slots = new Uint32Array(2 * 1024);
  let count = 0;
  /** People whose id is no UUID. No visitor has one, but a table filled by hand may. */
  const texts = new Map<string, number>();
  const isText = new Set<number>();
  const own = new Uint32Array(4);
  /** Visitors choose their ids. Without a secret they could choose ids that all need the same slot. */
  const seed = crypto.getRandomValues(new Uint32Array(4));

  function slotOf(words: Uint32Array, at: number): number {
    let hash = 0;
    for (let word = 0; word < 4; word++) {
      hash = Math.imul(hash ^ (words[at + word] ?? 0) ^ (seed[word] ?? 0), 0x9e37_79b1);
      hash ^= hash >>> 15;
    }
    return hash & (slots.length - 1);
  }

  function grow() {
    const larger = new Uint32Array(keys.length * 2);
    larger.set(keys);
    keys = larger;
    slots = new Uint32Array(slots.length * 2);
    for (let person = 0; person < count; person++) {
      if (isText.has(person)) continue;
      let slot = slotOf(keys, person * 4);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = person + 1;
    }
  }

  function ofUuid(words: Uint32Array, at: number): number {
    let slot = slotOf(words, at);
    for (let found = slots[slot] ?? 0; found !== 0; found = slots[slot] ?? 0) {
      const key = (found - 1) * 4;
      if (
        keys[key] === words[at] &&
        keys[key + 1] === words[at + 1] &&
        keys[key + 2] === words[at + 2] &&
        keys[key + 3] === words[at + 3]
      ) {
        return found - 1;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    if ((count + 1) * 2 > slots.length) {
      grow();
      return ofUuid(words, at);
    }
    for (let word = 0; word < 4; word++) keys[count * 4 + word] = words[at + word] ?? 0;
    slots[slot] = count + 1;
    return count++;
  }

  function ofText(id: string): number {
    if (isUuid(id)) {
      writeUuid(id, own, 0);
      return ofUuid(own, 0);
    }
    const known = texts.get(id);
    if (known !== undefined) return known;
    if ((count + 1) * 2 > slots.length) grow();
    texts.set(id, count);
    isText.add(count);
    return count++;
  }

  return { ofUuid, ofText };
}
