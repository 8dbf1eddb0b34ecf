import { createRandom } from '../data/random.ts';
import { partsOf, replaceAt } from './grow.ts';

const DEEP = JSON.parse('['.repeat(1000) + ']'.repeat(1000)) as unknown;

/** Values that have broken parsers, databases and clocks before. */
const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 0.1, 25, 1e308, -1e308, 2 ** 53, 2 ** 31, 1e-320],
  ...['', ' ', '0', '\0', 'null', '[]', '{}', '\ud800', '\udfff\ud800', '\u202e', '\ufeff', '𝄞'],
  ...['?q=1', '#a', '//'],
  ...["'; DROP TABLE events; --", '$direct', '$posthog_cookieless', 'scroll', '/', '/about', '..'],
  ...['2026-03-14T12:00:00.000Z', '9999-12-31T23:59:59Z', '0000-01-01T00:00:00Z', '1969-12-31'],
  ...['2026-03-14T12:00:00+99:99', '+275760-09-13T00:00:00Z', '0'.repeat(36)],
  ...['x'.repeat(201), 'x'.repeat(5000), 'é'.repeat(501), [], {}, [[]], [null], { a: 1 }, DEEP],
  JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":1},"toString":1}'),
];

/** No event may be stored with one. */
const ADDRESSES = ['jane@secret.example', 'jane%40secret.example', 'jane＠secret.example'];

const KEYS: readonly string[] = [
  ...['id', 'uuid', 'event', 'name', 'distinct_id', '$distinct_id', 'timestamp', 'offset', 'token'],
  ...['api_key', '$token', 'properties', 'batch', 'events', 'sent_at', 'sentAt', 'context', 'path'],
  ...['$session_id', '$pathname', '$current_url', '$referring_domain', '$viewport_width'],
  ...['utm_source', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '0', '\0'],
  'jane@secret.example',
];

export type Mutator = ReturnType<typeof createMutator>;

/** Creates hostile input, the same for the same seed. It only transforms bytes and values. */
export function createMutator(seed: number) {
  const below = createRandom(seed);
  /** Returns true once in this many times, on average. */
  const oneIn = (times: number) => below(times) === 0;
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;

  function mutateText(text: string): string {
    const at = below(text.length + 1);
    if (oneIn(4)) return pick(ADDRESSES);
    const piece = pick(VALUES);
    const inserted = typeof piece === 'string' ? piece : 'x';
    const head = text.slice(0, at);
    return pick([head, head + inserted + text.slice(at), text.toUpperCase(), text + text]);
  }

  function mutateObject(object: object): object {
    const entries = Object.entries(object);
    const at = below(entries.length + 1);
    const [key, inner] = entries[at] ?? [pick(KEYS), pick(VALUES)];
    const other: [string, unknown] = [pick(KEYS), pick(VALUES)];
    const changes = [[], [[other[0], inner]], [[key, inner], other], [[key, other[1]]]];
    entries.splice(at, 1, ...(pick(changes) as [string, unknown][]));
    return Object.fromEntries(entries);
  }

  function mutateValue(value: unknown): unknown {
    if (oneIn(3)) return pick(VALUES);
    if (typeof value === 'string') return mutateText(value);
    if (!Array.isArray(value)) return mutateObject(value as object);
    const at = below(value.length + 1);
    return pick([
      [...value, ...value],
      value.toSpliced(at, 1),
      value.toSpliced(at, 1, pick(VALUES)),
    ]);
  }

  /** Returns the bytes with some of them flipped, cut, doubled, inserted or mixed with others. */
  function mutateBytes(bytes: Uint8Array, other: Uint8Array): Uint8Array {
    const [from = 0, to = 0] = [1, 2].map(() => below(bytes.length + 1)).toSorted((a, b) => a - b);
    const [head, tail] = [bytes.subarray(0, from), bytes.subarray(from)];
    const anything = Uint8Array.from({ length: 8 }, () => below(256));
    const flipped = Buffer.from(bytes);
    if (from < flipped.length) flipped[from] = (flipped[from] ?? 0) ^ (1 << below(8));
    const parts = pick([
      [head],
      [head, bytes.subarray(to)],
      [bytes.subarray(0, to), tail],
      [head, other.subarray(0, to), tail],
      [head, anything, tail],
      [flipped],
    ]);
    return Buffer.concat(parts);
  }

  return {
    below,
    oneIn,
    pick,
    mutateBytes,
    /** Returns the JSON value with a few things in it altered. */
    mutateJson(value: unknown) {
      let mutated = value;
      for (let left = pick([1, 1, 1, 2, 3]); left > 0; left--) {
        const parts = [...partsOf(mutated)];
        mutated = parts.length > 0 ? replaceAt(mutated, pick(parts)[0], mutateValue) : pick(VALUES);
      }
      return mutated;
    },
  };
}
