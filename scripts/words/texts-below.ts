/** Values for functions among the words, which take texts, the properties of an event, or a count and texts. */
const byName = new Proxy({}, { get: (_, name) => `<${String(name)}>` });
const SAMPLES: readonly (readonly unknown[])[] = [
  ['VALUE1', 'VALUE2', 'VALUE3', 'VALUE4'],
  [byName],
  [1, byName],
  ...[0, 1, 2, 3, 11, 100].map((count) => [count, count]),
];

/** Returns each text below a value after the keys that lead to it. What pages render themselves is left out. */
export function textsBelow(value: unknown, path = ''): Record<string, unknown> {
  if (typeof value === 'function') {
    if (/^\.(content|consentText|confirmMessageContent|heads)$/.test(path)) return {};
    const results = SAMPLES.map((values, index) =>
      textsBelow(resultOf(value as Callable, values), `${path}(${index})`),
    );
    return Object.assign({}, ...results);
  }
  if (typeof value !== 'object' || value === null)
    return value === undefined ? {} : { [path]: value };
  const below = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.assign({}, ...below.map(([key, each]) => textsBelow(each, `${path}.${key}`)));
}

type Callable = (...values: unknown[]) => unknown;

/** Returns undefined for values that the function does not take. */
function resultOf(call: Callable, values: readonly unknown[]) {
  try {
    return call(...values);
  } catch {
    return undefined;
  }
}
