import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { faultCode, outageOf } from './database/database-faults.ts';
import { keepReading } from './database/open-database.ts';
import { createReports } from './reports/ask-reports.ts';
import { createChannelOf } from './reports/load-channels.ts';
import type { ReportAnswer, ReportRequest, ReportsWorkerData } from './reports/reports-thread.ts';
import type { StoreReader } from './store/store.ts';

const { database, channels } = workerData as ReportsWorkerData;
const channelOf = createChannelOf(channels);
const { read } = keepReading(database);
const answer = (message: ReportAnswer) => parentPort?.postMessage(message);

async function reply({ report, query }: ReportRequest): Promise<void> {
  try {
    const ask = (reader: StoreReader) =>
      (createReports(reader, channelOf)[report] as (query: unknown) => Promise<unknown>)(query);
    const value = await read(ask);
    answer({ value });
  } catch (error) {
    const unavailable = outageOf(error);
    answer(unavailable === null ? { error } : { unavailable });
  }
}

/**
 * About a third of the core while requests need all of it, so that a report takes about three times as long as on a quiet
 * site. With 10 it is a tenth, with 0 a half.
 */
const NICE = 3;

/**
 * When all threads share one core, requests that send events go first. Linux has a priority for each thread, by the
 * thread's number. On other systems the number would stand for the whole process, so nothing is done.
 */
function yieldToRequests(): void {
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? [];
    if (thread) setPriority(Number(thread), NICE);
  } catch (error) {
    if (faultCode(error) === '') throw error;
    // Not Linux, or not permitted: then reports compete with requests, but all results are right.
  }
}

yieldToRequests();
parentPort?.on('message', (request: ReportRequest) => reply(request));
answer({ ready: true });
