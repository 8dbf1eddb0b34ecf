/** From this size on, a set is a row of bits. */
const MANY = 1_000;

/** A set of numbers of people. A small one takes as much memory as it has people, a large one a bit for every person. */
export class PersonSet {
  #few: Set<number> | null = new Set();
  #bits = new Uint32Array(0);
  #size = 0;

  size(): number {
    return this.#size;
  }

  addAll(people: Int32Array): void {
    const few = this.#few;
    if (!few) {
      this.#addToBits(people);
      return;
    }
    for (let at = 0; at < people.length; at++) few.add(people[at] as number);
    this.#size = few.size;
    if (few.size <= MANY) return;
    this.#few = null;
    this.#size = 0;
    this.#addToBits(Int32Array.from(few));
  }

  addSet(other: PersonSet): void {
    this.addAll(other.#few ? Int32Array.from(other.#few) : other.#listBits());
  }

  #listBits(): Int32Array {
    const people: number[] = [];
    for (const [word, bits] of this.#bits.entries())
      for (let bit = 0; bit < 32; bit++) if ((bits >>> bit) & 1) people.push(word * 32 + bit);
    return Int32Array.from(people);
  }

  #addToBits(people: Int32Array): void {
    let bits = this.#bits;
    let size = this.#size;
    for (let at = 0; at < people.length; at++) {
      const person = people[at] as number;
      const word = person >>> 5;
      if (word >= bits.length) {
        const larger = new Uint32Array(word * 2 + 64);
        larger.set(bits);
        bits = larger;
      }
      const before = bits[word] as number;
      // Unsigned, as the row returns it: otherwise the last bit of a word would make each look a new one.
      const after = (before | (1 << (person & 31))) >>> 0;
      size += Number(before !== after);
      bits[word] = after;
    }
    this.#bits = bits;
    this.#size = size;
  }
}
