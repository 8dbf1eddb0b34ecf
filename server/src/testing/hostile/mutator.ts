/** Creates hostile input, the same for the same seed. It only transforms bytes and values. */
export interface Mutator {
  /** Returns a whole number from 0 to below `end`. */
  below(end: number): number;
  /** Returns true once in this many times, on average. */
  oneIn(times: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Returns the JSON value with a few things in it altered. */
  mutateJson(value: unknown): unknown;
  /** Returns the bytes with some of them flipped, cut, doubled, inserted or mixed with others. */
  mutateBytes(bytes: Uint8Array, other: Uint8Array): Uint8Array;
}

const DEEP = JSON.parse('['.repeat(1000) + ']'.repeat(1000)) as unknown;

/** Values that have broken parsers, databases and clocks before. */
const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 0.1, 25, 1e308, -1e308, 2 ** 53, 2 ** 31, 1e-320],
  ...['', ' ', '0', '\0', 'null', '[]', '{}', '\ud800', '\udfff\ud800', '\u202e', '\ufeff', '𝄞'],
  ...['jane@secret.example', 'jane%40secret.example', 'jane＠secret.example', '?q=1', '#a', '//'],
  ...["'; DROP TABLE events; --", '$direct', '$posthog_cookieless', 'scroll', '/', '/about', '..'],
  ...['2026-03-14T12:00:00.000Z', '9999-12-31T23:59:59Z', '0000-01-01T00:00:00Z', '1969-12-31'],
  ...[
    '2026-03-14T12:00:00+99:99',
    '+275760-09-13T00:00:00Z',
    '00000000-0000-0000-0000-000000000000',
  ],
  ...['x'.repeat(201), 'x'.repeat(5000), 'é'.repeat(501), [], {}, [[]], [null], { a: 1 }, DEEP],
  JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":1},"toString":1}'),
];

const KEYS: readonly string[] = [
  ...['id', 'uuid', 'event', 'name', 'distinct_id', '$distinct_id', 'timestamp', 'offset', 'token'],
  ...['api_key', '$token', 'properties', 'batch', 'events', 'sent_at', 'sentAt', 'context', 'path'],
  ...[
    '$session_id',
    '$pathname',
    '$current_url',
    '$referring_domain',
    '$viewport_width',
    'utm_source',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    '0',
    '\0',
    'jane@secret.example',
  ],
];

export function createMutator(seed: number): Mutator {
  const random = createRandom(seed);
  const below = (end: number) => Math.floor(random() * end);
  const oneIn = (times: number) => below(times) === 0;
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;

  function mutateText(text: string): string {
    const at = below(text.length + 1);
    const rest = text.slice(at);
    const piece = pick(VALUES);
    switch (below(4)) {
      case 0:
        return text.slice(0, at);
      case 1:
        return text.slice(0, at) + (typeof piece === 'string' ? piece : 'x') + rest;
      case 2:
        return text.toUpperCase();
      default:
        return text + text;
    }
  }

  function mutateArray(list: readonly unknown[]): unknown[] {
    const at = below(list.length + 1);
    const inner = list[at];
    if (at === list.length || oneIn(8))
      return oneIn(2) ? [...list, ...list] : list.toSpliced(at, 1);
    return list.with(at, mutateOnce(inner));
  }

  function mutateObject(object: Record<string, unknown>): unknown {
    const entries = Object.entries(object);
    const at = below(entries.length + 1);
    const [key, inner] = entries[at] ?? [pick(KEYS), pick(VALUES)];
    const changes: readonly [string, unknown][][] = [
      [],
      [[pick(KEYS), inner]],
      [
        [key, inner],
        [pick(KEYS), pick(VALUES)],
      ],
      ...Array<[string, unknown][]>(5).fill([[key, mutateOnce(inner)]]),
    ];
    entries.splice(at, 1, ...pick(changes));
    return Object.fromEntries(entries);
  }

  function mutateOnce(value: unknown): unknown {
    if (oneIn(6)) return pick(VALUES);
    if (typeof value === 'string' && oneIn(2)) return mutateText(value);
    if (Array.isArray(value)) return mutateArray(value);
    if (typeof value === 'object' && value !== null) return mutateObject({ ...value });
    return pick(VALUES);
  }

  function mutateBytes(bytes: Uint8Array, other: Uint8Array): Uint8Array {
    const [from, to] = [below(bytes.length + 1), below(bytes.length + 1)].toSorted(
      (a, b) => a - b,
    ) as [number, number];
    const [head, tail] = [bytes.subarray(0, from), bytes.subarray(from)];
    switch (below(6)) {
      case 0:
        return head;
      case 1:
        return Buffer.concat([head, bytes.subarray(to)]);
      case 2:
        return Buffer.concat([bytes.subarray(0, to), tail]);
      case 3:
        return Buffer.concat([head, other.subarray(0, to), tail]);
      case 4:
        return Buffer.concat([
          head,
          Buffer.from(Array.from({ length: 8 }, () => below(256))),
          tail,
        ]);
      default:
        return flipped(bytes, from);
    }
  }

  function flipped(bytes: Uint8Array, at: number): Uint8Array {
    const copy = Buffer.from(bytes);
    const byte = copy[at];
    if (byte !== undefined) copy[at] = byte ^ (1 << below(8));
    return copy;
  }

  return {
    below,
    oneIn,
    pick,
    mutateBytes,
    mutateJson(value) {
      let mutated = value;
      for (let left = 1 + below(3); left > 0; left--) mutated = mutateOnce(mutated);
      return mutated;
    },
  };
}

/** Mulberry32: 32 bits of state are enough for a hundred thousand different inputs. */
function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
