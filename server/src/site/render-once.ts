/**
 * Returns a function that wraps renderings: each is done at the first call, and its result is returned from then on. One is
 * done at a time: rendering all at once would take 40 MB more for a moment, and the process would keep that memory.
 */
export function createRenderOnce() {
  let last: Promise<unknown> = Promise.resolve();

  return <T>(render: () => Promise<T>): (() => Promise<T>) => {
    let rendered: Promise<T> | undefined;
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
