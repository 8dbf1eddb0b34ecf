/** Resolves once the browser has shown that a button was pressed. What takes long starts then. */
export const afterPaint = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
