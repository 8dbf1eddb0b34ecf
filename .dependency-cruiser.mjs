/**
 * The import rules of CONTRIBUTING.md, "Who may import whom". Type-only imports count: a type
 * of SQL in a route is the same knowledge as a call.
 */
const test = '\\.test\\.tsx?$';
const testOnly = `${test}|/testing/`;
const sql = '^node_modules/(better-sqlite3|drizzle-orm|pg|@types/better-sqlite3|@types/pg)/';
const hono = '^node_modules/(hono|@hono)/';
const entries = '^client/src/\\w+/entry-\\w+\\.tsx?$';

/** What the folders of the server may import of each other: only folders above them in this list, so that there are no circles. */
const BASE = {
  lib: [],
  words: [],
  settings: ['lib'],
  store: ['lib'],
  edge: ['lib', 'store'],
  counts: ['lib', 'store', 'edge'],
};
const SUBJECTS = {
  consent: [],
  events: ['consent'],
  mail: [],
  clock: [],
  reports: [],
  team: ['clock', 'mail', 'reports'],
  list: ['mail', 'reports'],
  site: [],
  signups: ['list', 'mail', 'site', 'team'],
  people: ['clock', 'reports'],
  posthog: ['consent', 'events', 'mail', 'reports'],
  persons: ['consent', 'events', 'mail', 'posthog'],
  console: ['clock', 'mail', 'people', 'posthog', 'reports', 'signups', 'site', 'team'],
  upkeep: ['clock', 'consent', 'mail', 'people', 'persons', 'signups', 'team'],
  demo: ['consent'],
};
const subject = `^server/src/(${Object.keys(SUBJECTS).join('|')})/`;
const routes = '^server/src/.*(-routes|/posthog-ingest)\\.ts$';
/** Operations, written once for both databases, and what makes methods of the store from them. */
const operations = '^server/src/.*(\\.sql|-operations)\\.ts$';
/** What is written for one database. */
const drivers = '^server/src/.*/(sqlite|postgres)/';
const seesSql = `^server/src/(store|database)/|${operations}|${drivers}`;
const scan = '^server/src/reports/scan/';
/** Each folder with the folders that it may import. */
const FOLDERS = [
  ...Object.entries(BASE),
  ...Object.entries(SUBJECTS).map(([name, others]) => [name, [...Object.keys(BASE), ...others]]),
];
FOLDERS.forEach(([name, others], index) => {
  const above = FOLDERS.slice(0, index).map(([other]) => other);
  const wrong = others.find((other) => !above.includes(other));
  if (wrong) throw new Error(`${name} may not import ${wrong}, which is below it in the list`);
});

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

    // server: main -> compose -> app -> subjects -> edge, store, settings -> lib
    ...FOLDERS.map(([name, others]) =>
      forbid(
        'folders-by-list',
        [`^server/src/${name}/`, testOnly],
        `^server/src/(?!(${[name, ...others].join('|')})/)`,
        `${name} imports ${others.join(', ') || 'nothing'}: the list is above.`,
      ),
    ),
    forbid(
      'every-folder-in-the-list',
      [
        '^server/src/[^/]+/',
        `^server/src/(${FOLDERS.map(([name]) => name).join('|')}|database|cli|testing|process-tests)/`,
      ],
      '^server/src/(?!testing/)',
      'A folder without a line in the list would be without rules.',
    ),
    forbid('sql-only-in-store', ['^(server|shared|client)/', `${seesSql}|${testOnly}`], sql),
    forbid(
      'statements-only-in-sql-files',
      ['^server/src/', `${seesSql}|^server/src/cli/|${testOnly}`],
      '^server/src/store/(sql|sqlite|postgres)/',
      'A file that has statements is called *.sql.ts, or is in a folder of its database.',
    ),
    forbid(
      'only-entries-choose-a-store',
      ['^server/src/', `${seesSql}|^server/src/cli/|${scan}|${testOnly}`],
      `${drivers}|^server/src/database/(sqlite|postgres)/`,
      'Everything else takes the methods that it uses.',
    ),
    forbid(
      'operations-only-as-methods',
      ['^server/src/', `${seesSql}|^server/src/cli/|${scan}|${testOnly}`],
      { path: operations, pathNot: `${scan}scan-events`, dependencyTypesNot: ['type-only'] },
      'A subject calls methods of the store. Of an operation it may know what it takes and returns: types.',
    ),
    forbid(
      'database-only-for-who-starts',
      ['^server/src/[^/]+/', `^server/src/(database|cli)/|${testOnly}`],
      '^server/src/database/',
      'It assembles the store from what the subjects have.',
    ),
    forbid(
      'database-assembles-operations',
      ['^server/src/database/', testOnly],
      [subject, `${operations}|${drivers}|/refusal-memory\\.ts$`],
    ),
    onlyDynamically(
      'postgres-only-when-chosen',
      ['^server/src/', `/postgres/|^server/src/store/table-copy\\.ts$|${testOnly}`],
      '^server/src/.*/postgres/',
      'A server on SQLite loads no driver for another database. Only a copy knows both.',
    ),
    forbid(
      'operations-without-a-driver',
      [`${operations}|^server/src/store/sql/|${scan}`, `/(sqlite|postgres)/|${testOnly}`],
      `${drivers}|${sql}`,
      'An operation is written once, and runs on both databases.',
    ),
    forbid(
      'scan-has-one-way-in',
      { pathNot: scan },
      [scan, `${scan}(scan-events\\.sql|postgres/stored-bytes)\\.ts$`],
      'How events are stored for reports, numbered and grouped is known in one folder: its README says how.',
    ),
    ...['sqlite', 'postgres'].map((database) =>
      forbid(
        `operations-run-on-${database}`,
        `^server/src/database/${database}/(open-store|reader)\\.ts$`,
        { path: operations, reachable: false },
        'A file of operations that only one store reaches belongs in the folder of that store.',
      ),
    ),
    forbid(
      'rules-without-http',
      [subject, `${routes}|^server/src/(site/|console/report-faults|posthog/ingest/)|${testOnly}`],
      `${hono}|^server/src/edge/(?!(metrics|budgets|growth-env|node/post)\\.ts$)`,
      'What a subject does can be called by a route, a job and a command alike.',
    ),
    forbid(
      'node-http-in-one-folder',
      ['^server/src/', `^server/src/edge/node/|${testOnly}`],
      '^(node:)?(http|https|http2|net)$|^node_modules/@hono/node-server/',
      "Everything else uses Node's requests, answers and sockets through the Exchange of edge/node/exchange.ts.",
    ),
    forbid(
      'routes-only-in-app',
      ['^server/src/', `^server/src/create-app\\.ts$|${testOnly}`],
      routes,
    ),
    forbid(
      'nobody-imports-an-entry',
      ['^(client|server|shared)/', `^server/src/cli/|${testOnly}`],
      `^server/src/(main|reports-thread-entry)\\.ts$|^server/src/cli/|${entries}`,
      'What starts by itself, and the commands, are the outermost.',
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
