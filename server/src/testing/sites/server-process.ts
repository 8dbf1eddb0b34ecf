import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { newTestDatabase, temporaryFolder } from '../test-app.ts';
import { runsOnPostgres } from '../test-database.ts';
import { builtEntry } from './built-server.ts';
import { writeFixtureProject } from './fixture-build.ts';
import { keepLog } from './kept-log.ts';

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** Creates a self-hoster's folder with a finished build and no database yet. */
export function createProject() {
  const root = temporaryFolder();
  writeFixtureProject(root);
  return root;
}

/** Creates the same with a database on the store that the tests run on. */
export async function createSite() {
  const root = createProject();
  if (!runsOnPostgres) return { root, database: join(root, 'data/site.db') };
  const database = await newTestDatabase();
  writeFileSync(join(root, '.env'), `DATABASE_URL=${database}\n`);
  return { root, database };
}

/** Starts a server process on that project. `output` is what it has printed so far. */
export function start(root: string, env: Record<string, string> = {}) {
  const { PATH = '' } = process.env;
  const child: Child = spawn(process.execPath, [builtEntry('main'), root], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, PORT: '0', ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  for (const channel of ['stdout', 'stderr'] as const) {
    child[channel].on('data', (chunk) => {
      output[channel] += chunk;
      keepLog(`${child.pid}-${channel}`, chunk);
    });
  }
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return { child, output, exited };
}

/** Starts it and waits until it listens. */
export async function startListening(root: string, env?: Record<string, string>) {
  const server = start(root, env);
  const died = server.exited.then(() => {
    throw new Error(`the server ended: ${server.output.stderr}`);
  });
  while (!server.output.stdout.includes('\n')) {
    await Promise.race([once(server.child.stdout, 'data'), died]);
  }
  died.catch(() => {});
  const [url = ''] = /http:\/\/\S+/.exec(server.output.stdout.split('\n')[0] ?? '') ?? [];
  return { ...server, url };
}
