/** What people read for events and visits without the value that they are grouped by. */
export const NO_VALUE = '(none)';

/** Returns what people read for a value. Strangers choose the values: one that reads like no value, or quoted, gets quotes. */
export function nameOfValue(value: string | null): string {
  if (value === null) return NO_VALUE;
  return value === NO_VALUE || value.startsWith('"') ? `"${value}"` : value;
}
