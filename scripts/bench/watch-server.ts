import { statSync } from 'node:fs';
import type { Sample } from './flatness.ts';
import { type BenchProcess, SERVER_CORE } from './process.ts';
import { readCoreCpu } from './usage.ts';

const EVERY_MS = 1_000;

/** Looks every second what a server uses, from now until `stop`, which answers what was seen. */
export function watchServer(server: Pick<BenchProcess, 'usage'>, databaseFile: string) {
  const since = performance.now();
  const samples: Sample[] = [];
  const look = () => {
    const { residentMb, cpuSeconds } = server.usage();
    const at = performance.now() - since;
    const othersCpuSeconds = readCoreCpu(SERVER_CORE) - cpuSeconds;
    const databaseMb = sizeMb(databaseFile);
    samples.push({ at, residentMb, cpuSeconds, othersCpuSeconds, databaseMb });
  };
  look();
  const timer = setInterval(look, EVERY_MS);
  return {
    stop(): readonly Sample[] {
      clearInterval(timer);
      return samples;
    },
  };
}

/** With what waits in the write-ahead log. */
const sizeMb = (file: string) =>
  [file, `${file}-wal`].reduce(
    (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  ) / 1e6;
