import {
  atLeast,
  atMost,
  type Benchmark,
  mb,
  median,
  ms,
  percent,
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
  /** Events in a request; 0 for pages. */
  events: number;
  /** @param ratio the share of the bare route's requests */
  judge(site: LoadResult, ratio: number): Target[];
}

const CONNECTIONS = 64;
const eventsOf = (events: number, share: number): Comparison => {
  const [name, kinds] = [`${events} a request`, (port: number) => [eventsAtOnce(port, events)]];
  const judge = ({ all, peakMb }: LoadResult, ratio: number) => [
    atLeast(`${name}: share of bare Hono`, ratio, share, percent),
    atMost(`${name}: p99`, all.p99Ms, 10, ms),
    atMost(`${name}: memory`, peakMb, 160, mb),
  ];
  return { name, own: kinds, bare: kinds, events, judge };
};
const pagesOf = (name: string, share: number): Comparison => ({
  name,
  own: (port) => createMix(port, name),
  bare: (port) => [onePage(port)],
  events: 0,
  judge: (_, ratio) => [atLeast(`${name}: share of bare Hono`, ratio, share, percent)],
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
    for (const { name, own, bare, events, judge } of all) {
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
      targets.push(...judge(site, ratio));
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
  share: percent(ratio),
  p50: ms(one.all.p50Ms),
  p99: ms(one.all.p99Ms),
  memory: mb(one.peakMb),
  'server CPU': percent(one.serverCpu),
  'load CPU': percent(one.loadCpu),
});
