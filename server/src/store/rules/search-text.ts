/** A text to find, in a form that every engine compares alike, whatever the locale of its database. */
export interface SearchText {
  /** For LIKE, with `\` as the escape character. */
  like: string;
  /** The letters that equal a letter of the text in another case, and that letter. */
  capitals: ReadonlyMap<string, string>;
}

/**
 * Prepares a text for a search that ignores case. Engines fold letters beyond ASCII differently, so they are told which
 * capitals to replace by which letters: only those of this text, one for one.
 */
export function toSearchText(search: string): SearchText {
  const folded = Array.from(search, fold).join('');
  const pairs = [...new Set(folded)]
    .map((letter) => [letter.toUpperCase(), letter] as const)
    .filter(([capital, letter]) => capital !== letter && fold(capital) === letter);
  return {
    like: `%${folded.replace(/[\\%_]/g, '\\$&')}%`,
    capitals: new Map(pairs),
  };
}

/** A letter that has several lower-case letters, or no way back, stays as it is. */
function fold(letter: string): string {
  const lower = letter.toLowerCase();
  return [...lower].length === 1 && lower.toUpperCase() === letter ? lower : letter;
}
