type Point = readonly [x: number, y: number];

/** From a point to the foot of its label, and the height of a line, in pixels. */
const ABOVE = -9;
const BELOW = 18;
const HEIGHT = 14;

/**
 * Returns where the values of a line's points stand: each on the side of its point away from the line, and none over another. The
 * last, the first, the highest and the lowest come first, and where it is narrow only they.
 *
 * @param room of a label, in pixels
 * @param bottom of the plot
 * @param isNarrow whether there is no room for two labels beside each other
 */
export function placeLabels(
  points: readonly (Point | null)[],
  room: number,
  bottom: number,
  isNarrow: boolean,
): Map<number, Point> {
  const known = [...points.entries()].flatMap(([index, point]) =>
    point ? [{ index, point }] : [],
  );
  const byHeight = known.toSorted((a, b) => a.point[1] - b.point[1]);
  const ends = [known.at(-1), known[0], byHeight[0], byHeight.at(-1)];
  const placed = new Map<number, Point>();
  for (const one of isNarrow ? ends : [...ends, ...known]) {
    if (!one) continue;
    const [x, y] = one.point;
    const [before = y, after = y] = [-1, 1].map((step) => points[one.index + step]?.[1]);
    const foot = y + (y + BELOW > bottom || 2 * y < before + after ? ABOVE : BELOW);
    if (
      [...placed.values()].every(
        (other) => Math.abs(foot - other[1]) >= HEIGHT || Math.abs(x - other[0]) >= room,
      )
    )
      placed.set(one.index, [x, foot]);
  }
  return placed;
}
