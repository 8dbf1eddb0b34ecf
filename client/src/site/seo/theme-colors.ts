/** `--paper` of the tokens for what stands outside of the page: the browser's own frame. */
export const themeColors = { light: '#f8f7f3', dark: '#0d0e11' };
