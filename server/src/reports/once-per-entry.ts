const MAX_KNOWN = 100_000;

/**
 * Returns a function that computes a value for each entry of a table of an {@link EventChunk}. Chunks share their
 * entries, so a value is computed once for a whole scan.
 */
export function oncePerEntry<Entry extends object, Value>(compute: (entry: Entry) => Value) {
  const known = new Map<Entry, Value>();
  const lookUp = (entry: Entry): Value => {
    const value = known.get(entry);
    if (value !== undefined) return value;
    if (known.size === MAX_KNOWN) known.clear();
    const computed = compute(entry);
    known.set(entry, computed);
    return computed;
  };
  return (table: readonly Entry[]): Value[] => table.map(lookUp);
}
