import { Worker } from 'node:worker_threads';
import type { DatabaseAddress } from '../settings/database-address.ts';
import { StoreUnavailableError } from '../store/store.ts';
import {
  type Asker,
  REPORT_TIMEOUT_MS,
  type Reports,
  ReportsBusyError,
  ReportTooLongError,
  type SharedReports,
} from './ask-reports.ts';
import { type Channels, shippedChannels } from './load-channels.ts';

/** A question to the thread. It answers one at a time. */
export interface ReportRequest {
  report: keyof Reports;
  query: unknown;
}
/** An answer of the thread. The first one says that it is ready. */
export type ReportAnswer =
  | { ready: true }
  | { value: unknown }
  /** The code of an unreachable database. An error loses its class on the way between threads. */
  | { unavailable: string }
  | { error: unknown };

export interface ReportsWorkerData {
  database: DatabaseAddress;
  channels: Channels;
}

export interface ReportsThreadOptions {
  channels?: Channels;
  /**
   * Returns the file of the thread's code, by default the one beside this module. From source, a start takes a second.
   */
  code?: () => URL;
  /** Milliseconds for which a cancelled question may go on. */
  graceMs?: number;
  /** Milliseconds without a question after which the thread ends and frees its memory. */
  idleMs?: number;
  /** The most questions of one asker that may wait. Further ones are refused at once. */
  maxWaiting?: number;
  /** The longest time from a question to its answer, waiting included, in milliseconds. */
  timeoutMs?: number;
}

