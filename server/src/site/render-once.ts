/** Returns a function that renders at its first call, and returns the same from then on. */
export type RenderOnce = <T>(render: () => Promise<T>) => () => Promise<T>;

/**
 * Renders one thing at a time: rendering all at once would take 40 MB more for a moment, and the process would keep that
 * memory.
 */
export function createRenderOnce(): RenderOnce {
  let last: Promise<unknown> = Promise.resolve();

  return (render) => {
    let rendered: ReturnType<typeof render> | undefined;
    return () => {
      if (!rendered) {
        rendered = last.then(render);
        last = rendered.catch(() => {
          rendered = undefined; // so that a later request may succeed
        });
      }
      return rendered;
    };
  };
}
