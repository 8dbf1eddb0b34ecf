import { parentPort, workerData } from 'node:worker_threads';
import { readDatabase } from './database.ts';
import type { DatabaseAddress } from './database-address.ts';
import type { ReportAnswer, ReportRequest } from './reports-thread.ts';
import { createReports } from './services/reports.ts';

const { database } = workerData as { database: DatabaseAddress };
const answer = (message: ReportAnswer) => parentPort?.postMessage(message);

let last = Promise.resolve();
parentPort?.on('message', (request: ReportRequest) => {
  // One after the other: two at once would hold twice the memory and be no faster.
  last = last.then(() => reply(request));
});

async function reply({ id, report, query }: ReportRequest): Promise<void> {
  try {
    const value = await readDatabase(database, (reader) => {
      const ask = createReports(reader)[report] as (query: unknown) => Promise<unknown>;
      return ask(query);
    });
    answer({ id, value });
  } catch (error) {
    answer({ id, error });
  }
}
