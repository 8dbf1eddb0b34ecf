import { PersonNumbers } from './person-numbers.ts';

/** Numbers of people in parts, 4 bytes each. Further parts are looked up in each scan. */
const MAX_NUMBERS = 8_000_000;
/** People, whose table of ids takes 42 MB. A scan with more takes as much as it needs, and nothing is kept. */
const MAX_PEOPLE = 1_000_000;

/** One copy of a part. A part that lost its copy gets another one, with another stamp. */
export interface Copy {
  part: number;
  stamp: number;
}

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
   * @param copy null for ids that are not those of a whole stored part
   * @param uuids four words each
   */
  function ofUuids(copy: Copy | null, uuids: Int32Array, numbers: Int32Array): Int32Array {
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

  return { begin, ofUuids, ofText: (id: string) => people.ofText(id) };
}
