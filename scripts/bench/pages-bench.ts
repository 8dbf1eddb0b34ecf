import { type Benchmark, median, oneDecimal, percent, whole } from './benchmark.ts';
import type { LoadOptions, LoadResult } from './load/load.ts';
import { SERVER_CORE, startLoad, startProcess, TSX } from './parts/process.ts';
import { PROGRAMS } from './parts/server-programs.ts';
import { withSite } from './parts/site-server.ts';

const CONNECTIONS = 64;
/** Of the requests that a bare Hono route answers with as many bytes. */
const WANTED_SHARE = 0.5;

/** Compares how many pages a second the site serves with a route that has one answer. */
export const pages: Benchmark = {
  name: 'pages',
  async run({ seconds, rounds, progress }) {
    const load = { connections: CONNECTIONS, perSecond: null, warmUpSeconds: seconds, seconds };
    const contenders = [
      ['a bare Hono route, 9 KB', { anything: 1 }, onYardstick],
      ['this site: pages, brotli', { 'page, br': 1 }, onSite],
      ['this site: pages, not modified', { 'page, not modified': 1 }, onSite],
    ] as const;
    const measured = new Map<string, LoadResult[]>();
    for (let round = 1; round <= rounds; round++) {
      for (const [name, mix, on] of contenders) {
        progress(`round ${round}: ${name}`);
        const result = await on({ ...load, mix });
        measured.set(name, [...(measured.get(name) ?? []), result]);
      }
    }
    const results = [...measured].map(
      ([name, all]) => [name, median(all, (one) => one.all.requests / one.seconds)] as const,
    );
    const bare = results[0]?.[1].all.requests ?? 0;
    const share = (results[1]?.[1].all.requests ?? 0) / bare;
    return {
      title: 'Pages: GET of every page in turn',
      columns: ['server', 'requests/s', 'of the first', 'wrong', 'p50 ms', 'p99 ms', 'load CPU'],
      rows: results.map(([name, { all, cpu, seconds: elapsed }]) => [
        name,
        whole(all.requests / elapsed),
        percent(all.requests / bare),
        whole(all.errors),
        oneDecimal(all.p50Ms),
        oneDecimal(all.p99Ms),
        percent(cpu),
      ]),
      notes: [
        `${CONNECTIONS} connections; median of ${rounds} rounds of ${seconds} s, taken in turn`,
      ],
      targets: [
        {
          what: 'pages: share of the bare route',
          measured: percent(share),
          wanted: `at least ${percent(WANTED_SHARE)}`,
          met: share >= WANTED_SHARE,
        },
      ],
    };
  },
};

type Options = Omit<LoadOptions, 'port'>;

const onSite = (options: Options) =>
  withSite({}, async ({ server }) => (await startLoad({ ...options, port: server.port })).result());

async function onYardstick(options: Options) {
  const server = await startProcess(SERVER_CORE, [...TSX, PROGRAMS.yardstick]);
  try {
    const load = await startLoad({ ...options, port: Number(server.firstLine.trim()) });
    return await load.result();
  } finally {
    await server.stop();
  }
}
