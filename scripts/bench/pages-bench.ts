import { atLeast, type Benchmark, oneDecimal, percent, takeTurns, whole } from './benchmark.ts';
import { PROGRAMS, TSX } from './parts/process.ts';
import { loadSite } from './parts/site-server.ts';

const CONNECTIONS = 64;
/** Of the requests that a bare Hono route answers with as many bytes. */
const WANTED_SHARE = 0.5;

const CONTENDERS = [
  {
    name: 'a bare Hono route, 9 KB',
    mix: { anything: 1 },
    site: { program: () => [...TSX, PROGRAMS.yardstick] },
  },
  { name: 'this site: pages, brotli', mix: { 'page, br': 1 }, site: {} },
  { name: 'this site: pages, not modified', mix: { 'page, not modified': 1 }, site: {} },
];

/** Compares how many pages a second the site serves with a route that has one answer. */
export const pages: Benchmark = {
  name: 'pages',
  async run(options) {
    const { seconds, rounds } = options;
    const load = { connections: CONNECTIONS, perSecond: null, warmUpSeconds: seconds, seconds };
    const results = await takeTurns(
      CONTENDERS,
      ({ mix, site }) => loadSite(site, { ...load, mix }),
      (one) => one.all.requests / one.seconds,
      options,
    );
    const [bare = 0, brotli = 0] = results.map(({ all }) => all.requests);
    return {
      title: 'Pages: GET of every page in turn',
      columns: ['server', 'requests/s', 'of the first', 'wrong', 'p50 ms', 'p99 ms', 'load CPU'],
      rows: results.map(({ all, cpu, seconds: elapsed }, index) => [
        CONTENDERS[index]?.name ?? '',
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
      targets: [atLeast('pages: share of the bare route', brotli / bare, WANTED_SHARE, percent)],
    };
  },
};
