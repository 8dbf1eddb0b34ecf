import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { findPostgres, startPostgres } from '../../server/src/testing/programs/postgres-server.ts';
import { startEntry, startServer } from '../server.ts';

const repository = resolve(import.meta.dirname, '../..');

/** What a container or a service has: the build, package.json, data/site.json, the production dependencies. */
function createDeployment() {
  const folder = mkdtempSync(join(tmpdir(), 'deployment-'));
  for (const part of ['dist', 'package.json', 'data/site.json', ...productionPackages()]) {
    cpSync(join(repository, part), join(folder, part), { recursive: true });
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** As `npm prune --omit=dev` leaves them; other platforms' are not there. */
function productionPackages() {
  const lock = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'));
  const packages = Object.entries<{ dev?: boolean; devOptional?: boolean }>(lock.packages);
  return packages
    .filter(([path, { dev, devOptional }]) => path && !dev && !devOptional)
    .map(([path]) => path)
    .filter((path) => existsSync(join(repository, path)));
}

async function signUp(url: string) {
  const headers = { apikey: 'public-anon-key', 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name: 'Ann', email: 'ann@example.org', signup_type: 'notifyme' });
  const init = { method: 'POST', headers, body };
  return (await fetch(`${url}/rest/v1/notifyme_signups`, init)).status;
}

test('a finished build runs with the production dependencies alone, and so does every command', async () => {
  const { folder, remove } = createDeployment();
  try {
    expect(existsSync(join(folder, 'node_modules/react'))).toBe(false);
    const env = { NODE_ENV: 'production' };
    const server = await startServer(folder, env, folder);
    for (const path of ['/', '/privacy', '/readyz']) {
      expect((await fetch(server.url + path)).status, path).toBe(200);
    }
    expect(await signUp(server.url)).toBe(201);
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    expect(server.output()).not.toMatch(/"level":"(warn|error)"/);

    const commands = readdirSync(join(folder, 'dist/server'))
      .filter((file) =>
        existsSync(join(repository, `server/src/cli/${file.replace('.js', '.ts')}`)),
      )
      .map((file) => file.replace('.js', ''));
    expect(commands.length).toBeGreaterThan(3);
    for (const command of commands) {
      const { exited, stdout, stderr } = startEntry(command, ['--help'], env, folder);
      expect([command, await exited]).toEqual([command, { code: 0, signal: null }]);
      expect(stdout() + stderr()).toContain(`npm run ${command}`);
    }
    const database = { ...env, DATABASE_URL: `file:${join(folder, 'data/site.db')}` };
    const verify = startEntry('data', ['verify'], database, folder);
    expect(await verify.exited).toEqual({ code: 0, signal: null });
  } finally {
    remove();
  }
});

test('on PostgreSQL it makes its tables, in as many processes as are started, and what one has kept all have', async () => {
  const bin = findPostgres();
  test.skip(!bin, 'there is no PostgreSQL: see scripts/programs/postgres.mjs');
  const postgres = await startPostgres(bin ?? '');
  const { folder, remove } = createDeployment();
  try {
    const env = { NODE_ENV: 'production', DATABASE_URL: postgres.urlOf('postgres') };
    const start = () => startServer(folder, env, folder);
    const [a, b] = await Promise.all([start(), start()]);
    expect(existsSync(join(folder, 'data/site.db'))).toBe(false);
    expect([await signUp(a.url), await signUp(b.url)]).toEqual([201, 409]);
    for (const server of [a, b]) {
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      expect(await server.stop()).toEqual({ code: 0, signal: null });
      expect(server.output()).not.toMatch(/"level":"(warn|error)"/);
    }
    const again = await start();
    expect(await signUp(again.url)).toBe(409);
    await again.stop();
    const copy = `file:${join(folder, 'data/copy.db')}`;
    for (const [args, database] of [
      [['copy', '--to', copy], env.DATABASE_URL],
      [['verify'], copy],
    ] as const) {
      const data = startEntry('data', [...args], { ...env, DATABASE_URL: database }, folder);
      expect([args, await data.exited]).toEqual([args, { code: 0, signal: null }]);
    }
  } finally {
    remove();
    await postgres.stop();
  }
});
