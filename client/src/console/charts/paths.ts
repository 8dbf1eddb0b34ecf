/** Returns the SVG path of a line through the points, interrupted where one is missing. A point alone is a short dash. */
export function linePath(points: readonly (readonly [x: number, y: number] | null)[]): string {
  return points
    .map((point, index) => {
      if (!point) return '';
      if (points[index - 1]) return `L${point.join()}`;
      return points[index + 1] ? `M${point.join()}` : `M${point[0] - 3},${point[1]}h6`;
    })
    .join('');
}

type Stretch = readonly [x: number, low: number, high: number];

/** Returns the SVG path of the area between two lines, interrupted where a stretch is missing. */
export function areaPath(stretches: readonly (Stretch | null | undefined)[]): string {
  const parts: Stretch[][] = [[]];
  for (const one of stretches) {
    if (one) parts.at(-1)?.push(one);
    else parts.push([]);
  }
  return parts
    .filter(({ length }) => length > 0)
    .map((part) => {
      const above = part.map(([x, , high]) => `${x},${high}`);
      const below = part.map(([x, low]) => `${x},${low}`).reverse();
      return `M${[...above, ...below].join('L')}Z`;
    })
    .join('');
}
