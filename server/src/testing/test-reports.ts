import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { outageOf } from '../database/database-faults.ts';
import { keepReading } from '../database/open-database.ts';
import { createReports, type Reports } from '../reports/ask-reports.ts';
import { createChannelOf, shippedChannels } from '../reports/load-channels.ts';
import { openReportsThread, type ReportsThreadOptions } from '../reports/reports-thread.ts';
import type { DatabaseAddress } from '../settings/database-address.ts';
import { type StoreReader, StoreUnavailableError } from '../store/store.ts';
import { buildStale, entryFile } from './sites/built-process.ts';

let builtThread: URL | undefined;

/** The code of the thread in the build, which is made if necessary. */
export function builtReportsThread(): URL {
  if (!builtThread) buildStale('server');
  builtThread ??= pathToFileURL(entryFile('reports-thread'));
  return builtThread;
}

/** Answers reports as in production, from the thread of the build, until the test is over. */
export function openTestThread(database: DatabaseAddress, options: ReportsThreadOptions = {}) {
  const reports = openReportsThread(database, { code: builtReportsThread, ...options });
  onTestFinished(() => reports.close());
  return reports;
}

const channelOf = createChannelOf(shippedChannels());
const NAMES = Object.keys(createReports({} as StoreReader, channelOf)) as (keyof Reports)[];

/**
 * Answers reports like that thread (reports-thread-entry.ts), but in the test's own, until the test is over: the start of a thread
 * takes a quarter of a second of the processor.
 */
export function openTestReports(database: DatabaseAddress) {
  const { read, close } = keepReading(database);
  onTestFinished(close);
  let latest: Promise<unknown> = Promise.resolve();
  const answer = (report: keyof Reports) => async (query: unknown, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    const ask = (reader: StoreReader) =>
      (createReports(reader, channelOf)[report] as (query: unknown) => Promise<unknown>)(query);
    // The reader takes one question at a time, as the thread does.
    const answered = latest.then(() => read(ask));
    latest = answered.catch(() => {});
    try {
      return structuredClone(await answered);
    } catch (error) {
      const unavailable = outageOf(error);
      throw unavailable === null ? error : new StoreUnavailableError(unavailable);
    }
  };
  const reports = Object.fromEntries(
    NAMES.map((name) => [name, answer(name)]),
  ) as unknown as Reports;
  return { ...reports, of: () => reports, close };
}
