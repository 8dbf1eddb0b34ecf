// A load of many kinds of visits, in a separate process. Its first line says that it now measures, its last line has
// the result.
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, openConnection } from './connection.ts';
import { openConsole, type ReportKind } from './console.ts';
import { closedLoop, openLoop, spread } from './pace.ts';
import { readAsked, readPages } from './pages.ts';
import { createVisits, type VisitKind } from './requests.ts';

export interface VisitsLoadOptions {
  port: number;
  connections: number;
  /** Requests per second; null sends as fast as answers arrive. */
  perSecond: number | null;
  warmUpSeconds: number;
  seconds: number;
  /** The number of parts that the time is divided into. */
  periods: number;
  mix: Partial<Record<VisitKind, number>>;
  posthogKey: string;
  /** Set when somebody reads the console meanwhile. */
  growthToken: string | null;
}

export interface VisitsLoadResult {
  seconds: number;
  /** Visitors' requests, without the console's. */
  perSecond: number;
  /** The load's own share of its core. */
  cpu: number;
  /**
   * The longest delay of the load's own event loop. A request that was late because of it is not the server's fault.
   */
  heldUpMs: number;
  kinds: KindResult[];
  periods: { perSecond: number; p50Ms: number; p99Ms: number }[];
  /** Acknowledged events, including those of the warm-up. */
  events: number;
}

export interface KindResult {
  kind: VisitKind | ReportKind;
  requests: number;
  /** Wrong answers and missing answers, including those of the warm-up. */
  errors: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

const options = JSON.parse(process.argv[2] ?? '{}') as VisitsLoadOptions;
const { port, perSecond, warmUpSeconds, seconds } = options;
/** One visit; then the browser closes the connection. */
const REQUESTS_PER_CONNECTION = 50;
/** An analyst reads the console and looks at each report for a second. */
const LOOK_MS = 1_000;
const ERRORS_TOLD = 10;

const url = `http://127.0.0.1:${port}`;
const clock = { now: () => performance.now(), sleep };
const visits = createVisits({
  port,
  pages: await readPages(url),
  asked: await readAsked(url),
  posthogKey: options.posthogKey,
});
const kinds = spread(options.mix as Record<VisitKind, number>);
const recorders = new Map<VisitKind | ReportKind, ReturnType<typeof createRecorder>>();
const periods = Array.from({ length: options.periods }, () => createHistogram());
let since = Number.POSITIVE_INFINITY;
let until = Number.POSITIVE_INFINITY;
let turn = 0;
let events = 0;
let told = 0;

const pace = perSecond === null ? closedLoop(clock) : openLoop(perSecond, clock);
const working = Array.from({ length: options.connections }, keepVisiting);
if (options.growthToken !== null) working.push(keepReading(options.growthToken));
await sleep(warmUpSeconds * 1000);
const cpuBefore = process.cpuUsage();
const heldUp = monitorEventLoopDelay({ resolution: 5 });
heldUp.enable();
since = clock.now();
console.log('measuring');
await sleep(seconds * 1000);
until = clock.now();
const { user, system } = process.cpuUsage(cpuBefore);
heldUp.disable();
await Promise.all(working);
console.log(JSON.stringify(describe()));
process.exit(0);

async function keepVisiting() {
  let connection: Connection | null = null;
  let asked = 0;
  for (;;) {
    const sentAt = await pace();
    if (clock.now() > until) break;
    const kind = kinds[turn++ % kinds.length] as VisitKind;
    const { bytes, isRight, events: kept } = visits[kind]();
    connection ??= openConnection(port);
    const answer = await connection.ask(bytes).catch((error: Error) => error);
    const fault = answer instanceof Error ? answer.message : `${answer.status} ${answer.body}`;
    const good = !(answer instanceof Error) && isRight(answer);
    if (good) events += kept;
    note(kind, sentAt, good ? null : fault);
    asked += 1;
    if (answer instanceof Error || asked % REQUESTS_PER_CONNECTION === 0) {
      connection.close();
      connection = null;
    }
  }
  connection?.close();
}

async function keepReading(token: string) {
  const readNext = await openConsole(url, token);
  while (clock.now() <= until) {
    const sentAt = clock.now();
    const { kind, fault } = await readNext();
    note(kind, sentAt, fault);
    await sleep(LOOK_MS);
  }
}

/** @param fault the wrong answer, or null when it was right */
function note(kind: VisitKind | ReportKind, sentAt: number, fault: string | null) {
  const recorder = recorders.get(kind) ?? createRecorder();
  recorders.set(kind, recorder);
  if (fault !== null) {
    recorder.errors += 1;
    if (++told <= ERRORS_TOLD) console.error(`${kind}: ${fault.slice(0, 300)}`);
  }
  const now = clock.now();
  if (sentAt < since || now > until) return;
  const microseconds = Math.max(1, Math.round((now - sentAt) * 1000));
  recorder.latencies.record(microseconds);
  if (kind.startsWith('console')) return;
  const period = Math.floor(((now - since) / (seconds * 1000)) * periods.length);
  periods[Math.min(period, periods.length - 1)]?.record(microseconds);
}

function createRecorder() {
  return { latencies: createHistogram(), errors: 0 };
}

function describe(): VisitsLoadResult {
  const elapsed = (until - since) / 1000;
  const ms = (microseconds: number) => microseconds / 1000;
  const requests = periods.reduce((sum, { count }) => sum + count, 0);
  return {
    seconds: elapsed,
    perSecond: requests / elapsed,
    cpu: (user + system) / 1e6 / elapsed,
    heldUpMs: heldUp.max / 1e6,
    kinds: [...recorders].map(([kind, { latencies, errors }]) => ({
      kind,
      requests: latencies.count,
      errors,
      p50Ms: ms(latencies.percentile(50)),
      p99Ms: ms(latencies.percentile(99)),
      maxMs: ms(latencies.max),
    })),
    periods: periods.map((latencies) => ({
      perSecond: (latencies.count * periods.length) / elapsed,
      p50Ms: ms(latencies.percentile(50)),
      p99Ms: ms(latencies.percentile(99)),
    })),
    events,
  };
}
