/** Shown when a page's code cannot be loaded, even after a reload. Served with every page. */
export const unfinishedText = {
  text: 'Part of this page could not be loaded.',
  link: 'Load it again',
};
