/**
 * Decides what every page needs: one script, and the styles of all pages in one file. As a dozen files they would cost
 * a phone more than they save. Code that loads later (forms, dialogs, the menu, analytics) is left out.
 */
const IN_EVERY_PAGE: readonly RegExp[] = [
  // The libraries that draw the page and choose it by its path.
  /node_modules\/(react|react-dom|scheduler|wouter)\//,
  /vite\/preload-helper/,
  /scripts\/vite\/no-patterns/,
  // The frame around each page. The menus load when they are opened, the fields with the form.
  /client\/src\/site\/(app\.|ports|pages\/page-routes)/,
  /client\/src\/site\/layout\/(?!header\/mobile|languages\/language-(menu|offer))/,
  // The words themselves are a chunk for each language and page.
  /client\/src\/site\/content\/(button-names|language-names|languages|page-list)\./,
  /client\/src\/ui\/(?!field)/,
  /client\/src\/styles\/(?!languages)/,
  /shared\/src\/(site-languages|limits|page|uuid)/,
  // Styles only: the components are in separate chunks.
  /client\/src\/site\/.*\.module\.css/,
  /client\/src\/ui\/field\.module\.css/,
];

/** @param id the path of a module, as the bundler names it */
export const isInEveryPage = (id: string): boolean =>
  IN_EVERY_PAGE.some((pattern) => pattern.test(id));
