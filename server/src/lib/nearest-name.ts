const MAX_LENGTH = 100;

/** Returns the known name that somebody may have meant: a slip of the keys, other letters' case, or a word more or less. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .filter((other) => name.length <= MAX_LENGTH && resembles(name, other))
    .sort((a, b) => (distance(plain(name), plain(b)) < distance(plain(name), plain(a)) ? 1 : -1));
  return nearest;
}

/** Returns a question to append to a line that names an unknown name, or nothing. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

function resembles(name: string, other: string): boolean {
  const [a, b] = [plain(name), plain(other)];
  const slips = Math.max(1, Math.floor(Math.max(a.length, b.length) / 4));
  const sorted = (text: string) => [...text].sort().join('');
  return sorted(a) === sorted(b) || distance(a, b) <= slips || hasOneWordMore(name, other);
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');
const wordsOf = (name: string) =>
  name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u);

/** POSTHOG_API_KEY for POSTHOG_KEY. Single words, such as HOST, are in too many other names. */
function hasOneWordMore(name: string, other: string): boolean {
  const [few = [], many = []] = [wordsOf(name), wordsOf(other)].sort((a, b) => a.length - b.length);
  return (
    few.length > 1 && many.length === few.length + 1 && few.every((word) => many.includes(word))
  );
}

/** The fewest letters to insert, leave out, replace or swap with the next one. */
function distance(a: string, b: string): number {
  let [before, row]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const at = (from: number[] | undefined, index: number) => from?.[index] ?? Infinity;
      const replaced = at(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(before, j - 2) + 1 : Infinity;
      next[j] = Math.min(at(row, j) + 1, at(next, j - 1) + 1, replaced, swapped);
    }
    [before, row] = [row, next];
  }
  return row?.[b.length] ?? Infinity;
}
