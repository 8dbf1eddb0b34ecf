/** Calls back with whether an element is in view, now and after each change. Returns a function that stops that. */
export function watchView(
  element: Element,
  callback: (isInView: boolean) => void,
  options?: IntersectionObserverInit,
): () => void {
  const observer = new IntersectionObserver(
    (entries) => callback(entries.at(-1)?.isIntersecting === true),
    options,
  );
  observer.observe(element);
  return () => observer.disconnect();
}
