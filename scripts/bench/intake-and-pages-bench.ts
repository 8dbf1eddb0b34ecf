import { atLeast, atMost, type Benchmark, mb, median, ms, percent, whole } from './benchmark.ts';
import { type Kind, type LoadResult, runLoad } from './load.ts';
import { canPin, PROGRAMS, withSite } from './site.ts';
import { createMix, eventsAtOnce, onePage, VISIT_LENGTH } from './visits.ts';

type Kinds = (port: number) => Promise<Kind[]> | Kind[];

/** Requests to this site, and those to a bare Hono route that must do the same work without storing anything. */
interface Comparison {
  name: string;
  own: Kinds;
  bare: Kinds;
  /** Events in a request. */
  events?: number;
  /** The share of the bare route's requests that this site must answer. */
  share?: number;
  p99Ms?: number;
  mb?: number;
}

const CONNECTIONS = 64;
const eventsOf = (events: number) => {
  const kinds = (port: number) => [eventsAtOnce(port, events)];
  return { name: `${events} a request`, own: kinds, bare: kinds, events, p99Ms: 10, mb: 160 };
};
const pagesOf = (kind: string): Comparison => ({
  name: kind,
  own: (port) => createMix(port, { [kind]: 1 }),
  bare: (port) => [onePage(port)],
});

/** Compares the durable events per second with a server that parses, validates and answers, and keeps nothing. */
export const intake = compare('Intake: POST /api/events', Number.POSITIVE_INFINITY, [
  { ...eventsOf(1), share: 0.65 },
  { ...eventsOf(10), share: 0.6 },
]);
/** Compares how many pages a second the site serves with a route that has one answer of as many bytes. */
export const pages = compare('Pages: GET of every page in turn', VISIT_LENGTH, [
  { ...pagesOf('page, br'), share: 0.5 },
  pagesOf('page, not modified'),
]);

/** Measures this site and the bare route in turn, and each on a server of its own. The median of the rounds counts. */
function compare(title: string, visitLength: number, all: readonly Comparison[]): Benchmark {
  return async ({ seconds, rounds }) => {
    // All code is compiled after the warm-up, so it stays on the same core.
    const load = { connections: CONNECTIONS, warmUpSeconds: seconds, seconds, visitLength };
    const measure = async (kinds: Kinds, args?: readonly string[]) => {
      const result = await withSite({ args }, (server) => runLoad(server, { ...load, kinds }));
      if (result.all.errors > 0) throw new Error(`${result.all.errors} wrong answers`);
      return result;
    };
    const rows = [];
    const targets = [];
    for (const { name, own, bare, share, p99Ms, mb: mostMb, events = 0 } of all) {
      const measured: Record<'bare' | 'site', LoadResult[]> = { bare: [], site: [] };
      for (let round = 1; round <= rounds; round++) {
        console.error(`${name}: round ${round}`);
        measured.bare.push(await measure(bare, PROGRAMS.bareServer));
        measured.site.push(await measure(own));
      }
      const [base, site] = [measured.bare, measured.site].map((results) =>
        median(results, ({ perSecond }) => perSecond),
      ) as [LoadResult, LoadResult];
      const ratio = site.perSecond / base.perSecond;
      for (const [server, one] of [
        ['bare Hono', base],
        ['this site', site],
      ] as const) {
        const perEvent = events > 0 && { 'events/s': whole(one.perSecond * events) };
        rows.push({
          ...describe(`${name}: ${server}`, one, one.perSecond / base.perSecond),
          ...perEvent,
        });
      }
      if (share) targets.push(atLeast(`${name}: share of bare Hono`, ratio, share, percent));
      if (p99Ms) targets.push(atMost(`${name}: p99`, site.all.p99Ms, p99Ms, ms));
      if (mostMb) targets.push(atMost(`${name}: memory`, site.peakMb, mostMb, mb));
    }
    const pinned = canPin ? 'each process on a core of its own' : 'not pinned: no taskset here';
    const notes = [
      `${CONNECTIONS} connections, ${pinned}; median of ${rounds} rounds of ${seconds} s, taken in turn`,
      'a row counts as measured when the server, and not the load, uses up its core',
    ];
    return { title, rows, notes, targets };
  };
}

const describe = (server: string, one: LoadResult, ratio: number) => ({
  server,
  'requests/s': whole(one.perSecond),
  share: percent(ratio),
  p50: ms(one.all.p50Ms),
  p99: ms(one.all.p99Ms),
  memory: mb(one.peakMb),
  'server CPU': percent(one.serverCpu),
  'load CPU': percent(one.loadCpu),
});
