import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const CLOCK_TICKS_PER_SECOND = 100;

/** Zeros where there is no /proc. */
export interface Usage {
  /** User and system time of all its threads so far. */
  cpuSeconds: number;
  /** Memory that is resident at this moment, and the most that ever was. */
  residentMb: number;
  peakMb: number;
}

/** What a process has used. */
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

/** What all processes of the machine have used in CPU seconds. */
export const readMachineCpu = (): number =>
  cpus().reduce((sum, _, core) => sum + readCoreCpu(core), 0);

/** The same of one core. */
export function readCoreCpu(core: number): number {
  const { user = 0, nice = 0, sys = 0, irq = 0 } = cpus()[core]?.times ?? {};
  return (user + nice + sys + irq) / 1000;
}

/** The process that started another one; 0 where there is no /proc. */
export const parentOf = (pid: number): number => readStatOrNull(pid)?.parent ?? 0;

/**
 * What a process and its children have used in CPU seconds, also those of its children that have ended; 0 where there
 * is no /proc.
 */
export function readFamilyCpu(pid: number): number {
  const own = readStatOrNull(pid);
  if (!own) return 0;
  const ticks = childrenOf(pid).reduce((sum, child) => sum + child.ticks, 0);
  return (own.ticks + own.endedTicks + ticks) / CLOCK_TICKS_PER_SECOND;
}

/** Memory of a process and its children in MB, what they share counted once; 0 where it may not be read. */
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

/** By proc(5): the second field of `stat` may hold blanks, so counting begins behind it. */
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

/** Processes end while they are listed. */
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
