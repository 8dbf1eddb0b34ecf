import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DAY_MS } from '#shared/limits';
import { openDatabase } from '../../server/src/store/sqlite/connection/open-file.ts';
import { createSiteFolder } from '../../server/src/testing/sites/built-process.ts';
import { root } from '../steps/run.mjs';
import { VISITORS } from './visits.ts';

/** A measured process has a core of its own. The benchmark with its load, and whoever attacks, share the other one. */
const SERVER_CORE = '0';
export const LOAD_CORE = '1';
export const canPin = spawnSync('taskset', ['-c', '0,1', 'true']).status === 0;

/** Keeps this process off the core of the measured one. */
export function keepToLoadCore(): void {
  if (canPin) spawnSync('taskset', ['-acp', LOAD_CORE, String(process.pid)]);
}

/** What starts each program of the benchmarks as a process of its own. */
export const PROGRAMS = {
  bareServer: ['--import', 'tsx', join(import.meta.dirname, 'bare-server.ts')],
  attacker: ['--import', 'tsx', join(import.meta.dirname, 'attacker.ts')],
} as const;

export type BenchProcess = Awaited<ReturnType<typeof startProcess>>;

/**
 * Starts a Node program on a core of its own and waits for its first line.
 *
 * @throws Error when the program ends before that
 */
export async function startProcess(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  core = SERVER_CORE,
) {
  const command = [...(canPin ? ['taskset', '-c', core] : []), process.execPath, ...args];
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: root,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [first] = await Promise.race([once(createInterface(child.stdout), 'line'), exited]);
  if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}`);
  return {
    /** The number at the end of that line. */
    port: Number(/\d*$/.exec(String(first).trim())?.[0]),
    usage: () => readUsage(child.pid),
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

const CLOCK_TICKS_PER_SECOND = 100;

/** Returns a process's CPU time of all threads so far, and its memory at its peak: zeros where /proc does not exist. */
function readUsage(pid: number | undefined) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // See proc(5): the second field may contain blanks, so counting starts after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [, peak] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return {
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND,
      peakMb: Number(peak) / 1024,
    };
  } catch {
    return { cpuSeconds: 0, peakMb: 0 };
  }
}

export interface SiteOptions {
  /** Fills the new database, which already has its tables and the grants of all visitors. `grantedAt` is in milliseconds since 1970. */
  fill?: ((databaseFile: string, grantedAt: number) => Promise<void> | void) | undefined;
  settings?: Record<string, string>;
  /** The arguments of a program to measure in place of the site. Its first line ends with its port. */
  args?: readonly string[] | undefined;
}

/** Runs the finished server on its own core with a new database, without limits per client. */
export async function withSite<T>(
  { fill, settings, args }: SiteOptions,
  use: (server: BenchProcess, databaseFile: string) => Promise<T>,
): Promise<T> {
  const { folder, remove } = createSiteFolder();
  try {
    const databaseFile = join(folder, 'data/site.db');
    const grantedAt = Date.now() - 1.5 * DAY_MS; // two days would make the site doubt its clock
    grantAll(databaseFile, grantedAt);
    await fill?.(databaseFile, grantedAt);
    const server = await startProcess(args ?? ['dist/server/main.js', folder], {
      DATABASE_URL: `file:${databaseFile}`,
      PORT: '0',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    });
    return await use(server, databaseFile).finally(server.stop);
  } finally {
    remove();
  }
}

/** Stores a grant at revision 1 for every visitor of the load. */
function grantAll(databaseFile: string, now: number) {
  const db = openDatabase(databaseFile);
  db.prepare(
    `INSERT INTO consents (id, consent_id, revision, analytics, source, language, text_hash, gpc, decided_at, recorded_at)
     SELECT value, value, 1, 1, 'banner', 'en', @hash, 0, @now, @now FROM json_each(@visitors)`,
  ).run({ now, hash: 'a'.repeat(64), visitors: JSON.stringify(VISITORS) });
  db.close();
}
