/** Returns the keys of a period, and then those that only the period before has: what fell to nothing is shown, too. */
export function keysOfBoth<Row, Key>(
  now: readonly Row[],
  before: readonly Row[],
  keyOf: (row: Row) => Key,
): Key[] {
  return [...new Set([...now, ...before].map(keyOf))];
}
