import type { Part } from './info-content.ts';

/** Has links, whose targets are own pages, elements such as an address to write to, or names set as code. */
export type Rich<Value extends string, Link extends string, Element extends string> = (
  values: Record<Value, string> &
    Record<Link, `/${string}`> &
    Record<Element, Exclude<Part, string>>,
) => readonly Part[];
