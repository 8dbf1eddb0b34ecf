export interface RenderQueue {
  /** Adds something to render. Returns a function that renders it at the first call, and returns the same from then on. */
  add<T>(render: () => Promise<T>): () => Promise<T>;
  /** Renders what nobody has asked for yet, in the order in which it was added. */
  finish(): Promise<void>;
}

/**
 * Renders one thing at a time: rendering all at once would take 40 MB more for a moment, and the process would keep that
 * memory. What somebody asks for is rendered next.
 */
export function createRenderQueue(): RenderQueue {
  const added: (() => Promise<unknown>)[] = [];
  let last: Promise<unknown> = Promise.resolve();

  return {
    add(render) {
      let rendered: ReturnType<typeof render> | undefined;
      const ask = () => {
        if (!rendered) {
          rendered = last.then(render);
          last = rendered.catch(() => {
            rendered = undefined; // so that a later request may succeed
          });
        }
        return rendered;
      };
      added.push(ask);
      return ask;
    },
    async finish() {
      for (const ask of added.splice(0)) await ask();
    },
  };
}
