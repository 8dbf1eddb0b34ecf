/** What is looked for, so that each engine compares alike, whatever the language of its database is. */
export interface SearchText {
  /** For LIKE, with `\` as its escape sign. */
  like: string;
  /** Letters that stand for one of the text's own, in another case, and which that is. */
  capitals: ReadonlyMap<string, string>;
}

/**
 * A text that is looked for in whatever case. What engines fold beyond ASCII differs, so they are told which capitals
 * to take for which letters: those of this text, one for one.
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

/** A letter that is several in lower case, or has no way back, stays as it is. */
function fold(letter: string): string {
  const lower = letter.toLowerCase();
  return [...lower].length === 1 && lower.toUpperCase() === letter ? lower : letter;
}
