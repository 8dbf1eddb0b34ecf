/**
 * The import rules of docs/architecture.md, "Who may import whom". Type-only imports count: a type
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

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    forbid('no-cycles', 'A cycle is one module in several files.', {}, { circular: true }),
    forbid('resolvable', 'Every import must lead somewhere.', {}, { couldNotResolve: true }),
    forbid(
      'tests-stay-outside',
      'What only tests use is not part of the product.',
      { path: '^(client|server|shared)/', pathNot: testOnly },
      { path: `${testOnly}|^node_modules/(vitest|happy-dom)/|^e2e/` },
    ),
    forbid(
      'nobody-imports-scripts',
      'They build, check and measure what they find: neither the product nor its tests know them.',
      { path: '^(client|server|shared|e2e)/' },
      { path: '^scripts/' },
    ),

    // shared
    forbid(
      'shared-imports-zod-only',
      'Both sides load it: it knows neither of them, nor Node, nor the DOM.',
      { path: '^shared/', pathNot: test },
      { pathNot: '^shared/|^node_modules/zod/' },
    ),

    // client and server
    forbid('client-not-server', '', { path: '^client/' }, { path: '^server/' }),
    forbid(
      'client-not-node',
      '',
      { path: '^client/', pathNot: test },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'server-not-client',
      'It loads the built entry-server at run time, as data.',
      { path: '^server/' },
      { path: '^client/' },
    ),
    forbid(
      'server-runs-without-dev-dependencies',
      'A finished build starts where only `dependencies` are installed.',
      { path: '^server/', pathNot: testOnly },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['type-only'] },
    ),

    // server: routes -> services -> store.ts
    forbid(
      'sql-only-in-store',
      '',
      { path: '^(server|shared|client)/', pathNot: `${store}|${testOnly}` },
      { path: sql },
    ),
    forbid(
      'only-entries-choose-a-store',
      'Everything else takes the Store interface.',
      {
        path: '^server/src/',
        pathNot: `${store}|^server/src/database/|^server/src/cli/|${testOnly}`,
      },
      { path: storeImplementation },
    ),
    forbid(
      'postgres-only-when-chosen',
      'A server on SQLite loads no driver for another database. Only a copy knows both.',
      {
        path: '^server/src/',
        pathNot: `^server/src/store/(postgres/|table-copy\\.ts$)|${testOnly}`,
      },
      {
        path: '^server/src/store/postgres/',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    ),
    forbid(
      'store-knows-only-itself',
      'And the one scheduler of work that is cut into slices, what keeps hot code compiled or computes once, addresses, and how much a job deletes.',
      { path: store, pathNot: test },
      {
        path: '^server/src/(?!store/|(time-slices|keep-compiled|computed-once|fold-email|mailbox|share-rule)\\.ts$)',
      },
    ),
    forbid(
      'operations-without-a-driver',
      'An operation is written once, and runs on both databases.',
      { path: `${operations}|${store}(sql|rules|scan)/|${store}event-row`, pathNot: testOnly },
      { path: `${store}(sqlite|postgres)/|${sql}` },
    ),
    forbid(
      'scan-has-one-door',
      'How events are stored for reports, numbered and grouped is known in one folder: its README says how.',
      { pathNot: scan },
      { path: scan, pathNot: `${scan}scan-events\\.ts$` },
    ),
    ...['sqlite', 'postgres'].map((database) =>
      forbid(
        `operations-run-on-${database}`,
        'A file of operations that only one store reaches belongs in the folder of that store.',
        { path: `${store}${database}/(open-store|reports/reader)\\.ts$` },
        { path: operations, reachable: false },
      ),
    ),
    forbid(
      'services-without-http',
      'A service can be called by a route, a job and a command alike.',
      {
        path: '^server/src/(services|jobs|reports|posthog/(delivery|dashboard))/',
        pathNot: testOnly,
      },
      { path: `${hono}|^server/src/(routes|http|node|create-app\\.|main|cli)` },
    ),
    forbid(
      'routes-not-each-other',
      '',
      { path: '^server/src/routes/([^/]+)\\.ts$', pathNot: test },
      { path: '^server/src/routes/', pathNot: '^server/src/routes/$1' },
    ),
    forbid(
      'http-knows-no-route',
      '',
      { path: '^server/src/(http|node)/', pathNot: test },
      { path: '^server/src/(routes|services|jobs|store|posthog|reports|create-app\\.|main|cli)' },
    ),
    forbid(
      'node-http-in-one-folder',
      "Everything else uses Node's requests, answers and sockets through the Exchange of node/exchange.ts.",
      { path: '^server/src/', pathNot: `^server/src/node/|${testOnly}` },
      { path: '^(node:)?(http|https|http2|net)$|^node_modules/@hono/node-server/' },
    ),
    forbid(
      'routes-only-in-app',
      '',
      {
        path: '^server/src/',
        pathNot: `^server/src/(create-app\\.ts|routes/)|${testOnly}`,
      },
      { path: '^server/src/(routes/|posthog/ingest/posthog-ingest\\.ts$)' },
    ),
    forbid(
      'nobody-imports-an-entry',
      '',
      { pathNot: testOnly },
      {
        path: `^server/src/(main|reports/reports-thread-entry)\\.ts$|^server/src/cli/[^/]+\\.ts$|${entries}`,
      },
    ),

    // client: the two applications, what renders both, and what they share
    forbid(
      'applications-not-each-other',
      'A visitor loads nothing of the console, and the console nothing of the site.',
      { path: '^client/src/(site|console)/', pathNot: test },
      { path: '^client/src/(site|console|render)/', pathNot: '^client/src/$1/' },
    ),

    // site: entry -> app -> pages -> layout, features -> ui, content, seo
    forbid(
      'features-not-each-other',
      'The entry joins them.',
      { path: '^client/src/site/features/([^/]+)/' },
      { path: '^client/src/site/features/', pathNot: '^client/src/site/features/$1/' },
    ),
    forbid(
      'features-below-pages',
      '',
      { path: '^client/src/site/features/' },
      { path: '^client/src/site/(pages|layout|app)' },
    ),
    forbid(
      'layout-below-pages',
      '',
      { path: '^client/src/site/layout/' },
      { path: '^client/src/site/(pages|features|app)' },
    ),
    forbid(
      'pages-below-app',
      '',
      { path: '^client/src/site/pages/' },
      { path: '^client/src/site/app' },
    ),
    forbid(
      'ui-is-dumb',
      '',
      { path: '^client/src/ui/' },
      { path: '^client/src/(site|console|render)/' },
    ),
    forbid(
      'content-and-seo-are-data',
      'Words and head tags, not components.',
      { path: '^client/src/site/(content|seo)/', pathNot: test },
      {
        path: '^client/src/(ui/|site/(features|pages|layout|app|ports))|^node_modules/(react|react-dom|wouter|@types/react)/',
      },
    ),
    forbid(
      'analytics-joined-by-the-entry',
      'Nothing else can cause it to load: it comes after consent only.',
      { path: '^client/src/', pathNot: `^client/src/site/features/analytics/|${entries}|${test}` },
      { path: '^client/src/site/features/analytics/' },
    ),
    forbid(
      'analytics-loads-dynamically',
      'A static import would download it before consent.',
      { path: entries },
      {
        path: '^client/src/site/features/analytics/',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    ),
    forbid(
      'posthog-js-in-one-file',
      '',
      { pathNot: '^client/src/site/features/analytics/posthog-transport\\.ts$' },
      { path: '^(node_modules/)?posthog-js(/|$)' },
    ),
    forbid(
      'posthog-js-loads-dynamically',
      'Who has the beacon must not download it.',
      { path: '^client/src/' },
      {
        path: '^client/src/site/features/analytics/posthog-transport\\.ts$',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    ),
    forbid(
      'consent-library-in-one-feature',
      '',
      { path: '^client/', pathNot: '^client/src/site/features/consent/' },
      { path: '^node_modules/vanilla-cookieconsent/' },
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
