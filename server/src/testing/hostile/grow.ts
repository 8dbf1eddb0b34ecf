/** The keys that lead to a value inside JSON. */
export type JsonPath = readonly (string | number)[];

/** Units that make a text slow to check when they are repeated. */
export const UNITS: Readonly<Record<string, string>> = {
  'one letter': 'a',
  blanks: ' ',
  dots: '.',
  slashes: '/',
  'at signs': '@',
  'percent signs': '%',
  'encoded letters': '%61',
  'encoded percent signs': '%25',
  entities: '&#64;',
  'labels of a domain': 'a.',
  'combining marks': '\u0315\u0300',
  ideographs: '字',
  'full-width signs': '＠．',
  quotes: '"',
  digits: '1',
};

/** Yields every text, array and object in a value, with its path. */
export function* partsOf(
  json: unknown,
  path: JsonPath = [],
): Generator<[JsonPath, string | object]> {
  if (typeof json === 'string') yield [path, json];
  if (typeof json !== 'object' || json === null) return;
  yield [path, json];
  for (const [key, inner] of Object.entries(json)) {
    yield* partsOf(inner, [...path, Array.isArray(json) ? Number(key) : key]);
  }
}

/** Returns a copy in which the value at a path is another one. */
export function replaceAt(
  json: unknown,
  [key, ...rest]: JsonPath,
  change: (value: unknown) => unknown,
): unknown {
  if (key === undefined) return change(json);
  const copy = Array.isArray(json) ? [...json] : { ...(json as object) };
  const own = copy as Record<string | number, unknown>;
  own[key] = replaceAt(own[key], rest, change);
  return copy;
}

/**
 * Returns a copy with a larger value at the path. A text grows to `length` UTF-16 units and keeps its beginning. An
 * array or an object grows to `length` / 8 elements.
 */
export const grow = (json: unknown, path: JsonPath, unit: string, length: number): unknown =>
  replaceAt(json, path, (value) => larger(value, unit, length));

function larger(value: unknown, unit: string, length: number): unknown {
  if (typeof value === 'string') {
    return value + unit.repeat(Math.max(0, length - value.length) / unit.length);
  }
  const count = Math.floor(length / 8);
  if (Array.isArray(value))
    return Array.from({ length: count }, (_, at) => value[at % value.length]);
  const more = Array.from({ length: count }, (_, at) => [`${unit}${at}`, at]);
  return { ...(value as object), ...Object.fromEntries(more) };
}
