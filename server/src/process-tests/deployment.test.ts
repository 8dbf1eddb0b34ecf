import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { signUp } from '../testing/data/visitor.ts';
import { hasPostgres, openEmptyPostgresDatabase } from '../testing/programs/postgres.ts';
import { buildStale, type Entry, runEntry, startServer } from '../testing/sites/built-process.ts';

vi.setConfig({ testTimeout: 120_000 });
const repository = resolve(import.meta.dirname, '../../..');
// A deployment is a copy of all three builds.
buildStale();

const FILES = ['dist/client', 'dist/server', 'dist/ssr', 'package.json', 'data/site.example.json'];

/** Returns the packages that `npm prune --omit=dev` keeps. Those of other platforms are not installed. */
function productionPackages() {
  const lock = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'));
  const packages = Object.entries<{ dev?: boolean; devOptional?: boolean }>(lock.packages);
  return packages
    .filter(([path, { dev, devOptional }]) => path && !dev && !devOptional)
    .map(([path]) => path)
    .filter((path) => existsSync(join(repository, path)));
}

/** A copy of what a container or a service contains. */
const folder = mkdtempSync(join(tmpdir(), 'deployed-'));
for (const part of [...FILES, ...productionPackages()])
  cpSync(join(repository, part), join(folder, part), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

async function startDeployed(env: NodeJS.ProcessEnv) {
  const server = await startServer(folder, env, folder);
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  return server;
}

test.skipIf(!hasPostgres())('it runs on PostgreSQL, and makes no SQLite file', async () => {
  const env = { NODE_ENV: 'production', DATABASE_URL: await openEmptyPostgresDatabase() };
  const { url, stop } = await startDeployed(env);
  expect(await signUp(url, 'ann@example.org')).toBe(201);
  expect(await stop()).toBe(0);
  expect(existsSync(join(folder, 'data/site.db'))).toBe(false);
});

test('a finished build and every command run with the production dependencies only', async () => {
  expect(existsSync(join(folder, 'node_modules/react'))).toBe(false);
  const env = { NODE_ENV: 'production' };
  const { url, output, stop } = await startDeployed(env);
  for (const path of ['/', '/privacy', '/readyz']) {
    expect((await fetch(url + path)).status, path).toBe(200);
  }
  expect(await signUp(url, 'ann@example.org')).toBe(201);
  expect(await stop()).toBe(0);
  expect(output.stdout + output.stderr).not.toMatch(/"level":"(warn|error)"/);

  const commands = readdirSync(join(repository, 'server/src/cli')).flatMap((file) =>
    /\.test\.ts$|^[^.]+$/.test(file) ? [] : [file.replace(/(-command)?\.ts$/, '') as Entry],
  );
  expect(commands.length).toBeGreaterThan(7);
  for (const command of commands) {
    const { code, stdout, stderr } = await runEntry(command, ['--help'], env, folder);
    expect([command, code]).toEqual([command, 0]);
    expect(stdout + stderr).toContain(`npm run ${command}`);
  }
  const database = { ...env, DATABASE_URL: `file:${join(folder, 'data/site.db')}` };
  expect((await runEntry('data', ['verify'], database, folder)).code).toBe(0);
});
