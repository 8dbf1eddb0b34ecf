/**
 * The import rules of CONTRIBUTING.md, "Who may import whom". Type-only imports count: a type
 * of SQL in a route is the same knowledge as a call.
 */
const test = '\\.test\\.tsx?$';
const testOnly = `${test}|/test-data\\.ts$|/testing/`;
const store = '^server/src/store/';
const storeImplementation =
  '^server/src/store/(?!((list|mail|team)-)?store\\.ts$|database-version\\.ts$|table-copy\\.ts$|scan/scan-events\\.ts$|testing/)';
/** What is behind `scanEvents`. */
const scan = `${store}scan/`;
const operations = `${store}(team|mail|retention|erasure|relay|intake|reports)/`;
const sql = '^node_modules/(better-sqlite3|drizzle-orm|pg|@types/better-sqlite3|@types/pg)/';
const hono = '^node_modules/(hono|@hono)/';
const entries = '^client/src/\\w+/entry-\\w+\\.tsx?$';

/** The place of an import: a path, or a path and what is excepted, or a condition of dependency-cruiser. */
const place = (at) => {
  if (typeof at === 'string') return { path: at };
  return Array.isArray(at) ? { path: at[0], pathNot: at[1] } : at;
};
const forbid = (name, from, to, comment = '') => ({
  ...{ name, comment, severity: 'error' },
  ...{ from: place(from), to: place(to) },
});
/** What `from` may import of `to` dynamically only. */
const onlyDynamically = (name, from, path, comment) =>
  forbid(name, from, { path, dependencyTypesNot: ['dynamic-import', 'type-only'] }, comment);

