import { readFileSync } from 'node:fs';

const CLOCK_TICKS_PER_SECOND = 100;

/** Zeros where /proc does not exist. */
export interface Usage {
  /** User and system time of all threads so far. */
  cpuSeconds: number;
  /** Resident memory now, and its peak. */
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

/** See proc(5): the second field of `stat` may contain blanks, so counting starts after it. */
function readStat(pid: number | undefined) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0] = fields.slice(11);
  return { ticks: user + system };
}
