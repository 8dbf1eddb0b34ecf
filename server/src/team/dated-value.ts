/** Makes the value of a mark that is new each time: one whose value stays the same keeps its first time. */
export const datedValue = (at: number, text: string): string =>
  `${new Date(at).toISOString()} ${text}`;

/** Returns the text of such a value; empty for one without. */
export const textOfDated = (value: string): string => value.replace(/^\S+ ?/, '');
