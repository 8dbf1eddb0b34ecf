/** Values for functions among the words, which take texts or the properties of an event. */
const TEXTS: Samples = [
  ['VALUE1', 'VALUE2', 'VALUE3', 'VALUE4'],
  [new Proxy({}, { get: (_, name) => `<${String(name)}>` })],
];
/** Values for functions that take counts. */
const COUNTS: Samples = [[1, 3], ...[0, 1, 2, 3, 11, 100].map((count) => [count, count])];
type Samples = readonly (readonly unknown[])[];

/** Returns each text below a value after the keys that lead to it. What pages render themselves is left out. */
export function textsBelow(value: unknown, path = ''): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  function visit(each: unknown, at: string) {
    if (typeof each === 'function') {
      if (/^\.(content|consentText|confirmMessageContent|heads)$/.test(at)) return;
      const samples = /caption|deleted$|tries|tooLong/.test(at) ? COUNTS : TEXTS;
      for (const [index, values] of samples.entries())
        visit(resultOf(each as Callable, values), `${at}(${index})`);
    } else if (typeof each === 'object' && each !== null) {
      for (const key of Object.keys(each).sort())
        visit((each as Record<string, unknown>)[key], `${at}.${key}`);
    } else if (each !== undefined) found[at] = each;
  }
  visit(value, path);
  return found;
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
