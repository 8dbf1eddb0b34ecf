import { useEffect, useRef } from 'react';

/**
 * Returns a ref for a box that gets no lower while it is as wide: what is below stays where it is when a filter or another period leaves
 * less in it.
 */
export function useKeptHeight(isOn = true) {
  const box = useRef<HTMLDivElement>(null);
  const width = useRef(0);
  // By an observer, after the layout: an effect would lay out the page once more for each box, within the press.
  useEffect(() => {
    const kept = box.current;
    if (!kept || !isOn) return;
    const observer = new ResizeObserver(() => {
      if (kept.clientWidth !== width.current) kept.style.minBlockSize = '';
      width.current = kept.clientWidth;
      kept.style.minBlockSize = `${kept.offsetHeight}px`;
    });
    observer.observe(kept);
    return () => observer.disconnect();
  }, [isOn]);
  return box;
}
