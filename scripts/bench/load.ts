// A load of many visitors. It is our own because it must send other bytes each time, keep to a rate without bursts, count
// what comes late from when it was due, and take less of a core than the server does.
import { connect } from 'node:net';
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** A server that is measured. */
export interface MeasuredServer {
  port: number;
  /** CPU time of all threads so far, and the most memory ever. */
  usage(): { cpuSeconds: number; peakMb: number };
}

/** A kind of request. */
export interface Kind {
  name: string;
  make(): Buffer;
  isRight(answer: Answer): boolean;
}

/** Status and text of an answer: its head and body. The status is 0 when there was none, and the text says why. */
export interface Answer {
  status: number;
  text: string;
}

export interface LoadOptions {
  connections: number;
  /** Requests a second of an open loop; without it, each connection asks again as soon as it is answered. */
  perSecond?: number;
  /** How long each connection waits after an answer. */
  pauseMs?: number;
  warmUpSeconds: number;
  seconds: number;
  /** Returns the requests to send in turn, to a server at a port. */
  kinds(port: number): Promise<Kind[]> | Kind[];
}

/** Requests; then a browser closes its connection. */
const VISIT_LENGTH = 50;
const ERRORS_TOLD = 10;

export type LoadResult = Awaited<ReturnType<typeof runLoad>>;

/** Returns what was measured after the warm-up. */
export async function runLoad(server: MeasuredServer, options: LoadOptions) {
  const { port } = server;
  const { perSecond, pauseMs, seconds } = options;
  const kinds = await options.kinds(port);
  const recorders = new Map<string, ReturnType<typeof createRecorder>>();
  const all = createRecorder();
  const start = performance.now();
  const since = start + options.warmUpSeconds * 1_000;
  const until = since + seconds * 1_000;
  let sent = 0;

  async function keepVisiting() {
    let connection = openConnection(port);
    for (let asked = 1; ; asked++) {
      const turn = sent++;
      const from = await dueAt(turn);
      if (performance.now() > until) break;
      const { name, make, isRight } = kinds[turn % kinds.length] as Kind;
      const answer = await connection.ask(make());
      note(name, from, isRight(answer));
      if (pauseMs) await sleep(pauseMs);
      if (!isRight(answer) && all.errors <= ERRORS_TOLD)
        console.error(name, answer.text.slice(0, 300));
      if (answer.status !== 0 && asked % VISIT_LENGTH !== 0) continue;
      connection.close();
      connection = openConnection(port);
    }
    connection.close();
  }

  /**
   * Waits until a request is due, and returns the time from which its answer counts. A request of an open loop that goes out
   * late, because all connections were busy, counts from when it was due: real visitors do not wait until a slow server is
   * ready.
   */
  async function dueAt(turn: number): Promise<number> {
    const due = perSecond ? start + (turn * 1_000) / perSecond : 0;
    if (due < performance.now()) return due || performance.now();
    await sleep(due - performance.now());
    return performance.now(); // a timer that fires late is not the server's fault
  }

  function note(name: string, from: number, isRight: boolean) {
    const own = recorders.get(name) ?? createRecorder();
    recorders.set(name, own);
    const took = performance.now() - from;
    for (const recorder of [all, own]) {
      if (!isRight) recorder.errors += 1; // also during the warm-up
      if (from >= since) recorder.latencies.record(Math.ceil(took * 1_000));
    }
  }

  const working = Array.from({ length: options.connections }, keepVisiting);
  await sleep(since - performance.now());
  const [cpuBefore, serverBefore] = [process.cpuUsage(), server.usage()];
  await sleep(until - performance.now());
  const { user, system } = process.cpuUsage(cpuBefore);
  const { cpuSeconds, peakMb } = server.usage();
  await Promise.all(working);
  return {
    perSecond: all.latencies.count / seconds,
    all: describe(all),
    kinds: [...recorders].map(([name, recorder]) => ({ name, ...describe(recorder) })),
    /** The shares of a core that the load and the server took. */
    loadCpu: (user + system) / 1e6 / seconds,
    serverCpu: (cpuSeconds - serverBefore.cpuSeconds) / seconds,
    /** The most memory that the server has ever had. */
    peakMb,
  };
}

/** Counts microseconds, and wrong or missing answers. */
const createRecorder = () => ({ latencies: createHistogram(), errors: 0 });

function describe({ latencies, errors }: ReturnType<typeof createRecorder>) {
  // Without any answer, no time is short enough.
  const ms = (part: number) =>
    latencies.count > 0 ? latencies.percentile(part) / 1_000 : Infinity;
  return { requests: latencies.count, errors, p50Ms: ms(50), p99Ms: ms(99), maxMs: ms(100) };
}

/**
 * Opens a kept-alive connection, as a browser does, for one request at a time. It uses a raw socket: an HTTP client costs
 * Node as much as a server does.
 */
function openConnection(port: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let received = Buffer.alloc(0);
  let settle = (_: Answer) => {};
  const end = (text: string) => settle({ status: 0, text });
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    const answer = readAnswer(received);
    if (!answer) return;
    received = Buffer.alloc(0);
    settle(answer);
  });
  socket.on('error', ({ message }) => end(message));
  socket.on('close', () => end('the connection was closed'));
  return {
    ask: (request: Buffer) =>
      new Promise<Answer>((resolve) => {
        settle = resolve;
        if (socket.destroyed) end('the connection was closed');
        else socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

/** Returns null until all of it has arrived. */
function readAnswer(bytes: Buffer): Answer | null {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const text = bytes.toString('latin1');
  const head = text.slice(0, headEnd);
  const status = Number(head.slice(9, 12));
  const [, length = 0] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
  const isWhole = /\r\ntransfer-encoding: chunked/i.test(head)
    ? text.endsWith('\r\n0\r\n\r\n')
    : status === 304 || bytes.length >= headEnd + 4 + Number(length);
  return isWhole ? { status, text } : null;
}
