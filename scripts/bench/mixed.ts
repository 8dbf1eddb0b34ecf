import { openDatabase } from '../../server/src/store/sqlite/connection/open-database.ts';
import {
  type Benchmark,
  oneDecimal,
  percent,
  type Report,
  type Target,
  whole,
} from './benchmark.ts';
import { between, cpuOf, judgeMemory, lowest, type Sample } from './parts/flatness.ts';
import { fillEvents } from './parts/many-events.ts';
import { PROGRAMS } from './parts/programs.ts';
import { type SiteServer, withSite } from './parts/site-server.ts';
import { startLoad } from './parts/start-load.ts';
import { watchServer } from './parts/watch-server.ts';
import { makeChunks } from './parts/year-of-events.ts';
import { POSTHOG_KEY, withPosthog } from './posthog.ts';
import type { VisitsLoadOptions, VisitsLoadResult } from './visits/load.ts';
import { MIX } from './visits/requests.ts';

const TOKENS = {
  GROWTH_TOKEN: 'growth-token-of-the-benchmark',
  METRICS_TOKEN: 'metrics-token-of-the-benchmark',
};
/** Events of a site that has run for a while. On an empty database, memory would grow with what the reports read. */
const EARLIER_EVENTS = 1_000_000;
const CONNECTIONS = 64;
/** The load is half the capacity, so a short measurement of the capacity is exact enough. */
const CAPACITY_SECONDS = 10;
const WARM_UP_SECONDS = 10;
/** Without reports, and reports without visitors, for comparison. */
const COMPARED_SECONDS = 60;
const QUIET_SECONDS = 30;
const QUIET: Load = {
  connections: 0,
  perSecond: 1,
  warmUpSeconds: 0,
  seconds: QUIET_SECONDS,
  periods: 1,
};
/** How many times as long a report may take, and the intake's p99. */
const REPORTS_TIMES = 3;
const INTAKE_TIMES = 2;
const INTAKE = 'events, /api/events';
/** A report that is answered within this time, in milliseconds, waits for nothing that anybody notices. */
const SHORT_MS = 30;

type Load = Pick<
  VisitsLoadOptions,
  'connections' | 'perSecond' | 'warmUpSeconds' | 'seconds' | 'periods'
>;

interface Run {
  result: VisitsLoadResult;
  /** Of the same reports before and after the load. */
  quiet: VisitsLoadResult[];
  samples: readonly Sample[];
  peakMb: number;
  startMb: number;
  /** Events in the database and at PostHog after the load ended. */
  kept: number;
  delivered: number;
}

/**
 * Runs everything at once for minutes, as on a real site: at half of the site's capacity, with the recommended
 * settings.
 */
export const mixed: Benchmark = {
  name: 'mixed',
  onlyWhenNamed: true,
  async run({ minutes, progress }) {
    progress(`what the server can take: ${CAPACITY_SECONDS} s`);
    const capacity = await run(
      {
        connections: CONNECTIONS,
        perSecond: null,
        warmUpSeconds: CAPACITY_SECONDS / 3,
        seconds: CAPACITY_SECONDS,
        periods: 1,
      },
      false,
    );
    const perSecond = Math.round(capacity.result.perSecond / 2);
    progress(`half of that, ${whole(perSecond)} requests/s, for ${minutes} minutes`);
    const seconds = minutes * 60;
    // Twice as many connections: in an open loop, visitors do not wait for each other. The warm-up, because a cold server
    // takes a while to reach full speed: two slow seconds would decide the p99 of five minutes.
    const halfLoad = { connections: 2 * CONNECTIONS, perSecond, warmUpSeconds: WARM_UP_SECONDS };
    const alone = await run({ ...halfLoad, seconds: COMPARED_SECONDS, periods: 1 }, false);
    const half = await run({
      ...halfLoad,
      seconds,
      periods: 5,
    });
    return describe(capacity, alone, half);
  },
};

