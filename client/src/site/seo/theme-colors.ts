/** The token `--paper`, for the browser's own frame around the page. */
export const themeColors = { light: '#f8f7f3', dark: '#0d0e11' };
