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

  add(person: number): void {
    if (this.#few) this.#addToFew(this.#few, person);
    else this.#addToBits(person);
  }

  #addToFew(few: Set<number>, person: number): void {
    this.#size = few.add(person).size;
    if (few.size <= MANY) return;
    this.#few = null;
    this.#size = 0;
    for (const one of few) this.#addToBits(one);
  }

  #addToBits(person: number): void {
    const word = person >>> 5;
    if (word >= this.#bits.length) {
      const larger = new Uint32Array(word * 2 + 64);
      larger.set(this.#bits);
      this.#bits = larger;
    }
    const before = this.#bits[word] as number;
    // Unsigned, as the row returns it: otherwise the last bit of a word would make each look a new one.
    const after = (before | (1 << (person & 31))) >>> 0;
    if (before === after) return;
    this.#bits[word] = after;
    this.#size += 1;
  }
}
