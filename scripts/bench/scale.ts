import { cpus } from 'node:os';
import { join } from 'node:path';
import {
  type Benchmark,
  type BenchOptions,
  median,
  oneDecimal,
  percent,
  type Target,
  whole,
} from './benchmark.ts';
import type { LoadOptions, LoadResult } from './parts/load.ts';
import { ANY_CORE, type BenchProcess, startProcess, TSX } from './parts/process.ts';
import {
  type DatabaseUse,
  openPostgresSite,
  openSqliteSite,
  type SiteDatabase,
} from './parts/site-database.ts';
import { createSiteFolder } from './parts/site-folder.ts';
import { readMachineCpu } from './parts/usage.ts';
import { type BenchPostgres, openBenchPostgres } from './postgres.ts';

const CONNECTIONS = 64;
const LOAD = [...TSX, join(import.meta.dirname, 'load.ts')];

interface Contender {
  name: string;
  processes: number;
  open(databaseFile: string): Promise<SiteDatabase>;
}

/** CPU time of each part during the measurement. */
interface Cpu {
  site: number;
  postgres: number;
  load: number;
  /** The whole machine, including processes outside the benchmark. */
  machine: number;
}

interface Measurement extends LoadResult, DatabaseUse {
  events: number;
  cpuSeconds: Cpu;
  /** Peak memory of the process that needed the most. */
  siteMb: number;
}

/** Compares the same load on one process with SQLite, and on one or more with one PostgreSQL. */
export const scale: Benchmark = {
  name: 'scale',
  onlyWhenNamed: true,
  async run(options) {
    const postgres = await openBenchPostgres();
    try {
      const rows: string[][] = [];
      const targets: Target[] = [];
      for (const events of [1, 10]) {
        for (const [{ name }, one] of await compare(contendersOn(postgres), events, options)) {
          rows.push(describe(events, name, one));
          if (events === 10) targets.push(...sizes(name, one));
        }
      }
      return {
        title: 'Scale: POST /api/events, one process on SQLite and several on one PostgreSQL',
        columns: [
          'events a request',
          'store',
          'requests/s',
          'events/s',
          'p50 ms',
          'p99 ms',
          'events a commit',
          'MB each',
          'µs an event: site',
          'PostgreSQL',
          'load',
          'cores busy',
          'by others',
        ],
        rows,
        notes: [
          `${cpus().length} cores for everything: the processes, PostgreSQL ${postgres.version} and the load; none is pinned to one`,
          `${CONNECTIONS} connections in all, spread over the processes; median of ${options.rounds} rounds of ${options.seconds} s, taken in turn`,
          'µs an event is CPU time: what more cores would bring is to be worked out from it, not from events/s',
        ],
        targets,
      };
    } finally {
      await postgres.stop();
    }
  },
};

function contendersOn(postgres: BenchPostgres): Contender[] {
  const many = [1, 2, 4].map((processes) => ({
    name: `PostgreSQL, ${processes} ${processes === 1 ? 'process' : 'processes'}`,
    processes,
    open: () => openPostgresSite(postgres),
  }));
  return [{ name: 'SQLite, 1 process', processes: 1, open: openSqliteSite }, ...many];
}

async function compare(contenders: readonly Contender[], events: number, options: BenchOptions) {
  const all = new Map(contenders.map((contender) => [contender, [] as Measurement[]]));
  for (let round = 1; round <= options.rounds; round++) {
    for (const [contender, measurements] of all) {
      options.progress(`${events} a request, round ${round}: ${contender.name}`);
      measurements.push(await measure(contender, events, options));
    }
  }
  return [...all].map(
    ([contender, measurements]) => [contender, median(measurements, eventsPerSecond)] as const,
  );
}

async function measure(
  { processes, open }: Contender,
  events: number,
  { seconds }: BenchOptions,
): Promise<Measurement> {
  const site = createSiteFolder();
  const database = await open(site.databaseFile);
  const servers: BenchProcess[] = [];
  try {
    for (let index = 0; index < processes; index++) {
      servers.push(await startServer(site.folder, database.url));
    }
    await database.grantAll(Date.now());
    const [port = 0, ...otherPorts] = servers.map(portOf);
    // Each process compiles its own code, on the same cores.
    const warmUpSeconds = (seconds / 3) * processes;
    const options: LoadOptions = {
      ...{ port, otherPorts, connections: CONNECTIONS, events, warmUpSeconds, seconds },
      firstId: 0,
    };
    const load = await startProcess(ANY_CORE, [...LOAD, JSON.stringify(options)]);
    const cpu = () => ({
      site: servers.reduce((sum, server) => sum + server.usage().cpuSeconds, 0),
      postgres: database.cpuSeconds(),
      machine: readMachineCpu(),
    });
    const before = cpu();
    const output = await load.output();
    const after = cpu();
    const result = JSON.parse(output.slice(output.indexOf('\n'))) as LoadResult;
    const use = await database.use();
    const siteMb = Math.max(...servers.map((server) => server.usage().peakMb));
    return {
      ...result,
      ...use,
      siteMb,
      events: result.requests * events,
      cpuSeconds: {
        site: after.site - before.site,
        postgres: after.postgres - before.postgres,
        load: result.cpu * result.seconds,
        machine: after.machine - before.machine,
      },
    };
  } finally {
    for (const server of servers) await server.stop();
    await database.remove();
    site.remove();
  }
}

const startServer = (folder: string, url: string) =>
  startProcess(ANY_CORE, ['dist/server/main.js', folder], {
    DATABASE_URL: url,
    PORT: '0',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
  });

const portOf = ({ firstLine }: BenchProcess) => Number(/(\d+)$/.exec(firstLine.trim())?.[1]);

const eventsPerSecond = ({ events, seconds }: Measurement) => events / seconds;

function describe(events: number, name: string, one: Measurement): string[] {
  const { site, postgres, load, machine } = one.cpuSeconds;
  const ours = site + postgres + load;
  const available = one.seconds * cpus().length;
  const each = (seconds: number) => oneDecimal((seconds * 1e6) / one.events);
  return [
    String(events),
    name,
    whole(one.requests / one.seconds),
    whole(eventsPerSecond(one)),
    oneDecimal(one.p50Ms),
    oneDecimal(one.p99Ms),
    one.eventsPerCommit === null ? '' : oneDecimal(one.eventsPerCommit),
    whole(one.siteMb),
    each(site),
    each(postgres),
    each(load),
    percent(ours / available),
    percent(Math.max(0, machine - ours) / available),
  ];
}

/** Returns figures without a target, for information only. */
function sizes(name: string, one: Measurement): Target[] {
  const figures = [
    ['database', `${whole(one.bytesPerEvent)} bytes an event`],
    ...(one.connections > 0
      ? [
          ['write-ahead log', `${whole(one.logBytesPerEvent)} bytes an event`],
          ["PostgreSQL's memory", `${whole(one.postgresMb)} MB`],
          ['connections', whole(one.connections)],
        ]
      : []),
  ];
  return figures.map(([what, measured = '']) => ({
    what: `${name}: ${what}`,
    measured,
    wanted: '',
    met: true,
  }));
}