interface Question {
  asker: Asker;
  report: keyof Reports;
  query: unknown;
  /** When the question was sent to the thread; null while it waits. */
  askedAt: number | null;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * Milliseconds for which a cancelled question may go on. Most end sooner, and leave a thread whose code is compiled. Then
 * many cancelled questions cost no more than many answered ones.
 */
export const GRACE_MS = 40;

/** A view asks about six questions at once, so this is room for several simultaneous people. */
const MAX_WAITING = 40;

/** Beside this module, both as source and in the bundle. */
const isSource = import.meta.url.endsWith('.ts');
const entry = new URL(
  isSource ? '../reports-thread-entry.ts' : './reports-thread.js',
  import.meta.url,
);

/** A thread does not inherit the loader with which its process runs the sources. */
const startFromSource = `import('tsx/esm/api').then(({ register }) => {
  register();
  return import(${JSON.stringify(entry.href)});
});`;

/**
 * Answers reports on a separate thread with its own read-only connection, so that requests are answered meanwhile. The
 * thread starts with the first question. Questions are answered one at a time: two at once would take twice the memory
 * and be no faster. The askers take turns. A question that is cancelled, or takes too long, rejects at once. If the thread
 * still works on it after {@link GRACE_MS}, that thread is terminated. Another one answers the waiting questions, once the
 * first has ended. That may take as long as one call of SQLite: a second thread beside it would let threads pile up.
 *
 * @param database must exist
 */
export function openReportsThread(
  database: DatabaseAddress,
  {
    channels = shippedChannels(),
    code,
    graceMs = GRACE_MS,
    idleMs = 30_000,
    maxWaiting = MAX_WAITING,
    timeoutMs = REPORT_TIMEOUT_MS,
  }: ReportsThreadOptions = {},
): SharedReports & { close(): Promise<void> } {
  const waiting = new Set<Question>();
  /** When the thread last began a question of each. The one who was served longest ago is next. */
  const servedAt = new Map<Asker, number>();
  let asked: Question | undefined;
  let worker: Worker | undefined;
  let isReady = false;
  let idle: NodeJS.Timeout | undefined;
  /** Resolves when the terminated thread has ended. */
  let ending: Promise<unknown> | undefined;

  function terminate() {
    clearTimeout(idle);
    ending ??= worker?.terminate().finally(() => {
      ending = undefined;
      askNext();
    });
    worker = undefined;
    isReady = false;
  }

  function end(error: unknown) {
    terminate();
    const open = asked ? [asked, ...waiting] : [...waiting];
    waiting.clear();
    asked = undefined;
    for (const { reject } of open) reject(error);
  }

  function giveUp(question: Question, why: Error) {
    waiting.delete(question);
    question.reject(why);
    if (asked !== question) return;
    const stop = () => {
      if (asked !== question) return;
      asked = undefined;
      terminate();
    };
    setTimeout(stop, graceMs).unref();
  }

  function expire(question: Question) {
    if (!isReady) terminate(); // no question has reached it, so nobody else ends a thread that cannot start
    const worked = performance.now() - (question.askedAt ?? performance.now());
    giveUp(
      question,
      worked > timeoutMs / 2
        ? new ReportTooLongError(`it took longer than ${timeoutMs} ms`)
        : // It spent most of the time waiting for other reports, so it may be quick when asked again.
          new ReportsBusyError('REPORTS_BUSY'),
    );
  }

  function startWorker(): Worker {
    const workerData: ReportsWorkerData = { database, channels };
    const started =
      isSource && !code
        ? new Worker(startFromSource, { eval: true, workerData })
        : new Worker(code?.() ?? entry, { workerData });
    started.on('message', (message: ReportAnswer) => {
      if (worker !== started) return;
      if ('ready' in message) isReady = true;
      else if (asked) settle(asked, message);
      asked = undefined;
      askNext();
      if (asked) return;
      started.unref();
      idle = setTimeout(() => end(null), idleMs);
      idle.unref();
    });
    const onEnd = (why: unknown) => void (worker === started && end(why));
    started.on('error', onEnd);
    started.on('exit', (code) => onEnd(new Error(`the thread of the reports ended with ${code}`)));
    return started;
  }

  function askNext() {
    if (asked || ending || waiting.size === 0) return;
    worker ??= startWorker();
    clearTimeout(idle);
    worker.ref();
    if (!isReady) return;
    const turnOf = ({ asker }: Question) => servedAt.get(asker) ?? 0;
    const [next] = [...waiting].sort((a, b) => turnOf(a) - turnOf(b));
    if (!next) return;
    waiting.delete(next);
    asked = next;
    next.askedAt = performance.now();
    servedAt.set(next.asker, next.askedAt);
    const { report, query } = next;
    worker.postMessage({ report, query } satisfies ReportRequest);
  }

  const ask = <R extends keyof Reports>(asker: Asker, report: R) =>
    (async (query: unknown, signal?: AbortSignal) => {
      if (signal?.aborted) throw calledBack();
      if ([...waiting].filter((one) => one.asker === asker).length >= maxWaiting)
        throw new ReportsBusyError('REPORTS_QUEUE_FULL');
      let stopWaiting = () => {};
      const answered = new Promise<unknown>((resolve, reject) => {
        const question: Question = { asker, report, query, askedAt: null, resolve, reject };
        waiting.add(question);
        const callBack = () => giveUp(question, calledBack());
        signal?.addEventListener('abort', callBack);
        const timer = setTimeout(() => expire(question), timeoutMs).unref();
        stopWaiting = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', callBack);
        };
      });
      askNext();
      // All questions of an export share one signal, whose listeners would keep every answer until the last.
      return answered.finally(stopWaiting);
    }) as Reports[R];

  const reportsOf = (asker: Asker): Reports => ({
    funnel: ask(asker, 'funnel'),
    figures: ask(asker, 'figures'),
    forms: ask(asker, 'forms'),
    behaviour: ask(asker, 'behaviour'),
    traffic: ask(asker, 'traffic'),
    findFew: ask(asker, 'findFew'),
    searchSignups: ask(asker, 'searchSignups'),
    findSignups: ask(asker, 'findSignups'),
    exportSignups: ask(asker, 'exportSignups'),
    latestEvents: ask(asker, 'latestEvents'),
    audience: ask(asker, 'audience'),
    stages: ask(asker, 'stages'),
    delivery: ask(asker, 'delivery'),
    countedSince: ask(asker, 'countedSince'),
    makeChunk: ask(asker, 'makeChunk'),
  });

  return {
    ...reportsOf('site'),
    of: reportsOf,
    async close() {
      // A client whose question comes during a shutdown may ask again.
      end(new StoreUnavailableError('the reports are closed'));
      await ending;
    },
  };
}

/** Replaces the signal's own reason, because cancelling is not an error. */
const calledBack = () => new DOMException('the question was called back', 'AbortError');

function settle({ resolve, reject }: Question, answer: Exclude<ReportAnswer, { ready: true }>) {
  if ('value' in answer) resolve(answer.value);
  else if ('unavailable' in answer) reject(new StoreUnavailableError(answer.unavailable));
  else reject(answer.error);
}
