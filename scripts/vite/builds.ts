import type { BuildOptions } from 'vite';

/**
 * Decides what every page needs: one script, and the styles of all pages in one file. As a dozen files they would cost
 * a phone more than they save. Code that loads later (forms, dialogs, the menu, analytics) is left out.
 */
const IN_EVERY_PAGE: readonly RegExp[] = [
  // The libraries that draw the page and choose it by its path.
  /node_modules\/(react|react-dom|scheduler|wouter)\//,
  /scripts\/vite\/no-patterns/,
  // The frame around each page. The menus load when they are opened, the fields with the form.
  /client\/src\/site\/(app\.|drafts|ports|pages\/page-routes)/,
  /client\/src\/site\/layout\/(?!header\/mobile|languages\/language-(menu|offer))/,
  // The words themselves are a file for each language and page.
  /client\/src\/site\/content\/(button-names|language-names|languages|page-list|sentence-gap)\./,
  /client\/src\/ui\/(?!field)/,
  /client\/src\/styles\/(?!languages)/,
  /shared\/src\/(site-languages|limits|page|uuid)/,
  // Styles only: the components are in separate files.
  /client\/src\/site\/.*\.module\.css/,
  /client\/src\/ui\/field\.module\.css/,
];

/**
 * What the question needs, which comes before the libraries above. Not the question itself, which begins when it is loaded: the
 * console has some of the same code, and asks for no consent.
 */
const FOR_THE_QUESTION: readonly RegExp[] = [
  /vite\/preload-helper/,
  /client\/src\/site\/page-data\./,
  /client\/src\/site\/features\/consent\/(open-consent|consent-store|consent-cookie|post-outcome)\./,
  /client\/src\/site\/content\/(languages|page-list)\./,
  /client\/src\/ui\/(load-code|open-channel|opens-elsewhere|when-idle)\./,
  /shared\/src\/(site-languages|limits|page|uuid)/,
];

/** The browser's assets. */
const client: BuildOptions = {
  outDir: 'dist/client',
  manifest: 'manifest.json',
  rolldownOptions: {
    input: [
      'client/src/site/start/start-page.ts',
      'client/src/site/question.ts',
      'client/src/site/entry-client.tsx',
      'client/src/console/entry-console.tsx',
    ],
    checks: { bundlerTimings: false },
    // Writes the value of a constant where another module uses it: 100 bytes less on each page.
    optimization: { inlineConst: { mode: 'all', pass: 2 } },
    output: {
      codeSplitting: {
        groups: [
          {
            name: 'question',
            test: (id) => FOR_THE_QUESTION.some((pattern) => pattern.test(id)),
            priority: 2,
            includeDependenciesRecursively: false,
          },
          {
            name: 'app',
            test: (id) => IN_EVERY_PAGE.some((pattern) => pattern.test(id)),
            priority: 1,
          },
          // 70 bytes less than a script of its own for what the player shares with its page.
          { name: 'home-code', test: /client\/src\/site\/pages\/home(-page|\/line-timing)/ },
          {
            // The console is one script too, but for the views that load when they are opened. With the shared code that no visitor
            // loads it is 1,200 bytes less than beside it.
            name: 'console',
            test: /client\/src\/console\/(?!list|people)|shared\/src\/(byte|channels|compare|event-filter|format|funnel|growth-console|guard|list|site-funnels|stat|time-|totals|traffic|value)/,
            includeDependenciesRecursively: false,
          },
          {
            // And these are one, 900 bytes less than two and what they share.
            name: 'list',
            test: /client\/src\/console\/list/,
            includeDependenciesRecursively: false,
          },
        ],
      },
    },
  },
  // Fonts are files with hashed names, never data: URLs: the CSP allows only 'self'.
  assetsInlineLimit: 0,
};

/**
 * For code that Node runs. V8 keeps a source in one byte a character, or in two if one is outside Latin-1, and ASCII is the
 * nearest that the bundler has. It escapes no comments, so they are dropped.
 */
const asciiOnly = {
  charset: 'ascii',
  comments: { legal: true, annotation: false, jsdoc: false },
} as const;

/**
 * The same React code, with which the server renders pages. It is one module, so that a server that is running has read all
 * of it when a new build replaces the file.
 */
const ssr: BuildOptions = {
  outDir: 'dist/ssr',
  ssr: 'client/src/render/entry-server.tsx',
  rolldownOptions: {
    checks: { bundlerTimings: false },
    output: { ...asciiOnly, codeSplitting: false },
  },
};

/** The server, its commands, and the thread that computes its reports. */
const server: BuildOptions = {
  outDir: 'dist/server',
  ssr: true,
  rolldownOptions: {
    input: {
      main: 'server/src/main.ts',
      data: 'server/src/cli/data.ts',
      doctor: 'server/src/cli/doctor.ts',
      growth: 'server/src/cli/growth-command.ts',
      posthog: 'server/src/cli/posthog-command.ts',
      'reports-thread': 'server/src/reports-thread-entry.ts',
    },
    // One folder per store, so that its `./migrations` is beside whichever file the code ends up
    // in.
    output: {
      ...asciiOnly,
      chunkFileNames: ({ moduleIds }) =>
        `${moduleIds.some((id) => id.includes('/store/postgres/')) ? 'postgres/' : ''}[name]-[hash].js`,
    },
  },
};

/** The three builds of one configuration, chosen by `--mode`. */
export const builds: Readonly<Record<string, BuildOptions>> = { client, ssr, server };
