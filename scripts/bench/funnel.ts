import { type FunnelResult, funnelQuerySchema } from '#shared/funnel';
import { DEFAULT_PRESET, presetSteps } from '#shared/site-funnels';
import { openDatabase } from '../../server/src/store/sqlite/connection/open-database.ts';
import {
  type Benchmark,
  type BenchOptions,
  median,
  oneDecimal,
  type Target,
  whole,
} from './benchmark.ts';
import type { LoadOptions, LoadResult } from './parts/load.ts';
import { fillEvents, PEOPLE } from './parts/many-events.ts';
import { LOAD_CORE, SERVER_CORE, startProcess, TSX } from './parts/process.ts';
import { PROGRAMS } from './parts/programs.ts';
import { createSiteFolder } from './parts/site-folder.ts';
import { grantAll } from './parts/visitors.ts';

const SIZES = [1_000_000, 10_000_000];
const QUERY = funnelQuerySchema.parse({ steps: presetSteps(DEFAULT_PRESET) });
/** As many as an ordinary day has at once. More connections would mainly measure how long they wait for each other. */
const CONNECTIONS = 16;

/** Measures the site's own funnel over many events, and how much it slows the visitors who send events meanwhile. */
export const funnel: Benchmark = {
  name: 'funnel',
  async run(options) {
    const rows: string[][] = [];
    const targets: Target[] = [];
    for (const events of SIZES) await measureSize(events, options, { rows, targets });
    return {
      title: "Funnel: the site's own, in a thread with a connection of its own",
      columns: ['what', 'seconds', 'MB', 'people', 'signed up', 'p50 ms', 'p99 ms', 'requests/s'],
      rows,
      notes: [
        `${whole(PEOPLE)} people; median of ${options.rounds} rounds; memory is the whole process's at its peak`,
        `intake beside it: ${CONNECTIONS} connections, one event a request, on a database of the same size`,
      ],
      targets,
    };
  },
};

interface Figures {
  rows: string[][];
  targets: Target[];
}

async function measureSize(events: number, options: BenchOptions, { rows, targets }: Figures) {
  const label = `${events / 1e6} million events`;
  const site = createSiteFolder();
  try {
    options.progress(`${label}: filling a database`);
    createDatabase(site.databaseFile, events);
    options.progress(`${label}: counting`);
    const { seconds, peakMb, steps } = await count(site.databaseFile, options.rounds);
    const people = [steps[0]?.count ?? 0, steps.at(-1)?.count ?? 0].map(whole);
    rows.push([label, seconds.toFixed(2), whole(peakMb), ...people, '', '', '']);
    const wanted = (events / 1e6) * 0.6;
    targets.push(
      {
        what: `${label}: seconds`,
        measured: `${seconds.toFixed(2)} s`,
        wanted: `at most ${oneDecimal(wanted)} s`,
        met: seconds <= wanted,
      },
      {
        what: `${label}: memory`,
        measured: `${whole(peakMb)} MB`,
        wanted: 'under 300 MB',
        met: peakMb < 300,
      },
    );
    const { alone, beside } = await measureIntake(site, options, label);
    for (const [what, one] of [
      [`intake alone, ${label}`, alone],
      ['  and while funnels are counted', beside],
    ] as const) {
      const rate = whole(one.requests / one.seconds);
      rows.push([what, '', '', '', '', oneDecimal(one.p50Ms), oneDecimal(one.p99Ms), rate]);
    }
    targets.push({
      what: `${label}: p99 of the intake meanwhile`,
      measured: `${oneDecimal(beside.p99Ms)} ms`,
      wanted: `under twice ${oneDecimal(alone.p99Ms)} ms`,
      met: beside.p99Ms < 2 * alone.p99Ms,
    });
  } finally {
    site.remove();
  }
}

function createDatabase(file: string, events: number) {
  const db = openDatabase(file);
  grantAll(db, Date.now());
  db.close();
  fillEvents(file, events);
}

async function count(databaseFile: string, rounds: number) {
  // One extra run first: it brings the file into the system's page cache.
  const questions = JSON.stringify([['funnel', QUERY]]);
  const args = [PROGRAMS.askReports, databaseFile, questions, String(rounds + 1)];
  const counting = await startProcess(SERVER_CORE, args);
  const { peakMb } = counting.usage();
  await counting.stop();
  const [[, ...counted] = []] = JSON.parse(counting.firstLine) as {
    seconds: number;
    result: FunnelResult;
  }[][];
  const { seconds, result } = median(counted, (one) => one.seconds);
  return { seconds, peakMb, steps: result.steps };
}

/** Measures the finished server alone and beside a thread that counts funnels. */
async function measureIntake(
  { folder, databaseFile }: ReturnType<typeof createSiteFolder>,
  { rounds, seconds, progress }: BenchOptions,
  label: string,
) {
  const servers = {
    alone: ['dist/server/main.js', folder],
    beside: [PROGRAMS.siteAndFunnel, folder, databaseFile, JSON.stringify(QUERY)],
  };
  const measured: Record<keyof typeof servers, LoadResult[]> = { alone: [], beside: [] };
  let firstId = 0;
  for (let round = 1; round <= rounds; round++) {
    for (const name of ['alone', 'beside'] as const) {
      progress(
        `${label}: intake, round ${round}, ${name === 'alone' ? 'alone' : 'while counting'}`,
      );
      const env = {
        DATABASE_URL: `file:${databaseFile}`,
        PORT: '0',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'error',
      };
      const server = await startProcess(SERVER_CORE, servers[name], env);
      const [, port] = /(\d+)$/.exec(server.firstLine.trim()) ?? [];
      const options: LoadOptions = {
        port: Number(port),
        connections: CONNECTIONS,
        events: 1,
        warmUpSeconds: seconds / 3,
        seconds,
        firstId,
      };
      const load = await startProcess(LOAD_CORE, [...TSX, PROGRAMS.load, JSON.stringify(options)]);
      const output = await load.output();
      const result = JSON.parse(output.slice(output.indexOf('\n'))) as LoadResult;
      await server.stop();
      firstId = result.nextId;
      measured[name].push(result);
    }
  }
  const middle = (results: LoadResult[]) => median(results, (one) => one.p99Ms);
  return { alone: middle(measured.alone), beside: middle(measured.beside) };
}
