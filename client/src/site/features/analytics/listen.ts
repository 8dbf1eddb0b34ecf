/** Adds a listener of the window until the signal aborts. It captures, so it also hears events of the document. */
export const listen = <E extends Event>(
  signal: AbortSignal,
  type: string,
  listener: (event: E) => void,
) => addEventListener(type, listener as EventListener, { signal, capture: true });
