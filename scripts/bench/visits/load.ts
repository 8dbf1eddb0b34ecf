// The load of many kinds of visits, a process of its own. Its first line says that it measures now, its last what came.
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
  /** Null sends as fast as answers come. */
  perSecond: number | null;
  warmUpSeconds: number;
  seconds: number;
  /** Parts of the time that are told apart. */
  periods: number;
  mix: Partial<Record<VisitKind, number>>;
  posthogKey: string;
  /** Where somebody reads the console meanwhile. */
  growthToken: string | null;
}

export interface VisitsLoadResult {
  seconds: number;
  /** Of visitors, without the console's. */
  perSecond: number;
  /** Share of its core that the load itself used. */
  cpu: number;
  /** The longest that its own event loop was held up: what was late because of that is not the server's. */
  heldUpMs: number;
  kinds: KindResult[];
  periods: { perSecond: number; p50Ms: number; p99Ms: number }[];
  /** Events that were acknowledged, also before it measured. */
  events: number;
}

export interface KindResult {
  kind: VisitKind | ReportKind;
  requests: number;
  /** Answers that are not the right one, and those that never came; also before it measured. */
  errors: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

const options = JSON.parse(process.argv[2] ?? '{}') as VisitsLoadOptions;
const { port, perSecond, warmUpSeconds, seconds } = options;
/** A visit, then the browser goes. */
const REQUESTS_PER_CONNECTION = 50;
/** Somebody reads the console: a second's look at each report. */
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

/** @param fault what was answered instead of what is right */
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
