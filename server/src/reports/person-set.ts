/** From this size on, a set is a row of bits. */
const MANY = 1_000;

/** A set of numbers of people. A small one takes as much memory as it has people, a large one a bit for every person. */
export function createPersonSet() {
  let few: Set<number> | null = new Set();
  let bits = new Uint32Array(0);
  let size = 0;

  function toBits(numbers: Set<number>) {
    few = null;
    size = 0;
    for (const person of numbers) add(person);
  }

  function add(person: number): void {
    if (few) {
      few.add(person);
      size = few.size;
      if (size > MANY) toBits(few);
      return;
    }
    const word = person >>> 5;
    if (word >= bits.length) {
      const larger = new Uint32Array(word * 2 + 64);
      larger.set(bits);
      bits = larger;
    }
    const before = bits[word] ?? 0;
    // Unsigned, as the row returns it: otherwise the last bit of a word would make each look a new one.
    const after = (before | (1 << (person & 31))) >>> 0;
    if (before === after) return;
    bits[word] = after;
    size += 1;
  }

  return { add, size: () => size };
}

export type PersonSet = ReturnType<typeof createPersonSet>;
