import { statSync } from 'node:fs';
import { openDatabase } from '../../server/src/store/sqlite/connection/open-file.ts';
import {
  atLeast,
  atMost,
  type Benchmark,
  milliseconds,
  oneDecimal,
  percent,
  type Target,
  takeTurns,
  whole,
} from './benchmark.ts';
import { canPin, PROGRAMS, startLoad, TSX } from './parts/process.ts';
import { type SiteOptions, withSite } from './parts/site-server.ts';

const CONNECTIONS = 64;
const EVENT_COUNTS = [1, 10] as const;
const WANTED = { 1: 0.65, 10: 0.6 };
type EventCount = (typeof EVENT_COUNTS)[number];

interface Contender extends Pick<SiteOptions, 'program'> {
  name: string;
}
const CONTENDERS: readonly Contender[] = [
  {
    name: '(a) Hono parses, validates and answers; keeps nothing',
    program: () => [...TSX, PROGRAMS.yardstick],
  },
  { name: 'this site: consent, duplicates, commit, then the answer' },
  {
    name: '(b) a transaction for each request',
    program: (databaseFile) => [...TSX, PROGRAMS.naive, databaseFile],
  },
];

type Measurement = Awaited<ReturnType<typeof measure>>;

/** Compares the durable events per second with two other ways to handle the same requests. */
export const intake: Benchmark = {
  name: 'intake',
  async run(options) {
    const rows: string[][] = [];
    const targets: Target[] = [];
    for (const events of EVENT_COUNTS) {
      options.progress(`${events} a request`);
      const measured = await takeTurns(
        CONTENDERS,
        (contender) => measure(contender, events, options.seconds),
        (one) => one.eventsPerSecond,
        options,
      );
      const [a, ours, b] = measured;
      if (!ours || !a || !b) throw new Error('a contender was not measured');
      for (const [index, one] of measured.entries())
        rows.push(describe(events, CONTENDERS[index]?.name ?? '', one, a));
      targets.push(...judge(events, ours, a, b));
    }
    const pinned = canPin ? 'each process on a core of its own' : 'not pinned: no taskset here';
    return {
      title: 'Intake: POST /api/events',
      columns: [
        ...['events a request', 'server', 'requests/s', 'events/s', 'of (a)'],
        ...['p50 ms', 'p99 ms', 'MB', 'server CPU', 'load CPU'],
      ],
      rows,
      notes: [
        `${CONNECTIONS} connections, ${pinned}; median of ${options.rounds} rounds of ${options.seconds} s, taken in turn`,
        'a row counts as measured when the server, and not the load, uses up its core',
        'what is wanted beside (b) is for a disk that syncs in 0.1 ms',
      ],
      targets,
    };
  },
};

function measure({ program }: Contender, events: EventCount, seconds: number) {
  return withSite({ ...(program && { program }) }, async ({ server, databaseFile }) => {
    const load = await startLoad({
      port: server.port,
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
    await server.stop(); // so that the checkpoint finds nobody else
    return {
      ...result,
      eventsPerSecond: (result.all.requests * events) / result.seconds,
      /** The server's share of its core. */
      serverCpu: (after.cpuSeconds - before.cpuSeconds) / result.seconds,
      peakMb: after.peakMb,
      bytesPerEvent: countBytes(databaseFile),
    };
  });
}

function countBytes(file: string): number {
  const db = openDatabase(file);
  db.pragma('wal_checkpoint(TRUNCATE)');
  const events = db.prepare<[], number>('SELECT count(*) FROM events').pluck().get() ?? 0;
  db.close();
  return events === 0 ? 0 : statSync(file).size / events;
}

const describe = (events: number, name: string, one: Measurement, a: Measurement): string[] => [
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

function judge(events: EventCount, ours: Measurement, a: Measurement, b: Measurement): Target[] {
  const label = events === 1 ? '1 event a request' : `${events} events a request`;
  const share = ours.eventsPerSecond / a.eventsPerSecond;
  const times = ours.eventsPerSecond / b.eventsPerSecond;
  const bytes = `${whole(ours.bytesPerEvent)} bytes an event`;
  return [
    atLeast(`${label}: share of (a)`, share, WANTED[events], percent),
    atLeast(`${label}: times (b)`, times, 6, oneDecimal),
    atMost(`${label}: p99`, ours.all.p99Ms, 10, milliseconds),
    atMost(`${label}: memory`, ours.peakMb, 160, (value) => `${whole(value)} MB`),
    { what: `${label}: database`, measured: bytes, wanted: '', met: true },
  ];
}
