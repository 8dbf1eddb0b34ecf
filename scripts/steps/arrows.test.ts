import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts';
import { root } from './run.mjs';

interface Cruise {
  modules: { source: string; dependencies: { resolved: string; dependencyTypes: string[] }[] }[];
  summary: { violations: { from: string; to: string; rule: { name: string } }[] };
}

const sides = ['client/src', 'server/src', 'shared/src', 'e2e', 'scripts'];

function cruise(cwd: string): Cruise {
  const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const options = ['--config', '.dependency-cruiser.mjs', '--preserve-symlinks', '-T', 'json'];
  const { stdout } = spawnSync(process.execPath, [bin, ...options, ...sides], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  return JSON.parse(stdout);
}

/** Forbidden imports, each in its own file, with the rule that must name it. */
const planted = `
no-cycles | shared/src/planted-a.ts | import './planted-b.ts';
resolvable | shared/src/planted-c.ts | import './planted-nothing.ts';
tests-stay-outside | server/src/planted-a.ts | import './planted.test.ts';
nobody-imports-scripts | server/src/testing/planted.ts | import '../../../scripts/planted-b.ts';
nobody-imports-scripts | e2e/planted.ts | import type { A } from '../scripts/planted-b.ts';
no-cycles | client/src/planted-b.ts | import type { A } from './planted-c.ts';
shared-imports-zod-only | shared/src/planted-d.ts | import 'hono';
shared-imports-zod-only | shared/src/planted-e.ts | import 'node:fs';
sides-not-each-other | client/src/site/pages/planted-a.ts | import '../../../../server/src/planted-b.ts';
client-not-node | client/src/site/pages/planted-b.ts | import 'node:fs';
sides-not-each-other | server/src/planted-c.ts | import '../../client/src/planted-a.ts';
sides-not-each-other | server/src/planted-d.ts | import type { A } from '../../client/src/planted-a.ts';
server-runs-without-dev-dependencies | server/src/planted-e.ts | import 'react';
folders-by-list | server/src/store/planted.ts | import '../planted-b.ts';
folders-by-list | server/src/edge/planted.ts | import '../signups/planted-routes.ts';
folders-by-list | server/src/mail/planted-b.ts | import type { A } from '../list/planted-c.ts';
folders-by-list | server/src/consent/planted-b.ts | import '../signups/planted-c.ts';
every-folder-in-the-list | server/src/planted/a.ts | import '../planted-b.ts';
sql-only-in-store | server/src/consent/planted-routes.ts | import 'better-sqlite3';
sql-only-in-store | server/src/consent/planted-a.ts | import type { SQL } from 'drizzle-orm';
statements-only-in-sql-files | server/src/consent/planted-c.ts | import '../store/sql/planted.ts';
operations-only-as-methods | server/src/consent/planted-d.ts | import { A } from './planted.sql.ts';
only-entries-choose-a-store | server/src/consent/planted-i.ts | import './sqlite/planted.ts';
only-entries-choose-a-store | server/src/planted-f.ts | import './store/sqlite/planted.ts';
database-only-for-who-starts | server/src/consent/planted-e.ts | import '../database/planted.ts';
database-assembles-operations | server/src/database/planted-a.ts | import '../consent/planted-f.ts';
postgres-only-when-chosen | server/src/cli/data/planted-a.ts | import '../../store/postgres/planted.ts';
operations-without-a-driver | server/src/team/planted.sql.ts | import './sqlite/planted.ts';
scan-has-one-way-in | server/src/reports/planted-a.sql.ts | import type { ChunkReader } from './scan/chunk-reader.ts';
operations-run-on-sqlite | server/src/mail/planted.sql.ts | //
operations-run-on-postgres | server/src/mail/planted.sql.ts | //
rules-without-http | server/src/consent/planted-g.ts | import type { Context } from 'hono';
nobody-imports-an-entry | server/src/consent/planted-h.ts | import '../cli/data/planted-a.ts';
node-http-in-one-folder | server/src/edge/planted-a.ts | import 'node:net';
node-http-in-one-folder | server/src/events/planted-routes.ts | import type { IncomingMessage } from 'node:http';
node-http-in-one-folder | server/src/planted-i.ts | import '@hono/node-server';
routes-only-in-app | server/src/planted-g.ts | import './signups/planted-routes.ts';
nobody-imports-an-entry | server/src/planted-h.ts | import './main.ts';
applications-not-each-other | client/src/console/planted.ts | import '../site/app.tsx';
features-not-each-other | client/src/site/features/planted/a.ts | import '../planted-other/a.ts';
features-and-layout-below-pages | client/src/site/features/planted/b.ts | import '../../pages/planted-c.ts';
features-and-layout-below-pages | client/src/site/layout/planted.ts | import '../features/planted-other/a.ts';
pages-below-app | client/src/site/pages/planted-d.ts | import '../app.tsx';
ui-is-dumb | client/src/ui/planted.ts | import '../site/features/planted-other/a.ts';
content-and-seo-are-data | client/src/site/content/planted.ts | import type { ReactNode } from 'react';
content-and-seo-are-data | client/src/site/seo/planted.ts | import '../../ui/planted-b.ts';
analytics-joined-by-the-entry | client/src/site/pages/planted-e.ts | import('../features/analytics/planted.ts');
analytics-loads-dynamically | client/src/site/entry-client.tsx | import './features/analytics/planted.ts';
posthog-js-loads-dynamically | client/src/site/features/analytics/planted-c.ts | import './posthog-transport.ts';
posthog-js-in-one-file | client/src/site/features/analytics/planted-b.ts | import('posthog-js');
consent-library-in-one-feature | client/src/site/pages/planted-f.ts | import 'vanilla-cookieconsent';
`
  .trim()
  .split('\n')
  .map((line) => line.split(' | ') as [rule: string, file: string, code: string]);

function copyWithViolations(folder: string) {
  // A part of each side is enough: `npm run check` reads all of it.
  const parts = ['client/src/ui', 'server/src/edge', 'shared/src', 'e2e/engines', 'scripts/steps'];
  for (const path of [...parts, 'package.json', 'tsconfig.base.json', '.dependency-cruiser.mjs']) {
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const write = (file: string, code: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${code}\nexport type A = string;\n`);
  };
  for (const driver of ['sqlite', 'postgres'])
    write(`server/src/database/${driver}/open-store.ts`, '');
  for (const [, file, code] of planted) {
    const [, target] = /'(\.[^']*)'/.exec(code) ?? [];
    if (target && !target.includes('nothing')) write(join(dirname(file), target), '');
  }
  write('shared/src/planted-b.ts', "import './planted-a.ts';");
  write('client/src/planted-c.ts', "import type { A } from './planted-b.ts';");
  for (const [, file, code] of planted) write(file, code);
}

test('the import rules see every side, follow #shared to shared/src, and each reports the import that it forbids', async () => {
  const folder = temporaryFolder();
  copyWithViolations(folder);
  const { modules, summary } = cruise(folder);
  for (const side of sides) {
    const own = modules.filter(({ source }) => source.startsWith(side) && !/planted/.test(source));
    expect(own.length).toBeGreaterThan(2);
  }
  const aliased = modules
    .flatMap(({ dependencies }) => dependencies)
    .filter(({ dependencyTypes }) => dependencyTypes.includes('aliased-subpath-import'));
  expect(aliased.length).toBeGreaterThan(0);
  for (const { resolved } of aliased) expect(resolved).toMatch(/^shared\/src\/[a-z-]+\.ts$/);

  const found = summary.violations.map(({ rule, from }) => `${rule.name} ${from}`);
  for (const [rule, file] of planted) expect.soft(found).toContain(`${rule} ${file}`);

  const config = await import(join(folder, '.dependency-cruiser.mjs'));
  const rules: { name: string }[] = config.default.forbidden;
  expect(new Set(planted.map(([rule]) => rule))).toEqual(new Set(rules.map(({ name }) => name)));
}, 90_000);