/** Runs the whole product: both endpoints, the console, and the relay to a PostHog that accepts everything. */
function run(load: Load, hasReports = true): Promise<Run> {
  return withPosthog((posthog) =>
    withSite({ fill, settings: { ...posthog.settings, ...TOKENS } }, async (site) => {
      const { server, databaseFile } = site;
      const startMb = server.usage().residentMb;
      const readReports = async () => (await measure(server, databaseFile, QUIET, true)).result;
      const before = hasReports ? [await readReports()] : [];
      const { result, samples } = await measure(server, databaseFile, load, hasReports);
      const after = hasReports ? [await readReports()] : [];
      return {
        result,
        quiet: [...before, ...after],
        samples,
        startMb,
        peakMb: server.usage().peakMb,
        kept: countEvents(databaseFile) - EARLIER_EVENTS,
        delivered: (await posthog.taken()).events,
      };
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

async function measure(server: SiteServer, databaseFile: string, load: Load, hasReports: boolean) {
  const options: VisitsLoadOptions = {
    ...load,
    port: server.port,
    mix: MIX,
    posthogKey: POSTHOG_KEY,
    growthToken: hasReports ? TOKENS.GROWTH_TOKEN : null,
  };
  const started = await startLoad<VisitsLoadResult>(PROGRAMS.visits, options);
  const watch = watchServer(server, databaseFile, TOKENS.METRICS_TOKEN);
  const result = await started.result();
  return { result, samples: await watch.stop() };
}

function countEvents(databaseFile: string): number {
  const db = openDatabase(databaseFile);
  const count = db.prepare<[], number>('SELECT count(*) FROM events').pluck().get() ?? 0;
  db.close();
  return count;
}

function describe(capacity: Run, alone: Run, half: Run): Report {
  const { result, samples } = half;
  const { earlyMb, lateMb, isFlat } = judgeMemory(samples, result.seconds * 1_000);
  const errors = result.kinds.reduce((sum, kind) => sum + kind.errors, 0);
  const requests = result.kinds.reduce((sum, kind) => sum + kind.requests, 0);
  const mix = Object.entries(MIX).map(([kind, share]) => `${share} ${kind}`);
  return {
    title: `Mixed: a whole site at half of capacity, ${whole(result.seconds)} s`,
    columns: ['what', 'requests', 'errors', 'p50 ms', 'p99 ms', 'max ms'],
    rows: [
      ...result.kinds.map((kind) => [
        kind.kind,
        whole(kind.requests),
        whole(kind.errors),
        ...[kind.p50Ms, kind.p99Ms, kind.maxMs].map(oneDecimal),
      ]),
      ['all', whole(requests), whole(errors), '', '', ''],
    ],
    overTime: overTime(half),
    notes: [
      `capacity ${whole(capacity.result.perSecond)} requests/s: the same mix for ${CAPACITY_SECONDS} s, ${CONNECTIONS} connections, each asks when it is answered; p99 of all but the console ${oneDecimal(capacity.result.periods[0]?.p99Ms ?? 0)} ms, server CPU ${percent(cpuOf(capacity.samples).own)}, load CPU ${percent(capacity.result.cpu)}, others on the server's core ${percent(cpuOf(capacity.samples).others)}`,
      `then ${whole(result.perSecond)} requests/s of an open loop, ${WARM_UP_SECONDS} s of them as a warm-up: what comes late counts from when it was due; load CPU ${percent(result.cpu)}; the load itself was held up for ${whole(result.heldUpMs)} ms at most`,
      `held is the lowest resident memory without what the JavaScript heap keeps free, resident the highest; a hold-up is of the server's event loop`,
      `on a database of ${whole(EARLIER_EVENTS)} events; of 100 requests: ${mix.join(', ')}; beside them somebody who reads a report of the console, looks at it for a second, and reads the next`,
      `resident memory: ${whole(half.startMb)} MB before the first request, ${whole(half.peakMb)} MB at its peak; the relay had delivered ${whole(half.delivered)} of ${whole(half.kept)} events when the load ended`,
    ],
    targets: [
      { what: 'errors', measured: whole(errors), wanted: '0', met: errors === 0 },
      {
        what: 'memory held in the last fifth of the time',
        measured: `${whole(lateMb)} MB`,
        wanted: `at most 10 % above the ${whole(earlyMb)} MB of the second`,
        met: isFlat,
      },
      {
        what: 'events kept of those acknowledged',
        measured: whole(half.kept),
        wanted: whole(result.events),
        met: half.kept === result.events,
      },
      ...judgeReports(half),
      judgeIntake(alone, half),
    ],
  };
}

/** Compares the medians with those without visitors. The database grows meanwhile, so it counts before and after. */
function judgeReports({ result, quiet }: Run): Target[] {
  return result.kinds
    .filter(({ kind }) => kind.startsWith('console'))
    .map(({ kind, requests, p50Ms }) => {
      const times = quiet.flatMap(({ kinds }) =>
        kinds.filter((one) => one.kind === kind && one.requests > 0).map((one) => one.p50Ms),
      );
      const usual = times.reduce((sum, ms) => sum + ms, 0) / times.length;
      const limit = Math.max(REPORTS_TIMES * usual, SHORT_MS);
      return {
        what: `${kind}: p50`,
        measured: `${oneDecimal(p50Ms)} ms`,
        wanted: `at most ${oneDecimal(limit)} ms; ${oneDecimal(usual)} ms without visitors`,
        met: requests > 0 && p50Ms <= limit,
      };
    });
}

function judgeIntake(alone: Run, half: Run): Target {
  const [before, now] = [alone, half].map(
    ({ result }) => result.kinds.find(({ kind }) => kind === INTAKE)?.p99Ms ?? Number.NaN,
  ) as [number, number];
  return {
    what: `${INTAKE}: p99 beside reports`,
    measured: `${oneDecimal(now)} ms`,
    wanted: `at most ${INTAKE_TIMES} times the ${oneDecimal(before)} ms without reports`,
    met: now <= INTAKE_TIMES * before,
  };
}

function overTime({ result, samples }: Run): NonNullable<Report['overTime']> {
  const partMs = (result.seconds * 1_000) / result.periods.length;
  return {
    columns: [
      'until',
      'requests/s',
      'p50 ms',
      'p99 ms',
      'held MB',
      'resident MB',
      'longest hold-up ms',
      'server CPU',
      'others on its core',
      'database MB',
    ],
    rows: result.periods.map(({ perSecond, p50Ms, p99Ms }, index) => {
      const inside = between(samples, index * partMs, (index + 1) * partMs);
      const most = (read: (sample: Sample) => number) => Math.max(...inside.map(read));
      const { own, others } = cpuOf(inside);
      return [
        `${whole(((index + 1) * partMs) / 1_000)} s`,
        whole(perSecond),
        oneDecimal(p50Ms),
        oneDecimal(p99Ms),
        whole(lowest(inside)),
        whole(most((sample) => sample.residentMb)),
        whole(most((sample) => sample.lagMs)),
        percent(own),
        percent(others),
        whole(inside.at(-1)?.databaseMb ?? 0),
      ];
    }),
  };
}
