import { openDatabase } from '../../server/src/store/sqlite/connection/open-file.ts';
import {
  atMost,
  type Benchmark,
  milliseconds,
  oneDecimal,
  percent,
  type Target,
  whole,
} from './benchmark.ts';
import type { LoadOptions, LoadResult } from './load/load.ts';
import { MIX } from './load/requests.ts';
import { fillEvents } from './parts/many-events.ts';
import { startLoad } from './parts/process.ts';
import { POSTHOG_KEY, withPosthog, withSite } from './parts/site-server.ts';
import { makeChunks } from './parts/year-of-events.ts';

const GROWTH_TOKEN = 'growth-token-of-the-benchmark';
/** Events of a site that has run for a while. On an empty database, memory would grow with what the reports read. */
const EARLIER_EVENTS = 1_000_000;
const CONNECTIONS = 64;
const CAPACITY: Load = { connections: CONNECTIONS, perSecond: null, warmUpSeconds: 4, seconds: 10 };
/** Reports without visitors, on the database that the visitors have filled. */
const QUIET: Load = { connections: 0, perSecond: null, warmUpSeconds: 0, seconds: 30 };
const BESIDE_SECONDS = 60;
/** How many times as long a report may take beside visitors, and a visitor's answer beside reports. */
const REPORT_TIMES = 3;
const VISITOR_TIMES = 2;
/** Nobody notices that a report waits this long, in milliseconds. */
const SHORT_MS = 30;

type Load = Pick<LoadOptions, 'connections' | 'perSecond' | 'warmUpSeconds' | 'seconds'>;

/** Runs visitors, the console and the relay at once, at half of what the site can take, with the recommended settings. */
export const mixed: Benchmark = {
  name: 'mixed',
  onlyWhenNamed: true,
  async run({ progress }) {
    progress('what the server can take');
    const [capacity] = await run(CAPACITY);
    const perSecond = Math.round(capacity.all.requests / capacity.seconds / 2);
    // Twice as many connections: in an open loop, visitors do not wait for each other.
    const half = {
      connections: 2 * CONNECTIONS,
      perSecond,
      warmUpSeconds: 10,
      seconds: BESIDE_SECONDS,
    };
    progress(`half of that, ${whole(perSecond)} requests/s, for ${BESIDE_SECONDS} s`);
    const [alone] = await run(half);
    progress(`and reports beside them, then ${QUIET.seconds} s of reports alone`);
    const [both, quiet] = await run(half, QUIET);
    const mix = Object.entries(MIX).map(([kind, share]) => `${share} ${kind}`);
    return {
      title: 'Mixed: a whole site at half of its capacity',
      columns: [
        ...['what', 'requests', 'wrong', 'p50 ms', 'p99 ms', 'max ms'],
        ...['p50 alone', 'p99 alone'],
      ],
      rows: both.kinds.map((one) => {
        const other = [...alone.kinds, ...quiet.kinds].find(({ kind }) => kind === one.kind);
        const times = [one.p50Ms, one.p99Ms, one.maxMs, other?.p50Ms ?? 0, other?.p99Ms ?? 0];
        return [one.kind, whole(one.requests), whole(one.errors), ...times.map(oneDecimal)];
      }),
      notes: [
        `capacity ${whole(2 * perSecond)} requests/s: ${CONNECTIONS} connections, each asks when it is answered; load CPU ${percent(capacity.cpu)}`,
        `then an open loop: what comes late counts from when it was due; load CPU ${percent(both.cpu)}; memory at most ${whole(both.peakMb)} MB`,
        `on a database of ${whole(EARLIER_EVENTS)} events; of 100 requests: ${mix.join(', ')}; beside them somebody who reads a report, looks at it for a second, and reads the next`,
      ],
      targets: [
        atMost('wrong answers', both.all.errors, 0, whole),
        atMost(
          `p99 of visitors beside reports: ${VISITOR_TIMES} times that without`,
          both.all.p99Ms,
          VISITOR_TIMES * alone.all.p99Ms,
          milliseconds,
        ),
        ...judgeReports(both, quiet),
      ],
    };
  },
};

function judgeReports(both: LoadResult, quiet: LoadResult): Target[] {
  return quiet.kinds.map(({ kind, p50Ms }) => {
    const beside = both.kinds.find((one) => one.kind === kind)?.p50Ms ?? Number.POSITIVE_INFINITY;
    const limit = Math.max(REPORT_TIMES * p50Ms, SHORT_MS);
    return atMost(`${kind}: p50`, beside, limit, milliseconds);
  });
}

/**
 * Measures a load on a site of its own, with a relay to a PostHog that accepts everything.
 *
 * @param quiet given when somebody reads reports meanwhile: the load that follows, for comparison
 */
function run(load: Load, quiet: Load = load) {
  return withPosthog((settings) =>
    withSite({ fill, settings: { ...settings, GROWTH_TOKEN } }, async ({ server }) => {
      const measure = async (one: Load): Promise<LoadResult> => {
        const growthToken = quiet === load ? null : GROWTH_TOKEN;
        const options = {
          ...one,
          port: server.port,
          mix: MIX,
          posthogKey: POSTHOG_KEY,
          growthToken,
        };
        return (await startLoad(options)).result();
      };
      const result = { ...(await measure(load)), peakMb: server.usage().peakMb };
      return [result, quiet === load ? result : await measure(quiet)] as const;
    }),
  );
}

/** Fills the database with events that were delivered long ago, and makes the copies that reports read. */
async function fill(databaseFile: string, begin: number) {
  fillEvents(databaseFile, EARLIER_EVENTS, { begin });
  const db = openDatabase(databaseFile);
  db.exec('INSERT INTO relay_state (id, last_seq) SELECT 1, max(seq) FROM events');
  db.close();
  await makeChunks(databaseFile);
}
