import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { writeFixtureProject } from './fixture-build.ts';
import { keepLog } from './kept-log.ts';
import { temporaryFolder } from './test-app.ts';

type Child = ChildProcessByStdio<null, Readable, Readable>;
const MAIN = new URL('../main.ts', import.meta.url).pathname;

/** A self-hoster's folder with a finished build and no database yet. */
export function createProject() {
  const root = temporaryFolder();
  writeFixtureProject(root);
  return root;
}

/** A server process on that project; `output` is what it has printed so far. */
export function start(root: string, env: Record<string, string> = {}) {
  const { PATH = '' } = process.env;
  const child: Child = spawn(process.execPath, ['--import', 'tsx', MAIN, root], {
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

/** The same, once it listens. */
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