export default {
  forbidden: [
    forbid('no-cycles', {}, { circular: true }, 'A cycle is one module in several files.'),
    forbid('resolvable', {}, { couldNotResolve: true }, 'Every import must lead somewhere.'),
    forbid(
      'tests-stay-outside',
      ['^(client|server|shared)/', testOnly],
      `${testOnly}|^node_modules/(vitest|happy-dom)/|^e2e/`,
      'What only tests use is not part of the product.',
    ),
    forbid(
      'nobody-imports-scripts',
      '^(client|server|shared|e2e)/',
      '^scripts/',
      'They build, check and measure what they find: neither the product nor its tests know them.',
    ),

    // shared
    forbid(
      'shared-imports-zod-only',
      ['^shared/', test],
      { pathNot: '^shared/|^node_modules/zod/' },
      'Both sides load it: it knows neither of them, nor Node, nor the DOM.',
    ),

    // client and server
    forbid(
      'sides-not-each-other',
      '^(client|server)/',
      ['^(client|server)/', '^$1/'],
      'The server loads the built entry-server at run time, as data.',
    ),
    forbid('client-not-node', ['^client/', test], { dependencyTypes: ['core'] }),
    forbid(
      'server-runs-without-dev-dependencies',
      ['^server/', testOnly],
      { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['type-only'] },
      'A finished build starts where only `dependencies` are installed.',
    ),

    // server: routes -> services -> store.ts
    forbid('sql-only-in-store', ['^(server|shared|client)/', `${store}|${testOnly}`], sql),
    forbid(
      'only-entries-choose-a-store',
      ['^server/src/', `${store}|^server/src/database/|^server/src/cli/|${testOnly}`],
      storeImplementation,
      'Everything else takes the Store interface.',
    ),
    onlyDynamically(
      'postgres-only-when-chosen',
      ['^server/src/', `^server/src/store/(postgres/|table-copy\\.ts$)|${testOnly}`],
      '^server/src/store/postgres/',
      'A server on SQLite loads no driver for another database. Only a copy knows both.',
    ),
    forbid(
      'store-knows-only-itself',
      [store, testOnly],
      '^server/src/(?!store/|(time-slices|keep-compiled|computed-once|fold-email|mailbox|share-rule)\\.ts$)',
      'And the one scheduler of work that is cut into slices, what keeps hot code compiled or computes once, addresses, and how much a job deletes.',
    ),
    forbid(
      'operations-without-a-driver',
      [`${operations}|${store}(sql|rules|scan)/|${store}event-row`, testOnly],
      `${store}(sqlite|postgres)/|${sql}`,
      'An operation is written once, and runs on both databases.',
    ),
    forbid(
      'scan-has-one-way-in',
      { pathNot: scan },
      [scan, `${scan}scan-events\\.ts$`],
      'How events are stored for reports, numbered and grouped is known in one folder: its README says how.',
    ),
    ...['sqlite', 'postgres'].map((database) =>
      forbid(
        `operations-run-on-${database}`,
        `${store}${database}/(open-store|reports/reader)\\.ts$`,
        { path: operations, reachable: false },
        'A file of operations that only one store reaches belongs in the folder of that store.',
      ),
    ),
    forbid(
      'services-without-http',
      ['^server/src/(services|jobs|reports|posthog/(delivery|dashboard))/', testOnly],
      `${hono}|^server/src/(routes|http|node|create-app\\.|main|cli)`,
      'A service can be called by a route, a job and a command alike.',
    ),
    forbid(
      'routes-not-each-other',
      ['^server/src/routes/([^/]+)\\.ts$', test],
      ['^server/src/routes/', '^server/src/routes/$1'],
    ),
    forbid(
      'http-knows-no-route',
      ['^server/src/(http|node)/', test],
      '^server/src/(routes|services|jobs|store|posthog|reports|create-app\\.|main|cli)',
    ),
    forbid(
      'node-http-in-one-folder',
      ['^server/src/', `^server/src/node/|${testOnly}`],
      '^(node:)?(http|https|http2|net)$|^node_modules/@hono/node-server/',
      "Everything else uses Node's requests, answers and sockets through the Exchange of node/exchange.ts.",
    ),
    forbid(
      'routes-only-in-app',
      ['^server/src/', `^server/src/(create-app\\.ts|routes/)|${testOnly}`],
      '^server/src/(routes/|posthog/ingest/posthog-ingest\\.ts$)',
    ),
    forbid(
      'nobody-imports-an-entry',
      { pathNot: testOnly },
      `^server/src/(main|reports/reports-thread-entry)\\.ts$|^server/src/cli/[^/]+\\.ts$|${entries}`,
    ),

    // client: the two applications, what renders both, and what they share
    forbid(
      'applications-not-each-other',
      ['^client/src/(site|console)/', test],
      ['^client/src/(site|console|render)/', '^client/src/$1/'],
      'A visitor loads nothing of the console, and the console nothing of the site.',
    ),

    // site: entry -> app -> pages -> layout, features -> ui, content, seo
    forbid(
      'features-not-each-other',
      '^client/src/site/features/([^/]+)/',
      ['^client/src/site/features/', '^client/src/site/features/$1/'],
      'The entry joins them.',
    ),
    forbid('features-and-layout-below-pages', '^client/src/site/(features|layout)/', [
      '^client/src/site/(features|layout|pages|app)',
      '^client/src/site/$1/',
    ]),
    forbid('pages-below-app', '^client/src/site/pages/', '^client/src/site/app'),
    forbid('ui-is-dumb', '^client/src/ui/', '^client/src/(site|console|render)/'),
    forbid(
      'content-and-seo-are-data',
      ['^client/src/site/(content|seo)/', test],
      '^client/src/(ui/|site/(features|pages|layout|app|ports))|^node_modules/(react|react-dom|wouter|@types/react)/',
      'Words and head tags, not components.',
    ),
    forbid(
      'analytics-joined-by-the-entry',
      ['^client/src/', `^client/src/site/features/analytics/|${entries}|${test}`],
      '^client/src/site/features/analytics/',
      'Nothing else can cause it to load: it comes after consent only.',
    ),
    onlyDynamically(
      'analytics-loads-dynamically',
      entries,
      '^client/src/site/features/analytics/',
      'A static import would download it before consent.',
    ),
    forbid(
      'posthog-js-in-one-file',
      { pathNot: '^client/src/site/features/analytics/posthog-transport\\.ts$' },
      '^(node_modules/)?posthog-js(/|$)',
    ),
    onlyDynamically(
      'posthog-js-loads-dynamically',
      '^client/src/',
      '^client/src/site/features/analytics/posthog-transport\\.ts$',
      'Who has the beacon must not download it.',
    ),
    forbid(
      'consent-library-in-one-feature',
      ['^client/', '^client/src/site/features/consent/'],
      '^node_modules/vanilla-cookieconsent/',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
