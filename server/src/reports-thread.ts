import { Worker } from 'node:worker_threads';
import type { DatabaseAddress } from './database-address.ts';
import type { Reports } from './services/reports.ts';
import { StoreUnavailableError } from './store/store.ts';

/** What is asked of the thread, and what it answers. */
export interface ReportRequest {
  id: number;
  report: keyof Reports;
  query: unknown;
}
export type ReportAnswer = { id: number } & (
  | { value: unknown }
  /** The code of why the database is away: an error loses its class on the way between threads. */
  | { unavailable: string }
  | { error: unknown }
);

export interface ReportsThreadOptions {
  /** Milliseconds without a question after which the thread ends and its memory is free again. */
  idleMs?: number;
}

/** Beside this module, as source and in the bundle. */
const isSource = import.meta.url.endsWith('.ts');
const entry = new URL(
  isSource ? './reports-thread-entry.ts' : './reports-thread.js',
  import.meta.url,
);

/** A thread knows nothing of the loader that lets its process run the sources. */
const startFromSource = `import('tsx/esm/api').then(({ register }) => {
  register();
  return import(${JSON.stringify(entry.href)});
});`;

/**
 * Reports from a thread of their own, with a read-only connection of its own, so that requests are answered meanwhile.
 * There is no thread before the first question. Questions are answered one after the other.
 *
 * @param database it must be there
 */
export function openReportsThread(
  database: DatabaseAddress,
  { idleMs = 30_000 }: ReportsThreadOptions = {},
): Reports & { close(): Promise<void> } {
  const waiting = new Map<
    number,
    { resolve(value: unknown): void; reject(error: unknown): void }
  >();
  let lastId = 0;
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  function end(error: unknown) {
    const ended = worker?.terminate();
    worker = undefined;
    clearTimeout(idle);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    return ended;
  }

  function startWorker(): Worker {
    const started = isSource
      ? new Worker(startFromSource, { eval: true, workerData: { database } })
      : new Worker(entry, { workerData: { database } });
    started.unref();
    started.on('message', (answer: ReportAnswer) => {
      const question = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('value' in answer) question?.resolve(answer.value);
      else if ('unavailable' in answer) {
        question?.reject(new StoreUnavailableError(answer.unavailable));
      } else question?.reject(answer.error);
      if (waiting.size === 0) {
        started.unref();
        idle = setTimeout(() => end(null), idleMs);
        idle.unref();
      }
    });
    const onEnd = (why: unknown) => void (worker === started && end(why));
    started.on('error', onEnd);
    started.on('exit', (code) => onEnd(new Error(`the thread of the reports ended with ${code}`)));
    return started;
  }

  const ask = <R extends keyof Reports>(report: R) =>
    ((query: unknown) =>
      new Promise<unknown>((resolve, reject) => {
        clearTimeout(idle);
        worker ??= startWorker();
        worker.ref();
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        worker.postMessage({ id: lastId, report, query } satisfies ReportRequest);
      })) as Reports[R];

  return {
    funnel: ask('funnel'),
    events: ask('events'),
    signups: ask('signups'),
    decisions: ask('decisions'),
    pages: ask('pages'),
    traffic: ask('traffic'),
    findSignups: ask('findSignups'),
    latestEvents: ask('latestEvents'),
    delivery: ask('delivery'),
    async close() {
      // Who asks while the server stops may ask again.
      await end(new StoreUnavailableError('the reports are closed'));
    },
  };
}
