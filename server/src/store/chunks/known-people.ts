import { createPersonNumbers } from './person-numbers.ts';

/** Numbers of people in parts, 4 bytes each. Further parts are looked up in each scan. */
const MAX_NUMBERS = 8_000_000;
/** People, whose table of ids takes 42 MB. A scan with more takes as much as it needs, and nothing is kept. */
const MAX_PEOPLE = 1_000_000;

interface KnownPart {
  hash: number;
  numbers: Int32Array;
}

/**
 * Numbers people, and keeps the numbers of each stored part for the next scan: looking them up takes a third of a scan.
 * It lives in the memory of one thread. After an erasure it forgets everybody, before the next scan or the one after it.
 */
export type KnownPeople = ReturnType<typeof createKnownPeople>;

export function createKnownPeople() {
  let people = createPersonNumbers();
  let parts = new Map<number, KnownPart>();
  let kept = 0;
  let isOutdated = false;

  /** @param isStored whether a part still has its copy; a deleted event deletes it */
  function begin(isStored: (part: number) => boolean): void {
    isOutdated ||= people.count() > MAX_PEOPLE;
    for (const part of parts.keys()) isOutdated ||= !isStored(part);
    if (!isOutdated) return;
    people = createPersonNumbers();
    parts = new Map();
    kept = 0;
    isOutdated = false;
  }

  /**
   * Returns the number of each id, in `numbers` or in an array of its own.
   *
   * @param part null for ids that are not those of a whole stored part
   * @param uuids four words each
   */
  function ofUuids(part: number | null, uuids: Int32Array, numbers: Int32Array): Int32Array {
    if (part === null) return lookUp(uuids, numbers);
    const hash = hashOf(uuids);
    const known = parts.get(part);
    if (known?.hash === hash && known.numbers.length * 4 === uuids.length) return known.numbers;
    const found = lookUp(uuids, numbers);
    if (known) isOutdated = true;
    else if (kept + found.length <= MAX_NUMBERS) {
      kept += found.length;
      parts.set(part, { hash, numbers: found.slice() });
    }
    return found;
  }

  function lookUp(uuids: Int32Array, numbers: Int32Array): Int32Array {
    people.ofUuids(uuids, numbers);
    return numbers.subarray(0, uuids.length / 4);
  }

  return { begin, ofUuids, ofText: (id: string) => people.ofText(id) };
}

/** Tells two versions of a part apart. The first and the last word of an id differ between people. */
function hashOf(uuids: Int32Array): number {
  let hash = uuids.length;
  for (let at = 0; at < uuids.length; at += 4) {
    hash = Math.imul(hash ^ (uuids[at] as number), 0x9e37_79b1) ^ (uuids[at + 3] as number);
  }
  return hash;
}
