import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { DatabaseAddress } from '../database/database-address.ts';
import { outageOf } from '../database/database-faults.ts';
import { readDatabase } from '../database/open-database.ts';
import { createReports } from './reports.ts';
import type { ReportAnswer, ReportRequest } from './reports-thread.ts';

const { database } = workerData as { database: DatabaseAddress };
const answer = (message: ReportAnswer) => parentPort?.postMessage(message);

yieldToRequests();

parentPort?.on('message', (request: ReportRequest) => void reply(request));

async function reply({ report, query }: ReportRequest): Promise<void> {
  try {
    const value = await readDatabase(database, (reader) => {
      const ask = createReports(reader)[report] as (query: unknown) => Promise<unknown>;
      return ask(query);
    });
    answer({ value });
  } catch (error) {
    const unavailable = outageOf(error);
    answer(unavailable === null ? { error } : { unavailable });
  }
}

/**
 * Where there is one core for everything, whoever sends events goes first. Linux gives each thread a priority of its
 * own, by its number; elsewhere the number would be the whole process's, and nothing is done.
 */
function yieldToRequests(): void {
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? [];
    if (thread) setPriority(Number(thread), 10);
  } catch {
    // Not Linux, or not allowed: it is slower then, and right all the same.
  }
}
