/** Returns the SVG path of a line through the points, interrupted where one is missing. */
export function linePath(points: readonly (readonly [x: number, y: number] | null)[]): string {
  return points
    .map((point, index) => point && `${points[index - 1] ? 'L' : 'M'}${point.join()}`)
    .join('');
}

/** Half the width, in pixels, at which a value between two missing ones is drawn. */
const ALONE = 3;

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
    .map((stretches) => {
      const ends: Stretch[] = stretches.flatMap(([x, low, high]) => [
        [x - ALONE, low, high],
        [x + ALONE, low, high],
      ]);
      const part = stretches.length > 1 ? stretches : ends;
      const above = part.map(([x, , high]) => `${x},${high}`);
      const below = part.map(([x, low]) => `${x},${low}`).reverse();
      return `M${[...above, ...below].join('L')}Z`;
    })
    .join('');
}
