/** Stands in for the package with which Wouter reads patterns of paths: the site looks its pages up instead. */
export function parse(pattern: string): never {
  throw new Error(`there are no routes with patterns: ${pattern}`);
}
