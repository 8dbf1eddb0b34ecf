import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { root } from '../../steps/run.mjs';
import type { LoadOptions, LoadResult } from '../load/load.ts';

/** The core that a process is pinned to. The measured process never shares a core with the measuring one. */
export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

const inBench = (path: string) => join(import.meta.dirname, '..', path);

/** The programs that benchmarks start as processes of their own. Paths are absolute. */
export const PROGRAMS = {
  load: inBench('load/load.ts'),
  askReports: inBench('servers/reports-server.mjs'),
  posthog: inBench('servers/posthog-server.ts'),
  yardstick: inBench('servers/yardstick.ts'),
  naive: inBench('servers/naive.ts'),
} as const;

/** Node options that run a TypeScript file. */
export const TSX = ['--import', 'tsx'];

export interface BenchProcess {
  /** The first line that the program printed. */
  firstLine: string;
  usage(): ReturnType<typeof readUsage>;
  /** Resolves to its whole standard output once it has ended. @throws Error when the exit code is not 0 */
  output(): Promise<string>;
  stop(): Promise<void>;
}

export const canPin = spawnSync('taskset', ['-c', '0,1', 'true']).status === 0;

/**
 * Starts a Node program on a separate core and waits for its first line.
 *
 * @throws Error when the program ends before that
 */
export async function startProcess(
  core: number,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<BenchProcess> {
  const command = [process.execPath, ...args];
  const [program = '', ...rest] = canPin ? ['taskset', '-c', String(core), ...command] : command;
  const child: ChildProcessByStdio<null, Readable, null> = spawn(program, rest, {
    cwd: root,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  const exited = once(child, 'close').then(([code]) => code as number | null);
  while (!stdout.includes('\n')) {
    const ended = await Promise.race([exited, once(child.stdout, 'data').then(() => undefined)]);
    if (ended !== undefined) throw new Error(`${args.join(' ')} ended with ${ended}`);
  }
  return {
    firstLine: stdout.slice(0, stdout.indexOf('\n')),
    usage: () => readUsage(child.pid),
    async output() {
      const code = await exited;
      if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
      return stdout;
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Starts a load and waits until its measurement begins. `result` waits until the measurement is over. */
export async function startLoad(options: LoadOptions) {
  const load = await startProcess(LOAD_CORE, [...TSX, PROGRAMS.load, JSON.stringify(options)]);
  return {
    async result(): Promise<LoadResult> {
      const output = await load.output();
      return JSON.parse(output.slice(output.indexOf('\n'))) as LoadResult;
    },
  };
}

const CLOCK_TICKS_PER_SECOND = 100;

/** Returns a process's CPU time of all threads so far, and its memory now and at its peak: zeros where /proc does not exist. */
function readUsage(pid: number | undefined) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // See proc(5): the second field may contain blanks, so counting starts after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const [, resident] = /VmRSS:\s+(\d+)/.exec(status) ?? [];
    const [, peak] = /VmHWM:\s+(\d+)/.exec(status) ?? [];
    return {
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND,
      residentMb: Number(resident) / 1024,
      peakMb: Number(peak) / 1024,
    };
  } catch {
    return { cpuSeconds: 0, residentMb: 0, peakMb: 0 };
  }
}
