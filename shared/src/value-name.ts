/** What people read for events and visits without the value that they are grouped by. */
export const NO_VALUE = '(none)';

/** Returns what people read for a value. Strangers choose the values: one that reads like no value gets quotes. */
export const nameOfValue = (value: string | null): string =>
  value === NO_VALUE ? `"${value}"` : (value ?? NO_VALUE);
