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

/** The place of an import: a path, or a path and what is excepted, or a condition of dependency-cruiser. */
const place = (at) => {
  if (typeof at === 'string') return { path: at };
  return Array.isArray(at) ? { path: at[0], pathNot: at[1] } : at;
};
const forbid = (name, comment, from, to) => ({
  ...{ name, comment, severity: 'error' },
  ...{ from: place(from), to: place(to) },
});
/** What `from` may import of `to` dynamically only. */
const onlyDynamically = (name, comment, from, to) =>
  forbid(name, comment, from, {
    path: to,
    dependencyTypesNot: ['dynamic-import', 'type-only'],
  });

export default {
  forbidden: [
    forbid('no-cycles', 'A cycle is one module in several files.', {}, { circular: true }),
    forbid('resolvable', 'Every import must lead somewhere.', {}, { couldNotResolve: true }),
    forbid(
      'tests-stay-outside',
      'What only tests use is not part of the product.',
      ['^(client|server|shared)/', testOnly],
      `${testOnly}|^node_modules/(vitest|happy-dom)/|^e2e/`,
    ),
    forbid(
      'nobody-imports-scripts',
      'They build, check and measure what they find: neither the product nor its tests know them.',
      '^(client|server|shared|e2e)/',
      '^scripts/',
    ),

    // shared
    forbid(
      'shared-imports-zod-only',
      'Both sides load it: it knows neither of them, nor Node, nor the DOM.',
      ['^shared/', test],
      { pathNot: '^shared/|^node_modules/zod/' },
    ),

    // client and server
    forbid('client-not-server', '', '^client/', '^server/'),
    forbid('client-not-node', '', ['^client/', test], { dependencyTypes: ['core'] }),
    forbid(
      'server-not-client',
      'It loads the built entry-server at run time, as data.',
      '^server/',
      '^client/',
    ),
    forbid(
      'server-runs-without-dev-dependencies',
      'A finished build starts where only `dependencies` are installed.',
      ['^server/', testOnly],
      { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['type-only'] },
    ),

    // server: routes -> services -> store.ts
    forbid('sql-only-in-store', '', ['^(server|shared|client)/', `${store}|${testOnly}`], sql),
    forbid(
      'only-entries-choose-a-store',
      'Everything else takes the Store interface.',
      ['^server/src/', `${store}|^server/src/database/|^server/src/cli/|${testOnly}`],
      storeImplementation,
    ),
    onlyDynamically(
      'postgres-only-when-chosen',
      'A server on SQLite loads no driver for another database. Only a copy knows both.',
      ['^server/src/', `^server/src/store/(postgres/|table-copy\\.ts$)|${testOnly}`],
      '^server/src/store/postgres/',
    ),
    forbid(
      'store-knows-only-itself',
      'And the one scheduler of work that is cut into slices, what keeps hot code compiled or computes once, addresses, and how much a job deletes.',
      [store, test],
      '^server/src/(?!store/|(time-slices|keep-compiled|computed-once|fold-email|mailbox|share-rule)\\.ts$)',
    ),
    forbid(
      'operations-without-a-driver',
      'An operation is written once, and runs on both databases.',
      [`${operations}|${store}(sql|rules|scan)/|${store}event-row`, testOnly],
      `${store}(sqlite|postgres)/|${sql}`,
    ),
    forbid(
      'scan-has-one-door',
      'How events are stored for reports, numbered and grouped is known in one folder: its README says how.',
      { pathNot: scan },
      [scan, `${scan}scan-events\\.ts$`],
    ),
    ...['sqlite', 'postgres'].map((database) =>
      forbid(
        `operations-run-on-${database}`,
        'A file of operations that only one store reaches belongs in the folder of that store.',
        `${store}${database}/(open-store|reports/reader)\\.ts$`,
        { path: operations, reachable: false },
      ),
    ),
    forbid(
      'services-without-http',
      'A service can be called by a route, a job and a command alike.',
      ['^server/src/(services|jobs|reports|posthog/(delivery|dashboard))/', testOnly],
      `${hono}|^server/src/(routes|http|node|create-app\\.|main|cli)`,
    ),
    forbid(
      'routes-not-each-other',
      '',
      ['^server/src/routes/([^/]+)\\.ts$', test],
      ['^server/src/routes/', '^server/src/routes/$1'],
    ),
    forbid(
      'http-knows-no-route',
      '',
      ['^server/src/(http|node)/', test],
      '^server/src/(routes|services|jobs|store|posthog|reports|create-app\\.|main|cli)',
    ),
    forbid(
      'node-http-in-one-folder',
      "Everything else uses Node's requests, answers and sockets through the Exchange of node/exchange.ts.",
      ['^server/src/', `^server/src/node/|${testOnly}`],
      '^(node:)?(http|https|http2|net)$|^node_modules/@hono/node-server/',
    ),
    forbid(
      'routes-only-in-app',
      '',
      ['^server/src/', `^server/src/(create-app\\.ts|routes/)|${testOnly}`],
      '^server/src/(routes/|posthog/ingest/posthog-ingest\\.ts$)',
    ),
    forbid(
      'nobody-imports-an-entry',
      '',
      { pathNot: test },
      `^server/src/(main|reports/reports-thread-entry)\\.ts$|^server/src/cli/[^/]+\\.ts$|${entries}`,
    ),

    // client: the two applications, what renders both, and what they share
    forbid(
      'applications-not-each-other',
      'A visitor loads nothing of the console, and the console nothing of the site.',
      ['^client/src/(site|console)/', test],
      ['^client/src/(site|console|render)/', '^client/src/$1/'],
    ),

    // site: entry -> app -> pages -> layout, features -> ui, content, seo
    forbid(
      'features-not-each-other',
      'The entry joins them.',
      '^client/src/site/features/([^/]+)/',
      ['^client/src/site/features/', '^client/src/site/features/$1/'],
    ),
    ...[
      ['features', 'pages|layout|app'],
      ['layout', 'pages|features|app'],
      ['pages', 'app'],
    ].map(([lower, above]) =>
      forbid(
        `${lower}-below-${above.replaceAll('|', '/')}`,
        '',
        `^client/src/site/${lower}/`,
        `^client/src/site/(${above})`,
      ),
    ),
    forbid('ui-is-dumb', '', '^client/src/ui/', '^client/src/(site|console|render)/'),
    forbid(
      'content-and-seo-are-data',
      'Words and head tags, not components.',
      ['^client/src/site/(content|seo)/', test],
      '^client/src/(ui/|site/(features|pages|layout|app|ports))|^node_modules/(react|react-dom|wouter|@types/react)/',
    ),
    forbid(
      'analytics-joined-by-the-entry',
      'Nothing else can cause it to load: it comes after consent only.',
      ['^client/src/', `^client/src/site/features/analytics/|${entries}|${test}`],
      '^client/src/site/features/analytics/',
    ),
    onlyDynamically(
      'analytics-loads-dynamically',
      'A static import would download it before consent.',
      entries,
      '^client/src/site/features/analytics/',
    ),
    forbid(
      'posthog-js-in-one-file',
      '',
      { pathNot: '^client/src/site/features/analytics/posthog-transport\\.ts$' },
      '^(node_modules/)?posthog-js(/|$)',
    ),
    onlyDynamically(
      'posthog-js-loads-dynamically',
      'Who has the beacon must not download it.',
      '^client/src/',
      '^client/src/site/features/analytics/posthog-transport\\.ts$',
    ),
    forbid(
      'consent-library-in-one-feature',
      '',
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
