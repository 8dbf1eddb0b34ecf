import { statSync } from 'node:fs';
import type { Sample } from './flatness.ts';
import { SERVER_CORE } from './process.ts';
import type { SiteServer } from './site-server.ts';
import { readCoreCpu } from './usage.ts';

const EVERY_MS = 1_000;

/**
 * Records every second what a server uses, from now until `stop`, which returns the samples.
 *
 * @param metricsToken the token for its `/metrics`, which is read as a monitor does
 */
export function watchServer(server: SiteServer, databaseFile: string, metricsToken: string) {
  const since = performance.now();
  const samples: Sample[] = [];
  const readMetrics = metricsReader(server.port, metricsToken);
  async function look() {
    const at = performance.now() - since;
    const { cpuSeconds } = server.usage();
    const othersCpuSeconds = readCoreCpu(SERVER_CORE) - cpuSeconds;
    const databaseMb = sizeMb(databaseFile);
    const read = await readMetrics();
    const residentMb = read('process_resident_memory_bytes') / 1e6;
    const freeMb =
      (read('nodejs_heap_size_total_bytes') - read('nodejs_heap_size_used_bytes')) / 1e6;
    const lagMs = read('nodejs_eventloop_lag_max_seconds') * 1e3;
    const memory = { residentMb, heldMb: residentMb - freeMb };
    samples.push({ at, ...memory, lagMs, cpuSeconds, othersCpuSeconds, databaseMb });
  }
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, EVERY_MS);
  return {
    async stop(): Promise<readonly Sample[]> {
      clearInterval(timer);
      await looking;
      return samples;
    },
  };
}

function metricsReader(port: number, token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  return async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers });
    const text = await answer.text();
    return (name: string) => {
      const [, value] = new RegExp(`^${name} (\\S+)`, 'm').exec(text) ?? [];
      if (value === undefined) throw new Error(`/metrics answers ${answer.status} without ${name}`);
      return Number(value);
    };
  };
}

/** Returns the size of a SQLite file including its write-ahead log, in MB. */
export const sizeMb = (file: string) =>
  [file, `${file}-wal`].reduce(
    (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  ) / 1e6;
