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
  /** Events in a request; 0 for pages, which have no durable row. */
  events: number;
}

const CONNECTIONS = 64;
/** The least share of the durable route's events, and of the bare route's pages. */
const SHARES = { events: 0.9, pages: 0.5 };
const eventsOf = (events: number): Comparison => {
  const own = (port: number) => [eventsAtOnce(port, events)];
  return { name: `${events} a request`, own, bare: own, events };
};
const pagesOf = (name: string): Comparison => ({
  ...{ name, events: 0 },
  own: (port) => createMix(port, name),
  bare: (port) => [onePage(port)],
});

/**
 * Compares the durable events per second with a server that parses, validates and answers, and keeps nothing, and with one that
 * also stores them as this site does, and does nothing else.
 */
export const intake = compare('Intake: POST /api/events', [eventsOf(1), eventsOf(10)]);
/** Compares how many pages a second the site serves with a route that has one answer of as many bytes. */
export const pages = compare('Pages: GET of every page in turn', [
  pagesOf('page, br'),
  pagesOf('page, not modified'),
]);

/** Measures the contenders in turn, each on a server of its own. The median of the rounds counts. */
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
    for (const { name, own, bare, events } of all) {
      const measured: [LoadResult[], LoadResult[], LoadResult[]] = [[], [], []];
      for (let round = 1; round <= rounds; round++) {
        console.error(`${name}: round ${round}`);
        measured[0].push(await measure(bare, PROGRAMS.bareServer));
        if (events > 0) measured[1].push(await measure(own, PROGRAMS.durableServer));
        measured[2].push(await measure(own));
      }
      const [base, durable, site] = measured.map((results) =>
        median(results, ({ perSecond }) => perSecond),
      ) as [LoadResult, LoadResult | undefined, LoadResult];
      const shareOf = (one: LoadResult) => one.perSecond / base.perSecond;
      rows.push(describe(`${name}: bare Hono`, base, 1, events));
      if (durable) {
        rows.push(describe(`${name}: durable Hono`, durable, shareOf(durable), events));
        const share = site.perSecond / durable.perSecond;
        targets.push(atLeast(`${name}: share of durable`, share, SHARES.events, formatRatio));
        targets.push(atMost(`${name}: p99`, site.all.p99Ms, 1.5 * durable.all.p99Ms, ms));
        targets.push(atMost(`${name}: memory`, site.peakMb, 160, mb));
      } else {
        targets.push(atLeast(`${name}: share of bare`, shareOf(site), SHARES.pages, formatRatio));
      }
      rows.push(describe(`${name}: this site`, site, shareOf(site), events));
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
  'CPU a request': `${Math.round((one.serverCpu / one.perSecond) * 1e6)} µs`,
  'server CPU': formatRatio(one.serverCpu),
  'load CPU': formatRatio(one.loadCpu),
});
