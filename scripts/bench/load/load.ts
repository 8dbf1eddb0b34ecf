// The load, in a process of its own. Its first line says that it measures now, its last line has the result.
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { openConsole, type ReportKind } from '../parts/console-client.ts';
import { type Connection, openConnection } from './connection.ts';
import { createVisits, type VisitKind } from './requests.ts';

export interface LoadOptions {
  port: number;
  connections: number;
  /** Requests a second of an open loop; null: each connection asks again as soon as it is answered. */
  perSecond: number | null;
  warmUpSeconds: number;
  seconds: number;
  /** How often each kind is sent, as a whole number; none where only the console is read. */
  mix: Partial<Record<VisitKind, number>>;
  posthogKey?: string;
  /** Set when somebody reads the console meanwhile. */
  growthToken?: string | null;
}

/** What was measured after the warm-up. */
export interface LoadResult {
  seconds: number;
  /** Of visitors, without the console. */
  all: Latencies;
  kinds: ({ kind: VisitKind | ReportKind } & Latencies)[];
  /** The load's own share of its core. */
  cpu: number;
}

export interface Latencies {
  requests: number;
  /** Wrong answers and missing answers, including those of the warm-up. */
  errors: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

/** One visit; then the browser closes the connection. */
const REQUESTS_PER_CONNECTION = 50;
/** An analyst reads the console and looks at each report for a second. */
const LOOK_MS = 1_000;
const ERRORS_TOLD = 10;

const options = JSON.parse(process.argv[2] ?? '{}') as LoadOptions;
const { port, perSecond, warmUpSeconds, seconds, mix } = options;
const turns = spread(Object.entries(mix) as [VisitKind, number][]);
const needsSite = turns.some((kind) => !['one event', 'ten events', 'anything'].includes(kind));
const visits = await createVisits(port, options.posthogKey ?? '', needsSite);
const recorders = new Map<
  VisitKind | ReportKind,
  { latencies: RecordableHistogram; errors: number }
>();
const all = { latencies: createHistogram(), errors: 0 };
const start = performance.now();
let since = Number.POSITIVE_INFINITY;
let until = Number.POSITIVE_INFINITY;
let sent = 0;
let told = 0;

const working = Array.from({ length: options.connections }, keepVisiting);
if (options.growthToken) working.push(keepReading(options.growthToken));
await sleep(warmUpSeconds * 1000);
const cpuBefore = process.cpuUsage();
since = performance.now();
console.log('measuring');
await sleep(seconds * 1000);
until = performance.now();
const { user, system } = process.cpuUsage(cpuBefore);
await Promise.all(working);
const elapsed = (until - since) / 1000;
const result: LoadResult = {
  seconds: elapsed,
  all: describe(all),
  kinds: [...recorders].map(([kind, recorder]) => ({ kind, ...describe(recorder) })),
  cpu: (user + system) / 1e6 / elapsed,
};
console.log(JSON.stringify(result));
process.exit(0);

async function keepVisiting() {
  let connection: Connection | null = null;
  for (let asked = 1; ; asked++) {
    const turn = sent++;
    const from = await dueAt(turn);
    if (performance.now() > until) break;
    const kind = turns[turn % turns.length] as VisitKind;
    const { bytes, isRight } = visits[kind]();
    connection ??= openConnection(port);
    const answer = await connection.ask(bytes).catch((error: Error) => error);
    const failed = answer instanceof Error;
    const fault = failed ? answer.message : `${answer.status} ${answer.body}`;
    note(kind, from, !failed && isRight(answer) ? null : fault);
    if (failed || (needsSite && asked % REQUESTS_PER_CONNECTION === 0)) {
      connection.close();
      connection = null;
    }
  }
  connection?.close();
}

/**
 * Waits until a request is due, and returns the time from which its answer counts. A request of an open loop that goes out late,
 * because all connections were busy, counts from when it was due: real visitors do not wait until a slow server is ready.
 */
async function dueAt(turn: number): Promise<number> {
  if (perSecond === null) return performance.now();
  const due = start + (turn * 1000) / perSecond;
  if (due <= performance.now()) return due;
  await sleep(due - performance.now());
  return performance.now(); // a timer that fires late is not the server's fault
}

async function keepReading(token: string) {
  const readNext = await openConsole(`http://127.0.0.1:${port}`, token);
  while (performance.now() <= until) {
    const from = performance.now();
    const { kind, fault } = await readNext();
    note(kind, from, fault);
    await sleep(LOOK_MS);
  }
}

/** @param fault the wrong answer, or null when it was right */
function note(kind: VisitKind | ReportKind, from: number, fault: string | null) {
  const recorder = recorders.get(kind) ?? { latencies: createHistogram(), errors: 0 };
  recorders.set(kind, recorder);
  if (fault !== null) {
    recorder.errors += 1;
    all.errors += 1;
    if (++told <= ERRORS_TOLD) console.error(`${kind}: ${fault.slice(0, 300)}`);
  }
  const now = performance.now();
  if (from < since || now > until) return;
  const microseconds = Math.max(1, Math.round((now - from) * 1000));
  recorder.latencies.record(microseconds);
  if (!kind.startsWith('console')) all.latencies.record(microseconds);
}

function describe({ latencies, errors }: typeof all): Latencies {
  const [p50Ms, p99Ms] = [50, 99].map((part) => latencies.percentile(part) / 1000) as [
    number,
    number,
  ];
  return { requests: latencies.count, errors, p50Ms, p99Ms, maxMs: latencies.max / 1000 };
}

/** Returns each kind as often as its number says, the kinds mixed. */
function spread(kinds: readonly [VisitKind, number][]): VisitKind[] {
  const list = kinds.flatMap(([kind, count]) => Array<VisitKind>(count).fill(kind));
  // 37 is prime, so its steps reach every place of any list whose length it does not divide.
  return list.map((_, index) => list[(index * 37) % list.length] as VisitKind);
}
