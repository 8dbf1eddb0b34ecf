import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '#shared/limits';
import { openDatabase } from '../../server/src/store/sqlite/connection/open-file.ts';
import {
  type BuiltProcess,
  createSiteFolder,
  entryFile,
  listening,
  startNode,
} from '../../server/src/testing/sites/built-process.ts';
import { storeGrants } from './fill-site.ts';
import type { MeasuredServer } from './load.ts';
import { VISITORS } from './visits.ts';

/** The measured process has a core of its own. The load and the attacker share the other core. */
const SERVER_CORE = '0';
const LOAD_CORE = '1';
const pin = (core: string, pid = process.pid) =>
  spawnSync('taskset', ['-acp', core, String(pid)]).status === 0;
/** Keeps this process off the core of the measured one. Returns whether that is possible here. */
export const keepToLoadCore = (): boolean => pin(LOAD_CORE);

const packageFile = join(import.meta.dirname, '../../package.json');
const startCommand: string = JSON.parse(readFileSync(packageFile, 'utf8')).scripts.start;
/** The flags that `npm start` passes to Node. */
const FLAGS = startCommand.match(/(?<= )--\S+/g) ?? [];

/** What starts each program of the benchmarks. */
export const PROGRAMS = {
  bareServer: ['--import', 'tsx', join(import.meta.dirname, 'bare-server.ts')],
  durableServer: [...FLAGS, '--import', 'tsx', join(import.meta.dirname, 'durable-server.ts')],
  attacker: ['--import', 'tsx', join(import.meta.dirname, 'attacker.ts')],
} as const;

/** Waits until a server listens, and gives it a core of its own. */
async function onServerCore(starting: BuiltProcess) {
  const { url, child, stop } = await listening(starting);
  pin(SERVER_CORE, child.pid);
  return { port: Number(new URL(url).port), usage: () => readUsage(child.pid), stop };
}

const CLOCK_TICKS_PER_SECOND = 100;

/** Zeros where /proc does not exist. */
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
  /** What starts a program to measure in place of the site. It prints its address. */
  args?: readonly string[] | undefined;
}

/** Runs the finished server on its own core with a new database, without limits per client. */
export async function withSite<T>(
  { fill, settings, args }: SiteOptions,
  use: (server: MeasuredServer) => Promise<T>,
): Promise<T> {
  const { folder, remove } = createSiteFolder();
  try {
    const databaseFile = join(folder, 'data/site.db');
    const grantedAt = Date.now() - 1.5 * DAY_MS; // two days would make the site doubt its clock
    const db = openDatabase(databaseFile);
    storeGrants(db, VISITORS, grantedAt);
    db.close();
    await fill?.(databaseFile, grantedAt);
    const server = await onServerCore(
      startNode(args ?? [...FLAGS, entryFile('main'), folder], {
        NODE_ENV: 'production',
        DATABASE_URL: `file:${databaseFile}`,
        PORT: '0',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        ...settings,
      }),
    );
    return await use(server).finally(() => server.stop());
  } finally {
    remove();
  }
}
