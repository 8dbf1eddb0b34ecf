type Point = readonly [x: number, y: number] | null;
type Anchor = 'start' | 'middle' | 'end';

export interface PlacedLabel {
  /** Of its point. */
  index: number;
  x: number;
  y: number;
  anchor: Anchor;
}

/** From a point to the foot of its label, the height of a line, and the least between two labels, in pixels. */
const ABOVE = -9;
const BELOW = 18;
const HEIGHT = 14;
const GAP = 4;

/**
 * Places the values of a line's points, each on the side of its point away from the line. Where there is no room for two labels
 * beside each other, only the last, the first, the highest and the lowest have one. None overlaps another.
 *
 * @param widths of the labels, in pixels
 * @param plot its upper and its lower end
 */
export function placeLabels(
  points: readonly Point[],
  widths: readonly number[],
  plot: { top: number; bottom: number },
): PlacedLabel[] {
  const known = points.flatMap((point, index) =>
    point ? [{ index, x: point[0], y: point[1], width: widths[index] ?? 0 }] : [],
  );
  const byHeight = known.toSorted((a, b) => a.y - b.y);
  const ends = [known.at(-1), known[0], byHeight[0], byHeight.at(-1)];
  const step = ((known.at(-1)?.x ?? 0) - (known[0]?.x ?? 0)) / (known.length - 1);
  const isNarrow = step < 2 * Math.max(...widths);
  const placed: (PlacedLabel & { left: number; right: number })[] = [];
  for (const point of new Set([...ends, ...(isNarrow ? [] : known)])) {
    if (!point || point.y <= plot.top) continue; // the scale says its own end
    const { index, x, y, width } = point;
    const at = known.indexOf(point);
    const [before = y, after = y] = [known[at - 1]?.y, known[at + 1]?.y];
    const isAbove = y + BELOW > plot.bottom || 2 * y < before + after;
    // Beside a line that rises or falls through the point, where it goes away.
    const isSteady = (after - y) * (y - before) > 0;
    const anchor: Anchor = !isSteady ? 'middle' : isAbove === after < y ? 'end' : 'start';
    const left = x - width * { start: 0, middle: 0.5, end: 1 }[anchor];
    const label = { index, x, y: y + (isAbove ? ABOVE : BELOW), anchor, left, right: left + width };
    const isFree = placed.every(
      (other) =>
        Math.abs(label.y - other.y) >= HEIGHT ||
        label.left >= other.right + GAP ||
        other.left >= label.right + GAP,
    );
    if (isFree) placed.push(label);
  }
  return placed.map(({ left: _, right: __, ...label }) => label);
}
