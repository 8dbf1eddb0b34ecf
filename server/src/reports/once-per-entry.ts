import { keepCompiled } from '../keep-compiled.ts';

const MAX_KNOWN = 100_000;

/**
 * Computes a value for each entry of a table of an {@link EventChunk}. Chunks share their entries, so a value is computed
 * once for a whole scan.
 */
export class OncePerEntry<Entry extends object, Value> {
  readonly #compute: (entry: Entry) => Value;
  readonly #known = new Map<Entry, Value>();

  constructor(compute: (entry: Entry) => Value) {
    this.#compute = compute;
  }

  ofAll(table: readonly Entry[]): Value[] {
    const values: Value[] = [];
    for (const entry of table) values.push(this.#of(entry));
    return values;
  }

  #of(entry: Entry): Value {
    const value = this.#known.get(entry);
    if (value !== undefined) return value;
    if (this.#known.size === MAX_KNOWN) this.#known.clear();
    const computed = this.#compute(entry);
    this.#known.set(entry, computed);
    return computed;
  }
}

keepCompiled(new OncePerEntry(() => null));
