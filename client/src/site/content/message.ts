import type { Part } from './info-content.ts';

/** A message of a catalog is a string. What has placeholders or tags is one of these, as placeholders.ts lists them. */

/** Has values, which it shows as they are, and figures, which it shows as its language writes them. */
export type Text<Value extends string, Figure extends string = never> = (
  values: Record<Value, string | number> & Record<Figure, number>,
) => string;

/** Has links, whose targets are own pages, elements such as an address to write to, or names set as code. */
export type Rich<Value extends string, Link extends string, Element extends string> = (
  values: Record<Value, string> &
    Record<Link, `/${string}`> &
    Record<Element, Exclude<Part, string>>,
) => readonly Part[];

/** Has a text for each kind of count. */
export type Plural = (count: number) => string;
