import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { keepLog } from './kept-log.ts';

// Vitest and Playwright both load this file, so it imports neither.

const repository = resolve(import.meta.dirname, '../../../..');
/** Alone a start takes a second. On a machine that is busy with other tests it takes many times as long. */
const START_TIMEOUT_MS = 60_000;

export type Entry = 'main' | 'data' | 'doctor' | 'growth' | 'posthog';

/** A process of the build: the server, or a command. */
export interface BuiltProcess {
  child: ChildProcessByStdio<null, Readable, Readable>;
  /** What the process has printed so far. */
  output: { stdout: string; stderr: string };
  /** The exit code, or null if a signal ended the process. */
  exited: Promise<number | null>;
  /** Sends SIGTERM or the given signal. Resolves with the exit code when the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface BuiltServer extends BuiltProcess {
  url: string;
}

/** Builds these targets, or all of them, if a source has changed since the last build. `npm test` builds first. */
export function buildStale(...targets: ('client' | 'ssr' | 'server')[]): void {
  if (process.env['TEST_BUILT']) return;
  execFileSync(process.execPath, [join(repository, 'scripts/build.mjs'), ...targets], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Returns the file of the server, of a command or of the reports' thread, as a self-hoster runs it. */
export const entryFile = (entry: Entry | 'reports-thread', project = repository): string =>
  join(project, `dist/server/${entry}.js`);

/** Creates a self-hoster's folder: their own `data/site.json`, the finished build, and no database yet. */
export function createSiteFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  cpSync(join(repository, 'data/site.example.json'), join(folder, 'data/site.json'));
  symlinkSync(join(repository, 'dist'), join(folder, 'dist'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Starts an entry of the build with this environment and none of the developer's own variables.
 *
 * @param project the folder of `dist` and `node_modules`
 */
export const startEntry = (
  entry: Entry,
  args: string[],
  env: NodeJS.ProcessEnv,
  project?: string,
): BuiltProcess => startNode([entryFile(entry, project), ...args], env, entry === 'main');

/** Starts a program like {@link startEntry}. @param isLogged whether a failed test shows what it prints */
export function startNode(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  isLogged = false,
): BuiltProcess {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const channel of ['stdout', 'stderr'] as const) {
    child[channel].on('data', (chunk) => {
      output[channel] += chunk;
      if (isLogged) keepLog(`${child.pid}-${channel}`, chunk);
    });
  }
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return exited;
  };
  return { child, output, exited, stop };
}

/** Runs a command of the build to its end. The parameters are those of {@link startEntry}. */
export async function runEntry(...command: Parameters<typeof startEntry>) {
  const { exited, output } = startEntry(...command);
  return { code: await exited, ...output };
}

/**
 * Starts a server on a folder that has `data` and `dist`, and waits until it listens.
 *
 * @throws Error with all that the server printed, if it ends or stays silent instead
 */
export async function startServer(
  folder: string,
  env: NodeJS.ProcessEnv = {},
  project?: string,
): Promise<BuiltServer> {
  const settings = { PORT: '0', LOG_LEVEL: 'debug', ...env };
  return listening(startEntry('main', [folder], settings, project));
}

/** Returns the server with its address once it listens. @throws Error like {@link startServer} */
export async function listening(server: BuiltProcess): Promise<BuiltServer> {
  const { child, output, exited } = server;
  return new Promise((resolve, reject) => {
    const refuse = (problem: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`${problem}:\n${output.stdout}${output.stderr}`));
    };
    const timer = setTimeout(
      () => refuse(`the server does not listen after ${START_TIMEOUT_MS} ms`),
      START_TIMEOUT_MS,
    );
    child.stdout.on('data', () => {
      const url = /(http:\/\/\S+:\d+)\n/.exec(output.stdout)?.[1];
      if (!url) return;
      clearTimeout(timer);
      resolve({ ...server, url });
    });
    exited.then((code) => refuse(`the server ended with ${code} before it listened`));
  });
}
