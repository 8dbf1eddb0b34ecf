const MAX_LENGTH = 100;

/** Returns the known name that somebody may have meant: a slip of the keys, or other letters' case. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const [nearest] = known
    .map((other) => ({ other, slips: slipsBetween(plain(name), plain(other)) }))
    .filter(({ other, slips }) => slips <= Math.max(1, Math.max(name.length, other.length) / 4))
    .sort((a, b) => a.slips - b.slips);
  return nearest?.other;
}

/** Returns a question to append to a line that names an unknown name, or nothing. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');

/** The fewest letters to insert, leave out or replace. Letters in another order count as one. */
function slipsBetween(a: string, b: string): number {
  if (a !== b && [...a].sort().join('') === [...b].sort().join('')) return 1;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [before, letter] of [...a].entries()) {
    const next = [before + 1];
    for (let at = 1; at < row.length; at++) {
      const [diagonal = 0, above = 0, left = 0] = [row[at - 1], row[at], next[at - 1]];
      next[at] = Math.min(above + 1, left + 1, diagonal + (letter === b[at - 1] ? 0 : 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
