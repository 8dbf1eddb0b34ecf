import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { keepLog } from '../server/src/testing/sites/kept-log.ts';

const repository = resolve(import.meta.dirname, '..');
/** A machine that is busy with other tests takes many times the usual second. */
const START_TIMEOUT_MS = 30_000;

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** The production build as a real process, as a self-hoster runs it. */
export interface Server {
  url: string;
  /** Returns everything printed on both channels. */
  output(): string;
  exited: Promise<Exit>;
  /** Sends SIGTERM or another signal; resolves when the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<Exit>;
}

/** Creates a self-hoster's folder: their own `data/site.json`, the build, and no database yet. */
export function createFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  cpSync(join(repository, 'data/site.json'), join(folder, 'data/site.json'));
  symlinkSync(join(repository, 'dist'), join(folder, 'dist'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Starts an entry of the build with only this environment, without the developer's own.
 *
 * @param project the folder of `dist` and `node_modules`
 */
export function startEntry(
  entry: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  project = repository,
) {
  const child = spawn(process.execPath, [join(project, `dist/server/${entry}.js`), ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const channel of ['stdout', 'stderr'] as const) {
    child[channel].on('data', (chunk) => {
      output[channel] += chunk;
      if (entry === 'main') keepLog(`${child.pid}-${channel}`, chunk);
    });
  }
  const exited = once(child, 'close').then(([code, signal]): Exit => ({ code, signal }));
  return { child, exited, stdout: () => output.stdout, stderr: () => output.stderr };
}

/**
 * @throws Error with the output of the process, when it ends or stays silent instead of listening
 */
export async function startServer(
  folder: string,
  env: NodeJS.ProcessEnv = {},
  project?: string,
): Promise<Server> {
  const settings = { PORT: '0', LOG_LEVEL: 'debug', ...env };
  const { child, exited, stdout, stderr } = startEntry('main', [folder], settings, project);
  const output = () => stdout() + stderr();
  const url = await Promise.race([
    listening(child, stdout),
    exited.then(({ code }) => {
      throw new Error(`the server ended with ${code} before it listened:\n${output()}`);
    }),
  ]).catch((error: Error) => {
    child.kill('SIGKILL');
    throw new Error(`${error.message}\n${output()}`);
  });
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return exited;
  };
  return { url, output, exited, stop };
}

function listening(child: ChildProcess, stdout: () => string) {
  return new Promise<string>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`the server does not listen after ${START_TIMEOUT_MS} ms`)),
      START_TIMEOUT_MS,
    );
    const look = () => {
      const url = /http:\/\/\S+:\d+(?=\s)/.exec(stdout())?.[0];
      if (!url) return;
      clearTimeout(timer);
      resolve(url);
    };
    child.stdout?.on('data', look);
    child.on('close', () => clearTimeout(timer));
  });
}
