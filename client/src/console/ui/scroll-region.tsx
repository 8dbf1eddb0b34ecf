import type { ReactNode } from 'react';

interface ScrollRegionProps {
  className: string | undefined;
  /** The region's name for a screen reader. */
  label: string;
  children: ReactNode;
}

/** A part of the page that may scroll on its own. Keys scroll it once it has the focus. */
export const ScrollRegion = ({ className, label, children }: ScrollRegionProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the linter does not know that it scrolls (WCAG 2.1.1)
  <section className={className} aria-label={label} tabIndex={0}>
    {children}
  </section>
);
