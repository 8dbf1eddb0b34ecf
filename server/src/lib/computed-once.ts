import { keepCompiled } from './keep-compiled.ts';

/** Beyond this many, all are forgotten, so that memory stays small. Then equal keys of different tables may be computed again. */
const MAX_KNOWN = 100_000;

/** Computes a value for each key of a table once, as long as the tables share their keys. */
export class ComputedOnce<Key, Value> {
  readonly #compute: (key: Key) => Value;
  readonly #known = new Map<Key, Value>();

  constructor(compute: (key: Key) => Value) {
    this.#compute = compute;
  }

  ofAll(table: readonly Key[]): Value[] {
    const values: Value[] = [];
    for (const key of table) values.push(this.#of(key));
    return values;
  }

  #of(key: Key): Value {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size === MAX_KNOWN) this.#known.clear();
    const value = this.#compute(key);
    this.#known.set(key, value);
    return value;
  }
}

keepCompiled(new ComputedOnce(() => null));
