import { statSync } from 'node:fs';
import { openDatabase } from '../../server/src/store/sqlite/connection/open-file.ts';
import {
  type Benchmark,
  type BenchOptions,
  median,
  oneDecimal,
  percent,
  type Target,
  whole,
} from './benchmark.ts';
import type { LoadResult } from './load/load.ts';
import {
  type BenchProcess,
  canPin,
  SERVER_CORE,
  startLoad,
  startProcess,
  TSX,
} from './parts/process.ts';
import { PROGRAMS } from './parts/server-programs.ts';
import { createSiteFolder } from './parts/site-folder.ts';
import { grantAll } from './parts/visitors.ts';

const CONNECTIONS = 64;

interface Contender {
  name: string;
  /** Starts the server on a new database. */
  start(databaseFile: string, folder: string): Promise<BenchProcess>;
}

const site: Contender = {
  name: 'this site: consent, duplicates, commit, then the answer',
  start: (databaseFile, folder) =>
    startProcess(SERVER_CORE, ['dist/server/main.js', folder], {
      DATABASE_URL: `file:${databaseFile}`,
      PORT: '0',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    }),
};
const yardstick: Contender = {
  name: '(a) Hono parses, validates and answers; keeps nothing',
  start: () => startProcess(SERVER_CORE, [...TSX, PROGRAMS.yardstick]),
};
const naive: Contender = {
  name: '(b) a transaction for each request',
  start: (databaseFile) => startProcess(SERVER_CORE, [...TSX, PROGRAMS.naive, databaseFile]),
};

interface Measurement extends Pick<LoadResult, 'all' | 'seconds' | 'cpu'> {
  eventsPerSecond: number;
  /** The server's share of its core. */
  serverCpu: number;
  peakMb: number;
  bytesPerEvent: number;
}

/** Compares the durable events per second with two other ways to handle the same requests. */
export const intake: Benchmark = {
  name: 'intake',
  async run(options) {
    const rows: string[][] = [];
    const targets: Target[] = [];
    for (const events of [1, 10]) {
      const measured = await compare(events, options);
      const [ours, a, b] = [measured.get(site), measured.get(yardstick), measured.get(naive)];
      if (!ours || !a || !b) throw new Error('a contender was not measured');
      for (const [{ name }, one] of measured) rows.push(describe(events, name, one, a));
      targets.push(...judge(events, ours, a, b));
    }
    const pinned = canPin ? 'each process on a core of its own' : 'not pinned: no taskset here';
    return {
      title: 'Intake: POST /api/events',
      columns: [
        'events a request',
        'server',
        'requests/s',
        'events/s',
        'of (a)',
        'p50 ms',
        'p99 ms',
        'MB',
        'server CPU',
        'load CPU',
      ],
      rows,
      notes: [
        `${CONNECTIONS} connections, ${pinned}; median of ${options.rounds} rounds of ${options.seconds} s, taken in turn`,
        'a row counts as measured when the server, and not the load, uses up its core',
      ],
      targets,
    };
  },
};

async function compare(events: number, options: BenchOptions) {
  const all = new Map<Contender, Measurement[]>([
    [yardstick, []],
    [site, []],
    [naive, []],
  ]);
  for (let round = 1; round <= options.rounds; round++) {
    for (const [contender, measurements] of all) {
      options.progress(`${events} a request, round ${round}: ${contender.name}`);
      measurements.push(await measure(contender, events, options));
    }
  }
  const middle = [...all].map(
    ([contender, measurements]) =>
      [contender, median(measurements, (one) => one.eventsPerSecond)] as const,
  );
  return new Map(middle);
}

async function measure(
  contender: Contender,
  events: number,
  { seconds }: BenchOptions,
): Promise<Measurement> {
  const { folder, databaseFile, remove } = createSiteFolder();
  try {
    const db = openDatabase(databaseFile);
    const server = await contender.start(databaseFile, folder);
    const [, port] = /(\d+)$/.exec(server.firstLine.trim()) ?? [];
    grantAll(db, Date.now());
    const load = await startLoad({
      port: Number(port),
      connections: CONNECTIONS,
      perSecond: null,
      warmUpSeconds: seconds, // all code is compiled by then, so it stays on the same core
      seconds,
      mix: { [events === 1 ? 'one event' : 'ten events']: 1 },
    });
    const before = server.usage();
    const result = await load.result();
    const after = server.usage();
    if (result.all.errors > 0) throw new Error(`${result.all.errors} wrong answers`);
    await server.stop();
    const bytesPerEvent = countBytes(db, databaseFile);
    return {
      ...result,
      eventsPerSecond: (result.all.requests * events) / result.seconds,
      serverCpu: (after.cpuSeconds - before.cpuSeconds) / result.seconds,
      peakMb: after.peakMb,
      bytesPerEvent,
    };
  } finally {
    remove();
  }
}

function countBytes(db: ReturnType<typeof openDatabase>, file: string): number {
  db.pragma('wal_checkpoint(TRUNCATE)');
  const events = db.prepare<[], number>('SELECT count(*) FROM events').pluck().get() ?? 0;
  db.close();
  return events === 0 ? 0 : statSync(file).size / events;
}

function describe(events: number, name: string, one: Measurement, a: Measurement): string[] {
  return [
    String(events),
    name,
    whole(one.all.requests / one.seconds),
    whole(one.eventsPerSecond),
    percent(one.eventsPerSecond / a.eventsPerSecond),
    oneDecimal(one.all.p50Ms),
    oneDecimal(one.all.p99Ms),
    whole(one.peakMb),
    percent(one.serverCpu),
    percent(one.cpu),
  ];
}

function judge(events: number, ours: Measurement, a: Measurement, b: Measurement): Target[] {
  const label = events === 1 ? '1 event a request' : `${events} events a request`;
  const share = ours.eventsPerSecond / a.eventsPerSecond;
  const times = ours.eventsPerSecond / b.eventsPerSecond;
  const wantedShare = events === 1 ? 0.65 : 0.6;
  return [
    {
      what: `${label}: share of (a)`,
      measured: percent(share),
      wanted: `at least ${percent(wantedShare)}`,
      met: share >= wantedShare,
    },
    {
      what: `${label}: times (b)`,
      measured: oneDecimal(times),
      wanted: 'at least 6 on a disk that syncs in 0.1 ms',
      met: times >= 6,
    },
    {
      what: `${label}: p99`,
      measured: `${oneDecimal(ours.all.p99Ms)} ms`,
      wanted: 'under 10 ms',
      met: ours.all.p99Ms < 10,
    },
    {
      what: `${label}: memory`,
      measured: `${whole(ours.peakMb)} MB`,
      wanted: 'under 160 MB',
      met: ours.peakMb < 160,
    },
    {
      what: `${label}: database`,
      measured: `${whole(ours.bytesPerEvent)} bytes an event`,
      wanted: '',
      met: true,
    },
  ];
}
