/**
 * A ref for a box that gets no lower while it is as wide: what is below stays where it is when a filter or another period leaves
 * less in it.
 */
export function keepHeight(box: HTMLElement | null) {
  if (!box) return;
  let width = 0;
  // By an observer, after the layout: an effect would lay out the page once more for each box, within the press.
  const observer = new ResizeObserver(() => {
    if (box.clientWidth !== width) box.style.minBlockSize = '';
    width = box.clientWidth;
    box.style.minBlockSize = `${box.offsetHeight}px`;
  });
  observer.observe(box);
  return () => observer.disconnect();
}
