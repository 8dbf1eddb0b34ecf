import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const CLOCK_TICKS_PER_SECOND = 100;

/** Zeros where /proc does not exist. */
export interface Usage {
  /** User and system time of all its threads so far. */
  cpuSeconds: number;
  /** Memory that is resident now, and its peak. */
  residentMb: number;
  peakMb: number;
}

/** Returns what a process has used so far. */
export function readUsage(pid: number | undefined): Usage {
  try {
    const { ticks } = readStat(pid);
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const [, resident] = /VmRSS:\s+(\d+)/.exec(status) ?? [];
    const [, peak] = /VmHWM:\s+(\d+)/.exec(status) ?? [];
    return {
      cpuSeconds: ticks / CLOCK_TICKS_PER_SECOND,
      residentMb: Number(resident) / 1024,
      peakMb: Number(peak) / 1024,
    };
  } catch {
    return { cpuSeconds: 0, residentMb: 0, peakMb: 0 };
  }
}

/** Returns the CPU seconds that all processes of the machine have used. */
export const readMachineCpu = (): number =>
  cpus().reduce((sum, _, core) => sum + readCoreCpu(core), 0);

/** Returns the CPU seconds that were used on one core. */
export function readCoreCpu(core: number): number {
  const { user = 0, nice = 0, sys = 0, irq = 0 } = cpus()[core]?.times ?? {};
  return (user + nice + sys + irq) / 1000;
}

/** Returns the id of a process's parent; 0 where /proc does not exist. */
export const parentOf = (pid: number): number => readStatOrNull(pid)?.parent ?? 0;

/**
 * Returns the CPU seconds of a process and its children, including children that have ended; 0 where /proc does not
 * exist.
 */
export function readFamilyCpu(pid: number): number {
  const own = readStatOrNull(pid);
  if (!own) return 0;
  const ticks = childrenOf(pid).reduce((sum, child) => sum + child.ticks, 0);
  return (own.ticks + own.endedTicks + ticks) / CLOCK_TICKS_PER_SECOND;
}

/** Returns the memory of a process and its children in MB, counting shared memory once; 0 where it may not be read. */
export function readFamilyMb(pid: number): number {
  const shares = [pid, ...childrenOf(pid).map((child) => child.pid)].map(readShareKb);
  return shares.reduce((sum, kb) => sum + kb, 0) / 1024;
}

function childrenOf(pid: number) {
  if (!existsSync('/proc')) return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const all = pids.flatMap((name) => readStatOrNull(Number(name)) ?? []);
  return all.filter(({ parent }) => parent === pid);
}

/** In `stat`, the second field may contain spaces (proc(5)), so counting begins after it. */
function readStat(pid: number | undefined) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11);
  return { pid: Number(pid), parent, ticks: user + system, endedTicks: endedUser + endedSystem };
}

/** Returns null for a process that has ended meanwhile. */
function readStatOrNull(pid: number) {
  try {
    return readStat(pid);
  } catch {
    return null;
  }
}

function readShareKb(pid: number): number {
  try {
    const [, kb] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kb ?? 0);
  } catch {
    return 0;
  }
}
