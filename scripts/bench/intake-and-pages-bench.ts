import {
  atLeast,
  atMost,
  type Benchmark,
  formatRatio,
  mb,
  median,
  ms,
  type Target,
  whole,
} from './benchmark.ts';
import { type Kind, type LoadResult, runLoad } from './load.ts';
import { createMix, eventsAtOnce, onePage } from './visits.ts';
import { PROGRAMS, withSite } from './with-site.ts';

type Kinds = (port: number) => Promise<Kind[]> | Kind[];

/** Requests to this site, and those to a bare Hono route that does the same work without storing anything. */
interface Comparison {
  name: string;
  own: Kinds;
  bare: Kinds;
  /** The least share of the bare route's requests. */
  share: number;
  /** Events in a request; 0 for pages. */
  events: number;
}

const CONNECTIONS = 64;
const eventsOf = (events: number, share: number): Comparison => {
  const own = (port: number) => [eventsAtOnce(port, events)];
  return { name: `${events} a request`, own, bare: own, share, events };
};
const pagesOf = (name: string, share: number): Comparison => ({
  ...{ name, share, events: 0 },
  own: (port) => createMix(port, name),
  bare: (port) => [onePage(port)],
});

/** Compares the durable events per second with a server that parses, validates and answers, and keeps nothing. */
export const intake = compare('Intake: POST /api/events', [eventsOf(1, 0.65), eventsOf(10, 0.6)]);
/** Compares how many pages a second the site serves with a route that has one answer of as many bytes. */
export const pages = compare('Pages: GET of every page in turn', [
  pagesOf('page, br', 0.5),
  pagesOf('page, not modified', 0.5),
]);

/** Measures this site and the bare route in turn, and each on a server of its own. The median of the rounds counts. */
function compare(title: string, all: readonly Comparison[]): Benchmark {
  return async ({ seconds, rounds }) => {
    // All code is compiled after the warm-up, so it stays on the same core.
    const load = { connections: CONNECTIONS, warmUpSeconds: seconds, seconds };
    const measure = async (kinds: Kinds, args?: readonly string[]) => {
      const result = await withSite({ args }, (server) => runLoad(server, { ...load, kinds }));
      if (result.all.errors > 0) throw new Error(`${result.all.errors} wrong answers`);
      return result;
    };
    const rows = [];
    const targets: Target[] = [];
    for (const { name, own, bare, share, events } of all) {
      const measured: [LoadResult[], LoadResult[]] = [[], []];
      for (let round = 1; round <= rounds; round++) {
        console.error(`${name}: round ${round}`);
        measured[0].push(await measure(bare, PROGRAMS.bareServer));
        measured[1].push(await measure(own));
      }
      const middle = measured.map((results) => median(results, ({ perSecond }) => perSecond));
      const [base, site] = middle as [LoadResult, LoadResult];
      const ratio = site.perSecond / base.perSecond;
      rows.push(describe(`${name}: bare Hono`, base, 1, events));
      rows.push(describe(`${name}: this site`, site, ratio, events));
      targets.push(atLeast(`${name}: share of bare Hono`, ratio, share, formatRatio));
      if (events === 0) continue;
      targets.push(atMost(`${name}: p99`, site.all.p99Ms, 10, ms));
      targets.push(atMost(`${name}: memory`, site.peakMb, 160, mb));
    }
    const notes = [
      `${CONNECTIONS} connections; median of ${rounds} rounds of ${seconds} s, taken in turn`,
      'a row counts as measured when the server, and not the load, uses up its core',
    ];
    return { title, rows, notes, targets };
  };
}

const describe = (server: string, one: LoadResult, ratio: number, events: number) => ({
  server,
  'requests/s': whole(one.perSecond),
  ...(events > 0 && { 'events/s': whole(one.perSecond * events) }),
  share: formatRatio(ratio),
  p50: ms(one.all.p50Ms),
  p99: ms(one.all.p99Ms),
  memory: mb(one.peakMb),
  'server CPU': formatRatio(one.serverCpu),
  'load CPU': formatRatio(one.loadCpu),
});
