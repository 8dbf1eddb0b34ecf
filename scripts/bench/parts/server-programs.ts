import { join } from 'node:path';

const inBench = (path: string) => join(import.meta.dirname, '..', path);

/** The programs that benchmarks start as processes of their own. Paths are absolute. */
export const PROGRAMS = {
  load: inBench('load/load.ts'),
  askReports: inBench('servers/reports-server.mjs'),
  posthog: inBench('servers/posthog-server.ts'),
  yardstick: inBench('servers/yardstick.ts'),
  naive: inBench('servers/naive.ts'),
} as const;
