/** Shown where code of a page cannot be had, also after the page was reloaded. Served with every page. */
export const unfinishedText = {
  text: 'Part of this page could not be loaded.',
  link: 'Load it again',
};
